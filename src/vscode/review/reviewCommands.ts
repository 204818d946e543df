// Registers the commands that answer a waiting call.

import * as vscode from 'vscode';
import { nextBatch } from '../../core/rules/approvalGate.ts';
import { translate } from '../shared/translate.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { frontTabs, reviewOfTab, reviewsOfTab } from './diff/diffTabs.ts';
import { ApprovalGate } from './approvalPress.ts';
import { isPendingNode, waitingText, type PendingView } from './pendingView.ts';
import type { PendingNode } from './pendingRow.ts';
import { excludeFiles } from './excludeFiles.ts';
import { openRow, registerPartCommands } from './partCommands.ts';
import { setRowsExcluded, isRowExcluded } from './rowExclusions.ts';
import { proposalScheme } from './diff/proposalFiles.ts';
import type { EditorReview } from './review.ts';
import type { ScreenTracker, ShownOnScreen } from './screenTracker.ts';

/** The argument of the view's key bindings, which applies the command to the focused row. */
const focusedLine = 'focused';

type OnReviews = (first: PendingReview, all: readonly PendingReview[]) => unknown;
type OnChanges = (lines: readonly PendingNode[]) => unknown;

export interface ReviewCommandDeps {
  readonly pending: PendingReviews;
  readonly review: EditorReview;
  readonly screen: ScreenTracker;
  readonly view: PendingView;
  /** @param press lets the gate judge the final choice like any other press */
  readonly remember: (target: PendingReview, press: () => Promise<ShownOnScreen | undefined>) => Promise<void>;
}

/** Registers the commands that answer a waiting call, for the diff's title bar, view, status bar, keys and palette. */
export function registerReviewCommands(deps: ReviewCommandDeps): vscode.Disposable {
  const { pending, review, screen, view, remember } = deps;
  const open = ([line]: readonly PendingNode[]): unknown => line && openRow(review, line);
  const gate = new ApprovalGate(screen, (reviews) => review.open(reviews));
  const on = (id: string, run: OnReviews, ofChanges?: OnChanges): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (given: unknown) => {
      const lines = given === focusedLine ? view.focused.takeFocused() : clickedPart(given);
      if (ofChanges !== undefined && lines?.[0] !== undefined && isPart(lines[0])) return ofChanges(lines);
      const argument = lines === undefined ? given : lines[0];
      const targets = lines?.length === 0 ? [] : findTargets(argument, pending);
      if (targets[0] !== undefined) return run(targets[0], targets);
      void vscode.window.showInformationMessage(vscode.l10n.t('No changes are waiting for your review.'));
      return undefined;
    });
  const onChanges = (id: string, run: OnChanges): vscode.Disposable =>
    // VS Code passes the clicked row and, if several are selected, all of them.
    vscode.commands.registerCommand(id, (node: unknown, selected: unknown) =>
      run((Array.isArray(selected) ? selected : [node]).filter(isPendingNode)),
    );
  return vscode.Disposable.from(
    on(
      'redline.approve',
      (_first, targets) => approve(targets, gate),
      // On the row of a single file, the key opens the call instead of approving more than that file.
      open,
    ),
    on('redline.approveAndRemember', async (target) => {
      if (await gate.shows([target])) await remember(target, () => gate.press([target]));
    }),
    on(
      'redline.reject',
      (_first, targets) => reject(targets),
      (lines) => setRowsExcluded(lines, true),
    ),
    on('redline.approveWithComments', (_first, targets) => approveWithComments(targets, gate)),
    on('redline.requestChanges', (_first, targets) => requestChanges(targets)),
    on('redline.rejectWithReason', (_first, targets) => rejectWithReason(targets), excludeWithReason),
    on('redline.reviewPending', (target) => review.open([target]), open),
    registerPartCommands({ review, target: () => findTargets(undefined, pending)[0] }),
    on('redline.excludeFiles', excludeFiles),
    on('redline.showCells', (target) => openCells(review, target)),
    onChanges('redline.leaveOut', (nodes) => setRowsExcluded(nodes, true)),
    onChanges('redline.takeIn', (nodes) => setRowsExcluded(nodes, false)),
    onChanges('redline.leaveOutWithReason', excludeWithReason),
    vscode.commands.registerCommand('redline.toggleLeftOut', () => toggle(view.focused.takeFocused())),
    on('redline.approveAll', () => approveAll(deps, gate)),
    on('redline.rejectAll', () => rejectAll(pending)),
  );
}

async function openCells(review: EditorReview, target: PendingReview): Promise<void> {
  const { showCells } = await import('./notebookCells.ts');
  await showCells(review.pairsOf(target), target.closed);
}

async function approve(targets: readonly PendingReview[], gate: ApprovalGate): Promise<void> {
  const seen = await gate.press(targets);
  if (seen === undefined) return;
  for (const target of targets) target.answer({ approve: true, surface: 'editor', seen });
}

/** Approves like any other press; comments are sent with every approval. */
async function approveWithComments(targets: readonly PendingReview[], gate: ApprovalGate): Promise<void> {
  if (targets.some((each) => each.comments() > 0)) return approve(targets, gate);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('There are no comments yet. Comment on a line by the plus beside its number, then answer.'),
  );
}

