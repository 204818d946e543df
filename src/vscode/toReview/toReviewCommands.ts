// Registers the commands that show, accept and revert unreviewed changes, and answer turns that wait for their review.

import * as vscode from 'vscode';
import { isTooEarly } from '../../core/rules/approvalGate.ts';
import { itemsOfRow, type ReviewGroup, type ReviewRow } from '../../core/toReview/reviewGroups.ts';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import { pick, skipsQuestion } from '../messages/ask.ts';
import { showWaitHint } from '../review/approvalGate.ts';
import { hunkCommands } from './hunkCommands.ts';
import { findActiveItem } from './activeItem.ts';
import { chooseReviewTime } from './chooseReviewTime.ts';
import { confirmRevert, messageMs, reportFailure, runRevert, type ToReviewContext } from './runRevert.ts';
import { filePathsOf, groupLabel, itemsText } from './toReviewTexts.ts';
import { showAll, showRow } from './showRow.ts';
import { RowState, type ToReviewView } from './toReviewView.ts';
import { notify, showStatus } from '../messages/notify.ts';

/** The argument of the keys, which act on the diff that has the focus. */
const focusedDiff = 'diff';

/** Registers the commands of the list, its groups and rows, and of the hunks in the gutter. */
export function registerToReviewCommands(context: ToReviewContext): vscode.Disposable {
  const { watch, view, heldTurns, openIfOutdated } = context;
  const countsNow = createPressJudge(context);
  const onRows =
    (run: (rows: readonly ReviewRow[]) => Promise<void>) =>
    async (...commandArguments: unknown[]) => {
      const [first] = commandArguments;
      if (first === focusedDiff && !countsNow()) return;
      const rows = rowsFrom(commandArguments, view);
      // The list shows its rows itself; all others are those of the editor in front.
      if (first instanceof RowState || !(await openIfOutdated(rows[0]))) await run(rows);
    };
  const onGroup =
    (run: (items: readonly ReviewItem[]) => Promise<void>) => async (clicked?: vscode.SourceControlResourceGroup) => {
      const group = clicked === undefined ? await pickGroup(view) : view.groupOf(clicked);
      if (group !== undefined) await run(group.items);
    };
  const accept = (items: readonly ReviewItem[]): Promise<void> => acceptItems(context, items);
  const revert = (items: readonly ReviewItem[], options?: unknown): Promise<void> =>
    revertItems(context, items, options);
  return registerCommands({
    'redline.toReview.show': () => showList(context),
    'redline.toReview.open': (clicked: unknown) => openRow(clicked, view),
    'redline.toReview.openAll': () => showAll(watch.items(), vscode.l10n.t('Redline: To Review')),
    'redline.toReview.keep': onRows((rows) => accept(rows.flatMap(itemsOfRow))),
    'redline.toReview.revert': onRows((rows) => {
      // By rows, not by items: a moved file is one row of two items.
      const ask = rows.length > 1 || rows[0]?.kind === 'folder';
      return revert(rows.flatMap(itemsOfRow), { ask });
    }),
    'redline.toReview.keepGroup': onGroup(accept),
    'redline.toReview.revertGroup': onGroup(revert),
    'redline.toReview.chooseWhen': chooseReviewTime,
    'redline.toReview.sendFeedback': () => heldTurns.answer('send'),
    'redline.toReview.endTurn': () => heldTurns.answer('done'),
    'redline.toReview.keepAll': () => accept(watch.items()),
    'redline.toReview.revertAll': (options: unknown) => revert(watch.items(), options),
    ...hunkCommands(context),
  });
}

/**
 * Creates a function that judges a press of a key in the diff: it does not count if the diff has just become active,
 * or the key repeats. The key may have answered a call, whose diff closed and left this one in front.
 */
function createPressJudge({ activeSinceMs }: Pick<ToReviewContext, 'activeSinceMs'>): () => boolean {
  let pressedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    const lastPressMs = Math.max(pressedMs, activeSinceMs());
    pressedMs = nowMs;
    if (!isTooEarly({ calls: [], lastPressMs, nowMs })) return true;
    showWaitHint();
    return false;
  };
}

/** Scans the disk, then shows the Source Control view if there is anything to review. */
async function showList({ watch, refresh }: ToReviewContext): Promise<void> {
  await watch.refresh();
  refresh();
  if (watch.items().length === 0) {
    void notify('Information', vscode.l10n.t('There is nothing to review.'));
    return;
  }
  await vscode.commands.executeCommand('workbench.view.scm');
}

async function openRow(clicked: unknown, view: ToReviewView): Promise<void> {
  if (clicked instanceof RowState) return showRow(clicked.row);
  const [row] = rowsFrom([clicked], view);
  if (row !== undefined) await showRow(row);
}

/** The rows of a command's arguments, which are rows or files; without arguments, the row of the active editor. */
function rowsFrom(commandArguments: readonly unknown[], view: ToReviewView): readonly ReviewRow[] {
  view.refreshIfStale();
  if (commandArguments.every((argument) => argument === undefined || argument === focusedDiff)) {
    const active = findActiveItem(view);
    return active === undefined ? [] : [view.rowOf(active)];
  }
  const rows = commandArguments.flatMap((argument): readonly ReviewRow[] => {
    if (argument instanceof RowState) return [argument.row];
    const item = argument instanceof vscode.Uri ? view.itemAt(argument) : undefined;
    return item === undefined ? [] : [view.rowOf(item)];
  });
  // The arguments may contain both sides of a moved file.
  return [...new Set(rows)];
}

/** Asks for a group; returns the only one without a question. */
async function pickGroup(view: ToReviewView): Promise<ReviewGroup | undefined> {
  const picks = view.groups.map((group) => ({
    label: groupLabel(group.author, group.from),
    description: itemsText(group.items),
    group,
  }));
  const [only, ...others] = picks;
  if (only === undefined || others.length === 0) return only?.group;
  return (await pick(picks, { title: vscode.l10n.t('Which changes?') }))?.group;
}

/** Accepts items; the commands and messages say "keep". */
async function acceptItems({ watch, log, refresh }: ToReviewContext, items: readonly ReviewItem[]): Promise<void> {
  if (items.length === 0) return;
  try {
    await watch.accept(items);
    refresh();
    const text = vscode.l10n.t('Redline: kept {0}', itemsText(items));
    showStatus(text, messageMs, 'check');
  } catch (cause) {
    reportFailure(log, cause, vscode.l10n.t('Redline could not keep {0}.', itemsText(items)));
  }
}

/**
 * Reverts items as one history entry. Asks before if there are several, or if later changes would be lost.
 * @param options `{ ask: false }` skips the question about several: for a moved file, which is two items, and for
 * another extension that has already asked
 */
async function revertItems(context: ToReviewContext, items: readonly ReviewItem[], options?: unknown): Promise<void> {
  const asksAnyway = items.length > 1 && !skipsQuestion(options);
  if (items.length === 0 || !(await confirmRevert(items, { asksAnyway }))) return;
  const names = itemsText(items);
  await runRevert(context, names, revertTitle(items), (title, queueOptions) =>
    context.reverter.revertItems(items, title, queueOptions),
  );
}

function revertTitle(items: readonly ReviewItem[]): Phrase {
  const [only = '', ...others] = filePathsOf(items);
  return others.length > 0 ? phrase('Revert {0} files', others.length + 1) : phrase('Revert {0}', only);
}
