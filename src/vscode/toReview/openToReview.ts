// Creates the list of unreviewed changes once there are some.

import * as vscode from 'vscode';
import { commentOnToReview } from '../comments/toReviewComments.ts';
import { registerCommands } from '../shared/commands.ts';
import { callerIn } from './callerIn.ts';
import { findCommentedFile, trackActiveItem } from './activeItem.ts';
import type { Feedback } from './feedback.ts';
import type { HeldTurns } from './heldTurns.ts';
import { Reverter } from './reverter.ts';
import { revertTurn, type RevertTurnContext } from './revertTurn.ts';
import { registerReviewCommands } from './reviewCommands.ts';
import type { ToReviewDeps } from './startToReview.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { ToReviewView } from './toReviewView.ts';

/** Debounce delay of the list. */
const refreshDelayMs = 100;
/** Set while the list has rows. */
const contextKey = 'redline.hasToReview';

/** Shows the list and registers its commands. */
export function openToReview(
  deps: ToReviewDeps & Pick<RevertTurnContext, 'keepText'>,
  watch: Watch,
  heldTurns: Pick<HeldTurns, 'answer'>,
  feedback: Pick<Feedback, 'addNote'>,
): vscode.Disposable {
  const { log } = deps;
  const view = new ToReviewView({ watch, callers: () => callerIn(deps.history) });
  const activeItemTracker = trackActiveItem(view);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    clearTimeout(timer);
    timer = undefined;
    view.refresh();
    activeItemTracker.update();
    void vscode.commands.executeCommand('setContext', contextKey, watch.items().length > 0);
  };
  const scheduleRefresh = (): void => {
    timer ??= setTimeout(refresh, refreshDelayMs);
  };
  refresh();
  const context = { watch, view, reverter: new Reverter({ ...deps, watch }), log, refresh, heldTurns };
  return vscode.Disposable.from(
    view,
    activeItemTracker,
    watch.onDidChange(scheduleRefresh),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('redline.review.generatedFiles')) scheduleRefresh();
    }),
    registerReviewCommands(context),
    commentOnToReview(
      (document) => findCommentedFile(document, view),
      (...note) => feedback.addNote(...note),
    ),
    registerCommands({ 'redline.toReview.revertTurn': (given: unknown) => revertTurn({ ...deps, ...context }, given) }),
    { dispose: () => clearTimeout(timer) },
  );
}
