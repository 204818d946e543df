// Detects a diff in front that compares a file to review with another text than its baseline, and opens the right one.

import * as vscode from 'vscode';
import { merge3 } from '../../core/diff/merge.ts';
import { isTooEarly } from '../../core/rules/approvalGate.ts';
import type { FileRow, ReviewRow } from '../../core/toReview/reviewGroups.ts';
import { withEol } from '../../core/text/lineEndings.ts';
import { changedMeanwhileError } from '../../core/watch/fold.ts';
import { isSameFile } from '../../core/watch/reviewItem.ts';
import { openDocument } from '../files/openDocuments.ts';
import { addressIn, reviewScheme } from '../files/reviewUri.ts';
import { notify } from '../messages/notify.ts';
import { showWaitHint } from '../review/approvalGate.ts';
import { translateError } from '../shared/translate.ts';
import { findShownFile } from './activeItem.ts';
import type { Reverter } from './revert/reverter.ts';
import { fileOf, showRow, sidesOfRow } from './showRow.ts';

/** A pair of a diff; in a diff of several files, a missing side has no URI. */
interface ShownSides {
  readonly original: vscode.Uri | undefined;
  readonly modified: vscode.Uri | undefined;
}

type ReadSide = Reverter['readSide'];

/**
 * Creates a judge of commands on a row: false if the user has seen its change, or no diff of it is in front. Otherwise it
 * tells the user what to do, opens the diff of the row if another one is in front, and resolves with true.
 */
export function createOutdatedGuard(readSide: ReadSide): (row: ReviewRow | undefined) => Promise<boolean> {
  let openedMs = Number.NEGATIVE_INFINITY;
  return async (row) => {
    const shown = row?.kind === 'file' ? findShownSides(row) : undefined;
    if (row?.kind !== 'file' || shown === undefined) return false;
    // A double click or a held key has not seen the diff that its first press opens.
    if (isTooEarly({ calls: [], lastPressMs: openedMs, nowMs: performance.now() })) {
      showWaitHint();
      return true;
    }
    // Before the comparison, which reads what the editor has loaded.
    if (!(await showsDisk(shown, readSide))) {
      void notify('Information', translateError(changedMeanwhileError(row.item)));
      return true;
    }
    if (!(await isOutdated(row, shown))) return false;
    openedMs = Number.POSITIVE_INFINITY;
    await showRow(row).finally(() => (openedMs = performance.now()));
    const text = vscode.l10n.t(
      'Nothing was kept or reverted: the diff in front did not show what is to be reviewed in {0}. Look at what is open now, then press again.',
      row.item.path,
    );
    void notify('Information', text);
    return true;
  };
}

/** Whether a diff of the row's file shows another change than the row's. */
async function isOutdated(row: FileRow, { original, modified }: ShownSides): Promise<boolean> {
  const [before, after] = sidesOfRow(row);
  if (!isSide(modified, after)) return true;
  if (isSide(original, before)) return false;
  if (original?.path !== before.path || row.item.baseline?.mode === 'link') return true;
  try {
    const [left = '', baseline = '', current = ''] = await Promise.all([original, before, after].map(readText));
    // What was kept or approved since, or is in git's index, may be a difference still, but every line is one of those shown.
    return merge3(left, current, baseline) !== current;
  } catch {
    // A binary file, or one that was not stored.
    return true;
  }
}

/** Whether the editor has loaded the last change of the file on the right. */
async function showsDisk({ modified }: ShownSides, readSide: ReadSide): Promise<boolean> {
  const document = modified && openDocument(modified);
  if (document === undefined || document.uri.scheme === reviewScheme) return true;
  // What cannot be read is refused where it matters. With unsaved edits, the side has these.
  const side = await readSide(document.uri).catch(() => undefined);
  return typeof side !== 'object' || side.text === undefined || withEol(side.text, '\n') === textOf(document);
}

/** The sides of the row's file in the active editor; undefined if that is no diff of it. */
function findShownSides({ item, movedFrom = item }: FileRow): ShownSides | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const files = [item, movedFrom].map((each) => fileOf(each).toString());
  const shows = (uri: vscode.Uri | undefined): boolean =>
    uri !== undefined && files.includes(findShownFile(uri)?.toString() ?? '');
  return diffsIn(input).find(({ original, modified }) => shows(modified ?? original));
}

/** The pairs of a tab's diff; a diff of several files has no type in the stable API. */
function diffsIn(input: unknown): readonly ShownSides[] {
  if (input instanceof vscode.TabInputTextDiff) return [input];
  const isOfSeveral = typeof input === 'object' && input !== null && 'textDiffs' in input;
  return isOfSeveral && Array.isArray(input.textDiffs) ? input.textDiffs : [];
}

function isSide(shown: vscode.Uri | undefined, side: vscode.Uri): boolean {
  if (side.scheme !== reviewScheme) return shown?.toString() === side.toString();
  const file = addressIn(side)?.file;
  if (shown === undefined) return file === undefined;
  return shown.scheme === reviewScheme && shown.path === side.path && isSameFile(addressIn(shown)?.file, file);
}

async function readText(uri: vscode.Uri): Promise<string> {
  return textOf(await vscode.workspace.openTextDocument(uri));
}

/** A text as a diff shows it, whose line endings are not compared. */
function textOf(document: vscode.TextDocument): string {
  return withEol(document.getText(), '\n');
}
