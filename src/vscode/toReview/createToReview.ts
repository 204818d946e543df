// Creates To Review, the list of unreviewed changes: its data, virtual files, feedback to agents, and its view, with the
// commands, which it keeps up to date.

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
import { StoredSides } from './storedSides.ts';
import type { ToReviewDeps } from './startToReview.ts';
import type { CallerOf } from '../../core/toReview/reviewGroups.ts';
import { commentOnToReview } from '../comments/toReviewComments.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import type { History } from '../history/callHistory.ts';
import { findCommentedFile, trackActiveItem } from './activeItem.ts';
import { createOutdatedGuard } from './outdatedDiff.ts';
import { Reverter } from './revert/reverter.ts';
import { revertTurn, type RevertTurnContext } from './revert/revertTurn.ts';
import { registerToReviewCommands } from './toReviewCommands.ts';
import { ToReviewView } from './toReviewView.ts';

/** Time in which changes of the items are collected into one refresh of the list. */
const refreshDelayMs = 100;
/** Context key: true while the list has rows. */
const contextKey = 'redline.hasToReview';

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

/**
 * Shows the list of unreviewed changes, keeps it up to date, and registers its commands.
 * @param watch also has the items from the history, unlike `deps.watch`
 */
function openToReview(
  deps: ToReviewDeps & Pick<RevertTurnContext, 'createTextFile'>,
  watch: Watch,
  heldTurns: Pick<HeldTurns, 'answer'>,
  feedback: Pick<Feedback, 'addNote'>,
): vscode.Disposable {
  const { log } = deps;
  const view = new ToReviewView({ watch, createCallerOf: () => createCallerLookup(deps.history) });
  const activeItemTracker = trackActiveItem(view);
  const refresher = createRefresher(() => {
    view.refresh();
    activeItemTracker.update();
    void vscode.commands.executeCommand('setContext', contextKey, watch.items().length > 0);
  });
  const { refresh, schedule: scheduleRefresh } = refresher;
  refresh();
  const { activeSinceMs } = activeItemTracker;
  const reverter = new Reverter({ ...deps, watch });
  const openIfOutdated = createOutdatedGuard((uri) => reverter.readSide(uri));
  const context = { watch, view, reverter, log, refresh, heldTurns, activeSinceMs, openIfOutdated };
  return vscode.Disposable.from(
    view,
    activeItemTracker,
    watch.onDidChange(scheduleRefresh),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('redline.review.generatedFiles')) scheduleRefresh();
    }),
    registerToReviewCommands(context),
    commentOnToReview(
      (document) => findCommentedFile(document, view),
      (...args) => feedback.addNote(...args),
    ),
    registerCommands({
      'redline.toReview.revertTurn': (target: unknown) => revertTurn({ ...deps, ...context }, target),
    }),
    refresher,
  );
}

/** Refreshes the list immediately, or once for all changes within `refreshDelayMs`. */
function createRefresher(update: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    clearTimeout(timer);
    timer = undefined;
    update();
  };
  const schedule = (): void => {
    timer ??= setTimeout(refresh, refreshDelayMs);
  };
  return { refresh, schedule, dispose: () => clearTimeout(timer) };
}

/** Creates a lookup of callers for the entries of this moment. */
function createCallerLookup({ entries }: Pick<History, 'entries'>): CallerOf {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return (id) => {
    const entry = entriesById.get(id);
    if (entry?.caller === undefined) return undefined;
    return { agent: entry.caller.agent, session: entry.session ?? '' };
  };
}
