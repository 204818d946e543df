// Creates To Review, the list of unreviewed changes: its data, virtual files, feedback to agents, and view.

import * as vscode from 'vscode';
import type { TurnFeedback } from '../../tools/ports/agentPorts.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { FileSource } from '../files/virtualFiles.ts';
import { chooseReviewTime } from './chooseReviewTime.ts';
import { CombinedWatch } from './combinedWatch.ts';
import { countApprovals } from './later/approvalsInARow.ts';
import { Feedback } from './feedback/feedback.ts';
import { HeldTurns } from './feedback/heldTurns.ts';
import { LaterCalls } from './later/laterCalls.ts';
import { openToReview } from './openToReview.ts';
import { StoredSides } from './storedSides.ts';
import type { ToReviewDeps } from './startToReview.ts';

export interface ToReview {
  readonly watch: Watch;
  readonly files: FileSource;
  readonly feedback: TurnFeedback;
  /** Shows the list and registers its commands. Call it once; the result disposes of all of To Review. */
  readonly registerView: () => vscode.Disposable;
}

/** @param windowStart when this window was opened, in milliseconds since 1970 */
export async function createToReview(deps: ToReviewDeps, windowStart: number): Promise<ToReview> {
  const laterCalls = new LaterCalls(deps);
  // First, so that the view does not appear without the items of the history.
  await laterCalls.refresh();
  const subscription = deps.history.onDidChange(() => void laterCalls.refresh());
  const watch = new CombinedWatch(laterCalls, deps, windowStart);
  const feedback = new Feedback({ ...deps, watch });
  const files = new StoredSides(watch);
  const heldTurns = new HeldTurns(feedback, watch);
  const registerView = (): vscode.Disposable =>
    vscode.Disposable.from(
      subscription,
      watch,
      openToReview({ ...deps, createTextFile: files.createTextFile }, watch, heldTurns, feedback),
    );
  return {
    watch,
    files,
    feedback: {
      onTurnStart: (hookSession) => feedback.onTurnStart(hookSession),
      onTurnEnd: (hookSession) => feedback.onTurnEnd(hookSession),
      onCall: (callSession) => feedback.onCall(callSession),
      takeMessage: (agentSession) => feedback.takeMessage(agentSession),
      messageAtTurnEnd: (...args) => heldTurns.atTurnEnd(...args),
      onReviewed: countApprovals(() => void chooseReviewTime('approvals')),
    },
    registerView,
  };
}
