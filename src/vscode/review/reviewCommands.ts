// Registers the commands on waiting calls, for the diff's title bar, the view, the status bar, keys and the palette.

import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import { translate } from '../shared/translate.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { reviewIdsOfTab } from './diff/diffTabs.ts';
import { ApprovalGate, approveAll } from './approvalGate.ts';
import { findTargets, isProposalUri, isWaitingRow } from './commandTargets.ts';
import { isCallRow, waitingText, type PendingView } from './pendingView/pendingView.ts';
import { isExcludable, type CallRow } from './pendingView/pendingRow.ts';
import { excludeFiles, openRow, registerPartCommands } from './pendingView/partCommands.ts';
import { excludeRows, includeRows, isRowExcluded } from './pendingView/rowExclusions.ts';
import type { EditorReview } from './review.ts';
import type { ScreenTracker, DisplayProof } from './screenTracker.ts';
import { notify } from '../messages/notify.ts';

/** The argument of the view's key bindings, which applies the command to the focused row. */
const focusedRow = 'focused';
/** The argument of the key bindings in a diff. */
const focusedDiff = 'diff';

/** Runs a command on the calls in `all`, or only on the first of them. `argument` is the command's own argument. */
type RunOnReviews = (first: PendingReview, all: readonly PendingReview[], argument: unknown) => unknown;
type RunOnRows = (rows: readonly CallRow[]) => unknown;

export interface ReviewCommandDeps {
  readonly pending: PendingReviews;
  readonly editorReview: EditorReview;
  readonly screen: ScreenTracker;
  readonly view: PendingView;
  /**
   * Asks which later calls to approve as well, then approves this one and remembers that.
   * @param steps `settle` waits for the user's last choices. `press` judges the approval as if the user pressed Approve
   * at that moment, so it must come after the question.
   */
  readonly remember: (
    target: PendingReview,
    steps: { readonly settle: () => Promise<unknown>; readonly press: () => Promise<DisplayProof | undefined> },
  ) => Promise<void>;
}

export function registerReviewCommands(deps: ReviewCommandDeps): vscode.Disposable {
  const { pending, editorReview, screen, view, remember } = deps;
  const openFirstRow = ([row]: readonly CallRow[]): unknown => row && openRow(editorReview, row);
  const gate = new ApprovalGate(screen, (reviews) => editorReview.open(reviews));
  const onReviews = (run: RunOnReviews, runOnParts?: RunOnRows) => (argument: unknown) =>
    runOnTargets(argument, deps, run, runOnParts);
  // VS Code passes the clicked row and, if several are selected, all of them.
  const onRows = (run: RunOnRows) => (row: unknown, selected: unknown) =>
    run((Array.isArray(selected) ? selected : [row]).filter((each) => isWaitingRow(each, pending)));
  const commands = registerCommands({
    // On the row of a single file, the key opens the call instead of approving more than that file.
    'redline.approve': onReviews((_first, targets, argument) => approve(targets, gate, argument), openFirstRow),
    'redline.approveAndRemember': onReviews(async (target) => {
      const settle = (): Promise<unknown> => editorReview.settleChoices(target);
      if (await gate.openUnlessShown([target])) await remember(target, { settle, press: () => gate.press([target]) });
    }),
    'redline.reject': onReviews(
      (_first, targets, argument) =>
        acceptsRejectPress(targets, argument, { gate, pending }) && reject(targets, argument),
      (rows) => excludeRows(rows),
    ),
    'redline.approveWithComments': onReviews((_first, targets) => approveWithComments(targets, gate)),
    'redline.requestChanges': onReviews((_first, targets, argument) => requestChanges(targets, argument)),
    'redline.rejectWithReason': onReviews(
      (_first, targets, argument) => rejectWithReason(targets, argument),
      excludeWithReason,
    ),
    'redline.reviewPending': onReviews((target) => editorReview.open([target]), openFirstRow),
    'redline.excludeFiles': onReviews(excludeFiles),
    'redline.showCells': onReviews((target) => openCells(editorReview, target)),
    // `leaveOut` and `takeIn` mean to exclude and include rows. Key bindings may name them, so the ids must not change.
    'redline.leaveOut': onRows((rows) => excludeRows(rows)),
    'redline.takeIn': onRows((rows) => includeRows(rows)),
    'redline.leaveOutWithReason': onRows(excludeWithReason),
    'redline.toggleLeftOut': () => toggleRows(view.focused.takeFocused()),
    // `onReviews` tells the user if no call waits; these two apply to all calls, not to the targets.
    'redline.approveAll': onReviews(() => approveAll(deps, gate)),
    'redline.rejectAll': onReviews(() => rejectAll(pending)),
  });
  return vscode.Disposable.from(
    commands,
    registerPartCommands({ editorReview, pending, findTarget: () => findTargets(undefined, pending)[0] }),
  );
}

/**
 * Runs a command. `runOnParts`, if given, runs on the focused rows of files, hunks or warnings (parts of a call), or on
 * a clicked row of a hunk or of warnings. Otherwise `run` runs on the calls that `findTargets` finds for the argument.
 */
function runOnTargets(
  argument: unknown,
  { view, pending }: Pick<ReviewCommandDeps, 'view' | 'pending'>,
  run: RunOnReviews,
  runOnParts: RunOnRows | undefined,
): unknown {
  const rows = argument === focusedRow ? view.focused.takeFocused() : clickedPartOf(argument, pending);
  const isOnPart = rows?.[0] !== undefined && rows[0].kind !== 'call';
  if (isOnPart && runOnParts !== undefined) return runOnParts(rows);
  // Takes only the first row: a command on calls answers the call of the focused row, not of all selected ones.
  const targets = (rows?.slice(0, 1) ?? [argument]).flatMap((target) => findTargets(target, pending));
  if (targets[0] !== undefined) return run(targets[0], targets, argument);
  void notify('Information', vscode.l10n.t('No changes are waiting for your review.'));
  return undefined;
}

