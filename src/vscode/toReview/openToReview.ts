// Shows the list of unreviewed changes, keeps it up to date, and registers its commands.

import * as vscode from 'vscode';
import type { CallerOf } from '../../core/toReview/reviewGroups.ts';
import { commentOnToReview } from '../comments/toReviewComments.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import type { History } from '../history/callHistory.ts';
import { findCommentedFile, trackActiveItem } from './activeItem.ts';
import type { Feedback } from './feedback/feedback.ts';
import type { HeldTurns } from './feedback/heldTurns.ts';
import { Reverter } from './revert/reverter.ts';
import { revertTurn, type RevertTurnContext } from './revert/revertTurn.ts';
import { registerToReviewCommands } from './toReviewCommands.ts';
import type { ToReviewDeps } from './startToReview.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { ToReviewView } from './toReviewView.ts';

/** Time in which changes of the items are collected into one refresh of the list. */
const refreshDelayMs = 100;
/** Context key: true while the list has rows. */
const contextKey = 'redline.hasToReview';

/** @param watch also has the items from the history, unlike `deps.watch` */
export function openToReview(
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
  const context = { watch, view, reverter: new Reverter({ ...deps, watch }), log, refresh, heldTurns };
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

/** For the entries of this moment. */
function createCallerLookup({ entries }: Pick<History, 'entries'>): CallerOf {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return (id) => {
    const entry = entriesById.get(id);
    if (entry?.caller === undefined) return undefined;
    return { agent: entry.caller.agent, session: entry.session ?? '' };
  };
}