/** Rejects the calls that have comments, and sends these; if none has, asks for a reason. */
function requestChanges(targets: readonly PendingReview[]): unknown {
  const commented = targets.filter((each) => each.comments() > 0);
  return commented.length > 0 ? reject(commented) : rejectWithReason(targets);
}

/**
 * Approves the calls that wait now, but not later ones. Opens as many as fit on screen, protected ones first; the next
 * press approves these and opens the next. Protected ones need a second confirmation that names them.
 */
async function approveAll({ pending, review }: ReviewCommandDeps, gate: ApprovalGate): Promise<void> {
  const waiting = pending.all.slice();
  const together = nextBatch(waiting);
  const seen = await gate.press(together);
  if (seen === undefined) return;
  const guarded = together.filter((each) => each.guarded);
  const agreed = guarded.length === 0 || (await confirmProtected(guarded, (first) => review.open([first])));
  for (const each of together) {
    if (agreed || !each.guarded) each.answer({ approve: true, surface: 'approve all', seen });
  }
  const next = nextBatch(waiting.filter((each) => !each.closed.aborted));
  if (agreed && next.length > 0) await review.open(next);
}

async function confirmProtected(
  guarded: readonly PendingReview[],
  open: (first: PendingReview) => Promise<void>,
): Promise<boolean> {
  // The first button is the default one.
  const [each, yes] = [vscode.l10n.t('Review Each'), vscode.l10n.t('Approve All')];
  const question = vscode.l10n.t('Approve the protected changes, too?');
  const detail = guarded
    .map(({ request }) =>
      escapeForDisplay(vscode.l10n.t('{0}: {1}', translate(request.title), translate(request.verdict.reason))),
    )
    .join('\n');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, each, yes).then(
    (given) => given,
    // A host without dialogs rejects, which is not an approval.
    () => undefined,
  );
  if (answer === each && guarded[0] !== undefined) await open(guarded[0]);
  return answer === yes;
}

function reject(targets: readonly PendingReview[], reason?: string, surface = 'editor'): void {
  for (const target of targets) {
    target.answer({ approve: false, surface, ...(reason === undefined ? {} : { reason }) });
  }
}

function rejectAll(pending: PendingReviews): void {
  for (const each of pending.all) each.answer({ approve: false, surface: 'reject all' });
}

async function rejectWithReason(targets: readonly PendingReview[]): Promise<void> {
  const [only, ...others] = targets;
  if (only === undefined) return;
  const what = others.length > 0 ? waitingText(targets.length) : escapeForDisplay(translate(only.request.title));
  const reason = await askReason(vscode.l10n.t('Reject: {0}', what));
  if (reason !== undefined) reject(targets, reason);
}

/** The row of a hunk or a warning that was clicked. */
function clickedPart(given: unknown): readonly PendingNode[] | undefined {
  return isPendingNode(given) && (given.hunk !== undefined || given.warning !== undefined) ? [given] : undefined;
}

function isPart({ change, warning }: PendingNode): boolean {
  return change !== undefined || warning !== undefined;
}

/** Handles the space bar: toggles the check box of a change or a hunk, or expands and collapses another row. */
async function toggle(lines: readonly PendingNode[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  if (first.change === undefined || first.warning !== undefined)
    await vscode.commands.executeCommand('list.toggleExpand');
  else setRowsExcluded(lines, !isRowExcluded(first));
}

async function excludeWithReason(nodes: readonly PendingNode[]): Promise<void> {
  const changes = new Set(nodes.flatMap(({ change }) => change ?? []));
  const paths = [...changes].map((change) => escapeForDisplay(displayPathOf(change)));
  const [first, ...more] = paths;
  if (first === undefined) return;
  const which = more.length === 0 ? first : vscode.l10n.t('{0} and {1} more', first, more.length);
  const reason = await askReason(vscode.l10n.t('Exclude: {0}', which));
  if (reason !== undefined) setRowsExcluded(nodes, true, reason);
}

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

/**
 * The calls that a command applies to: those of its argument (a diff's URI or a row); else those of the active diff;
 * else of the only diff in front in another group; else the first call.
 */
function findTargets(argument: unknown, pending: PendingReviews): readonly PendingReview[] {
  if (isPendingNode(argument)) return pending.all.filter((review) => review === argument.review);
  const pendingOnes = (ids: readonly string[]): PendingReview[] => ids.flatMap((id) => pending.find(id) ?? []);
  const front = frontTabs();
  if (isProposal(argument)) {
    const isOfReview = (tab: vscode.Tab): boolean => reviewOfTab(tab) === argument.authority;
    const tab = front.find(isOfReview) ?? front.find((each) => reviewsOfTab(each).includes(argument.authority));
    return pendingOnes(tab === undefined ? [argument.authority] : reviewsOfTab(tab));
  }
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  const activeReviews = pendingOnes(active === undefined ? [] : reviewsOfTab(active));
  if (activeReviews.length > 0) return activeReviews;
  const [only, ...others] = front.map(reviewsOfTab).filter((ids) => ids.length > 0);
  const inFront = others.length === 0 ? pendingOnes(only ?? []) : [];
  return inFront.length > 0 ? inFront : pending.all.slice(0, 1);
}

function isProposal(argument: unknown): argument is vscode.Uri {
  return argument instanceof vscode.Uri && argument.scheme === proposalScheme;
}
