// What is to be reviewed in this window: its list, its commands, and the files of its baselines.

import * as vscode from 'vscode';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { ReadFiles } from '../files/virtualFiles.ts';
import { CombinedWatch } from './combinedWatch.ts';
import { LaterCalls } from './laterCalls.ts';
import { openToReview } from './openToReview.ts';
import { ReviewFiles } from './reviewFiles.ts';
import type { ToReviewParts } from './startToReview.ts';

export interface Session {
  readonly watch: Watch;
  readonly files: ReadFiles;
  /** Shows the list and registers its commands. */
  readonly open: () => vscode.Disposable;
}

/** Joins what is watched on the disk with what the history knows. @param windowStart in milliseconds since 1970. */
export async function startSession(parts: ToReviewParts, windowStart: number): Promise<Session> {
  const later = new LaterCalls(parts);
  await later.look();
  const following = parts.history.onDidChange(() => void later.look());
  const watch = new CombinedWatch(later, parts.watch, windowStart);
  const open = (): vscode.Disposable => vscode.Disposable.from(following, watch, openToReview(parts, watch));
  return { watch, files: new ReviewFiles(watch), open };
}