async function openCells(editorReview: EditorReview, target: PendingReview): Promise<void> {
  const { showCells } = await import('./notebookCells.ts');
  await showCells(editorReview.pairsOf(target), target.closedSignal);
}

async function approve(targets: readonly PendingReview[], gate: ApprovalGate, argument?: unknown): Promise<void> {
  const proof = await gate.press(targets);
  if (proof === undefined) return;
  const inDiff = argument === focusedDiff;
  for (const target of targets) target.answer({ approve: true, surface: 'editor', proof, inDiff });
}

/** Approves like any other press; comments are sent with every approval. */
async function approveWithComments(targets: readonly PendingReview[], gate: ApprovalGate): Promise<void> {
  if (targets.some((target) => target.commentCount() > 0)) return approve(targets, gate);
  void notify(
    'Information',
    vscode.l10n.t('There are no comments yet. Comment on a line with the plus beside its number, then answer.'),
  );
}

/** Rejects the calls that have comments, and sends these. If none has, asks for a reason to reject all. */
function requestChanges(targets: readonly PendingReview[], argument: unknown): unknown {
  const commented = targets.filter((target) => target.commentCount() > 0);
  return commented.length > 0 ? reject(commented, argument) : rejectWithReason(targets, argument);
}

/**
 * Whether a press of Reject counts; tells the user if not. A press that names no call (by a row or a file of its diff)
 * may be meant for a call that was answered just before.
 */
function acceptsRejectPress(
  targets: readonly PendingReview[],
  argument: unknown,
  { gate, pending }: { readonly gate: ApprovalGate; readonly pending: PendingReviews },
): boolean {
  if (isCallRow(argument) || isProposalUri(argument)) return true;
  // Any other argument comes from the title bar of a multi-file diff or from the view, so the user sees the calls.
  const possiblyUnseen = argument === undefined || argument === focusedDiff ? targets : [];
  if (!gate.pressReject(possiblyUnseen, pending.lastAnswerMs)) return false;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const shownIds = argument === focusedRow || activeTab === undefined ? [] : reviewIdsOfTab(activeTab);
  if (shownIds.length === 0 || targets.some(({ id }) => shownIds.includes(id))) return true;
  void notify(
    'Information',
    vscode.l10n.t('The diff in front has been answered. Open the change that you want to reject.'),
  );
  return false;
}

function reject(targets: readonly PendingReview[], argument: unknown, reason?: string): void {
  const inDiff = argument === focusedDiff;
  for (const target of targets) {
    target.answer({ approve: false, surface: 'editor', inDiff, ...(reason === undefined ? {} : { reason }) });
  }
}

function rejectAll(pending: PendingReviews): void {
  for (const each of pending.all) each.answer({ approve: false, surface: 'reject all' });
}

async function rejectWithReason(targets: readonly PendingReview[], argument: unknown): Promise<void> {
  const [first, ...others] = targets;
  if (first === undefined) return;
  const what = others.length > 0 ? waitingText(targets.length) : escapeForDisplay(translate(first.request.title));
  const reason = await askReason(vscode.l10n.t('Reject: {0}', what));
  if (reason === undefined) return;
  // Offers this first, while only calls that have ended already are found: `reject` ends the others.
  void offerUnsentReason(targets, reason);
  reject(targets, argument, reason);
}

/** A call that has ended meanwhile, or was planned again, does not receive the reason. */
async function offerUnsentReason(targets: readonly PendingReview[], reason: string): Promise<void> {
  const ended = targets.find(({ closedSignal }) => closedSignal.aborted);
  if (ended === undefined || reason.trim() === '') return;
  const { offerTexts } = await import('./diff/offerReopening.ts');
  await offerTexts(ended.request.title, [reason]);
}

/** The clicked row of a hunk or of warnings; undefined for any other: a command on a clicked file is on its call. */
function clickedPartOf(argument: unknown, pending: PendingReviews): readonly CallRow[] | undefined {
  const isPart = isWaitingRow(argument, pending) && argument.kind !== 'call' && argument.kind !== 'change';
  return isPart ? [argument] : undefined;
}

/** Handles the space bar: toggles the check box of a change or a hunk, or expands and collapses another row. */
async function toggleRows(rows: readonly CallRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (!isExcludable(first)) await vscode.commands.executeCommand('list.toggleExpand');
  else if (isRowExcluded(first)) includeRows(rows);
  else excludeRows(rows);
}

async function excludeWithReason(rows: readonly CallRow[]): Promise<void> {
  const changes = new Set(rows.filter(isExcludable).map(({ change }) => change));
  const paths = [...changes].map((change) => escapeForDisplay(displayPathOf(change)));
  const [first, ...more] = paths;
  if (first === undefined) return;
  const which = more.length === 0 ? first : vscode.l10n.t('{0} and {1} more', first, more.length);
  const reason = await askReason(vscode.l10n.t('Exclude: {0}', which));
  if (reason === undefined) return;
  const targets = rows.map(({ review }) => review);
  void offerUnsentReason(targets, reason);
  excludeRows(rows, reason);
}

/** May be empty; undefined if the user cancelled. */
function askReason(title: string): Thenable<string | undefined> {
  return vscode.window
    .showInputBox({
      title,
      prompt: vscode.l10n.t('Why? The agent will see this.'),
      placeHolder: vscode.l10n.t('For example: keep the old name'),
      ignoreFocusOut: true,
    })
    .then((reason) => reason?.trim());
}
