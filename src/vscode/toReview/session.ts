// Creates To Review in this window: its data sources, its virtual files, the feedback to agents, and its view.

import * as vscode from 'vscode';
import type { TurnFeedback } from '../../tools/ports/agentPorts.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { ReadFiles } from '../files/virtualFiles.ts';
import { countApprovals } from './approvalsInARow.ts';
import { chooseWhen } from './chooseWhen.ts';
import { CombinedWatch } from './combinedWatch.ts';
import { Feedback } from './feedback.ts';
import { HeldTurns } from './heldTurns.ts';
import { LaterCalls } from './laterCalls.ts';
import { openToReview } from './openToReview.ts';
import { ReviewFiles } from './reviewFiles.ts';
import type { ToReviewParts } from './startToReview.ts';

export interface Session {
  readonly watch: Watch;
  readonly files: ReadFiles;
  readonly feedback: TurnFeedback;
  /** Shows the list and registers its commands. */
  readonly open: () => vscode.Disposable;
}

/**
 * Combines the changes that Watch saw on disk with calls from the history that are reviewed later.
 * @param windowStart in milliseconds since 1970
 */
export async function startSession(parts: ToReviewParts, windowStart: number): Promise<Session> {
  const laterCalls = new LaterCalls(parts);
  await laterCalls.look();
  const subscription = parts.history.onDidChange(() => void laterCalls.look());
  const watch = new CombinedWatch(laterCalls, parts, windowStart);
  const feedback = new Feedback({ ...parts, watch });
  const files = new ReviewFiles(watch);
  const heldTurns = new HeldTurns(feedback, watch);
  const open = (): vscode.Disposable =>
    vscode.Disposable.from(
      subscription,
      watch,
      openToReview({ ...parts, keepText: files.keepText }, watch, heldTurns, feedback),
    );
  return {
    watch,
    files,
    feedback: {
      turnStarts: (hooks) => feedback.turnStarts(hooks),
      turnEnds: (hooks) => feedback.turnEnds(hooks),
      called: (calls) => feedback.called(calls),
      take: (speaker) => feedback.take(speaker),
      atTurnEnd: (...turn) => heldTurns.atTurnEnd(...turn),
      reviewed: countApprovals(() => void chooseWhen('approvals')),
    },
    open,
  };
}
