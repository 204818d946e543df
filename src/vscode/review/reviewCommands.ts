import * as vscode from 'vscode';
import { shown } from '../shown.ts';
import { pathOf } from '../../core/summary.ts';
import { escapeForDisplay } from '../../core/unicode.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import { reviewOfTab, reviewsInFront } from './diffTabs.ts';
import { isPendingNode, type PendingNode, type PendingView } from './pendingView.ts';
import { proposalScheme } from './proposalFiles.ts';
import type { EditorReview } from './review.ts';

/** With this argument, which the view's keys have, a command means the line that has the focus. */
const focusedLine = 'focused';

type OnReview = (target: PendingReview, argument: unknown) => unknown;
type OnChanges = (lines: readonly PendingNode[]) => unknown;

export interface ReviewCommandParts {
  readonly pending: PendingReviews;
  readonly review: EditorReview;
  readonly view: PendingView;
  readonly remember: (target: PendingReview) => Promise<void>;
}

/** The commands that answer a waiting call, from the diff's title bar, the view, the status bar, keys and the palette. */
export function registerReviewCommands({ pending, review, view, remember }: ReviewCommandParts): vscode.Disposable {
  const on = (id: string, run: OnReview, ofChanges?: OnChanges): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (given: unknown) => {
      const lines = given === focusedLine ? view.focused.take() : undefined;
      if (ofChanges !== undefined && lines?.[0]?.change !== undefined) return ofChanges(lines);
      const argument = lines === undefined ? given : lines[0];
      const target = lines?.length === 0 ? undefined : targetOf(argument, pending);
      if (target !== undefined) return run(target, argument);
      // Nobody waits for the notification to be closed.
      void vscode.window.showInformationMessage(vscode.l10n.t('No change waits for your review.'));
      return undefined;
    });
  const onChanges = (id: string, run: OnChanges): vscode.Disposable =>
    // The view calls with the line and, where several are selected, with all of those.
    vscode.commands.registerCommand(id, (node: unknown, selected: unknown) =>
      run((Array.isArray(selected) ? selected : [node]).filter(isPendingNode)),
    );
  return vscode.Disposable.from(
    on('redline.approve', (target, argument) => approveWhatIsSeen(target, argument, review)),
    on('redline.approveAndRemember', remember),
    on('redline.reject', reject, (lines) => leaveOut(lines, true)),
    on('redline.rejectWithReason', rejectWithReason, leaveOutWithReason),
    on('redline.reviewPending', (target) => review.open(target)),
    onChanges('redline.leaveOut', (nodes) => leaveOut(nodes, true)),
    onChanges('redline.takeIn', (nodes) => leaveOut(nodes, false)),
    onChanges('redline.leaveOutWithReason', leaveOutWithReason),
    vscode.commands.registerCommand('redline.toggleLeftOut', () => toggle(view.focused.take())),
    on('redline.approveAll', () => approveAll(pending.all.slice())),
    on('redline.rejectAll', () => {
      for (const each of pending.all.slice()) each.answer({ approve: false, surface: 'reject all' });
    }),
  );
}

/** Approves the calls that wait now, none that come later; protected ones, which may lie unseen behind others, by name. */
async function approveAll(all: readonly PendingReview[]): Promise<void> {
  const guarded = all.filter(({ request }) => request.verdict.protected);
  const approved =
    guarded.length === 0 || (await agreesTo(guarded)) ? all : all.filter((each) => !guarded.includes(each));
  for (const each of approved) each.answer({ approve: true, surface: 'approve all' });
}

async function agreesTo(guarded: readonly PendingReview[]): Promise<boolean> {
  const yes = vscode.l10n.t('Approve All');
  const question = vscode.l10n.t('Approve what is protected, too?');
  const detail = guarded
    .map(({ request }) =>
      escapeForDisplay(vscode.l10n.t('{0}: {1}', shown(request.title), shown(request.verdict.reason))),
    )
    .join('\n');
  return vscode.window.showWarningMessage(question, { modal: true, detail }, yes).then(
    (answer) => answer === yes,
    // A host that shows no dialogs has asked nobody.
    () => false,
  );
}

function reject(target: PendingReview): void {
  target.answer({ approve: false, surface: 'editor' });
}

async function rejectWithReason(target: PendingReview): Promise<void> {
  const reason = await askReason(vscode.l10n.t('Reject: {0}', escapeForDisplay(shown(target.request.title))));
  if (reason !== undefined) target.answer({ approve: false, surface: 'editor', reason });
}

function leaveOut(nodes: readonly PendingNode[], out: boolean, reason?: string): void {
  for (const review of new Set(nodes.map((node) => node.review))) {
    const own = nodes.flatMap((node) => (node.review === review && node.change !== undefined ? [node.change] : []));
    if (own.length > 0) review.leaveOut(own, out, reason);
  }
}

/** What the space bar does: on a change what its check mark does, on a call what it does in any tree. */
async function toggle(lines: readonly PendingNode[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  if (first.change === undefined) await vscode.commands.executeCommand('list.toggleExpand');
  else leaveOut(lines, !first.review.leftOut.has(first.change));
}

async function leaveOutWithReason(nodes: readonly PendingNode[]): Promise<void> {
  const paths = nodes.flatMap(({ change }) => (change === undefined ? [] : [escapeForDisplay(pathOf(change))]));
  const [first, ...more] = paths;
  if (first === undefined) return;
  const which = more.length === 0 ? first : vscode.l10n.t('{0} and {1} more', first, more.length);
  const reason = await askReason(vscode.l10n.t('Leave out: {0}', which));
  if (reason !== undefined) leaveOut(nodes, true, reason);
}

function askReason(title: string): Thenable<string | undefined> {
  return vscode.window
    .showInputBox({
      title,
      prompt: vscode.l10n.t('Tell the agent why; it gets your words.'),
      placeHolder: vscode.l10n.t('For example: keep the old name'),
      ignoreFocusOut: true,
    })
    .then((reason) => reason?.trim());
}

/** Nothing is approved that could not be seen: unless a diff is in front or a line was named, it is opened instead. */
function approveWhatIsSeen(target: PendingReview, argument: unknown, review: EditorReview): unknown {
  const named = isPendingNode(argument) || isProposal(argument);
  if (!named && !reviewsInFront().includes(target.id)) return review.open(target);
  return target.answer({ approve: true, surface: 'editor' });
}

/**
 * A command comes with the diff's URI, a line of the view or nothing. Then the diff in the active group counts, then the
 * only one that is in front in another group, then the first call.
 */
function targetOf(argument: unknown, pending: PendingReviews): PendingReview | undefined {
  if (isProposal(argument)) return pending.find(argument.authority);
  if (isPendingNode(argument)) return pending.all.find((review) => review === argument.review);
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  const own = pending.find(active === undefined ? undefined : reviewOfTab(active));
  const [only, ...others] = reviewsInFront();
  return own ?? (others.length === 0 ? pending.find(only) : undefined) ?? pending.first;
}

function isProposal(argument: unknown): argument is vscode.Uri {
  return argument instanceof vscode.Uri && argument.scheme === proposalScheme;
}
