// Asks before a turn is reverted: lists the files, the files that may be someone else's, and the files that stay as
// they are. Also compares the plan that the user saw with the one to carry out.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { describeChange, diffOf } from '../../../core/change/summary.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import type { TurnChanges } from '../../../core/toReview/turnChanges.ts';
import { mapConcurrently, runYielding } from '../../../async/eventLoop.ts';
import { precomputeComparisons } from '../../../core/change/changeComparison.ts';
import { firstNames } from '../../shared/changeLabels.ts';
import { translate } from '../../shared/translate.ts';
import type { RevertibleTurn } from './revertibleTurn.ts';
import type { TurnChange } from './turnPlan.ts';
import { notify } from '../../messages/notify.ts';
import { askInDialog } from '../../messages/ask.ts';

/** Maximum number of names of each kind in the question; the diff lists all. */
const maxNamedFiles = 10;
/** Maximum UTF-16 units of all diffs. Further files are listed by name. */
const maxDiffsChars = 5_000_000;

export interface TurnQuestion {
  readonly agentName: string;
  readonly revertible: RevertibleTurn;
  readonly turnChanges: TurnChanges;
  readonly plan: () => Promise<readonly Change[]>;
  /** See `StoredSides.createTextFile`. */
  readonly createTextFile: (name: string, text: string) => vscode.Uri;
}

export interface Agreement {
  /** The changes that the user saw as a diff; undefined if the user did not ask for it. */
  readonly seen?: readonly Change[];
}

/**
 * Asks in a dialog, or in a notification beside a diff of all files if the user requests one. Undefined if the user
 * declines. Throws as `plan` does.
 */
export async function askToRevert(question: TurnQuestion): Promise<Agreement | undefined> {
  const { agentName, revertible, turnChanges, plan, createTextFile } = question;
  const revertLabel = vscode.l10n.t('Revert');
  const showAll = vscode.l10n.t('Show All Changes');
  const paths = pathsOf(revertible.changes);
  const text = vscode.l10n.t('Revert the turn of {0}: {1} files?', agentName, paths.length);
  const keptNote = vscode.l10n.t('Later edits are kept. You can undo this in the history.');
  const details = [
    ...firstNames(paths, maxNamedFiles),
    '',
    ...revertWarnings(revertible, turnChanges, maxNamedFiles),
    keptNote,
  ];
  const answer = await askInDialog('Warning', text, details, revertLabel, showAll);
  if (answer !== showAll) return answer === revertLabel ? {} : undefined;
  const seen = await plan();
  const name = `${vscode.l10n.t('Revert a turn of {0}', agentName).replaceAll('/', ' ')}.diff`;
  const diff = await diffText(seen, [text, ...revertWarnings(revertible, turnChanges, Infinity), keptNote]);
  await vscode.window.showTextDocument(createTextFile(name, diff), { preview: true });
  return (await notify('Warning', text, revertLabel)) === revertLabel ? { seen } : undefined;
}

export function isSamePlan(a: readonly Change[], b: readonly Change[]): boolean {
  const keyOf = (changes: readonly Change[]): string => JSON.stringify(changes.map(comparedFieldsOf));
  return keyOf(a) === keyOf(b);
}

/** The fields of a change that decide what it does; contents by their hash or link target. */
function comparedFieldsOf(change: Change): readonly unknown[] {
  const before = 'before' in change ? change.before : {};
  const after = 'after' in change ? change.after : {};
  const idOf = (side: object): unknown => {
    if ('sha256' in side) return side.sha256;
    return 'target' in side ? side.target : null;
  };
  const mode = 'mode' in change ? change.mode : null;
  return [change.kind, change.at.uri, 'from' in change ? change.from.uri : null, idOf(before), idOf(after), mode];
}

async function diffText(changes: readonly Change[], introduction: readonly string[]): Promise<string> {
  await runYielding(precomputeComparisons(changes));
  let remainingChars = maxDiffsChars;
  const diffs = await mapConcurrently(changes, async (change) => {
    // Without an `await`, the calls run in the order of the changes, so that the first diffs are shown.
    if (remainingChars <= 0) return '';
    const diff = diffOf(change, remainingChars);
    remainingChars -= diff.length;
    return diff;
  });
  const lines = changes.map((change) => escapeForDisplay(translate(describeChange(change))));
  return [...introduction, '', ...lines, '', ...diffs.filter((diff) => diff !== '')].join('\n');
}

/** Lists the paths of changed files, both for a moved file; omits folders. */
function pathsOf(changes: readonly TurnChange[]): readonly string[] {
  const files = changes.filter(({ kind }) => kind !== 'folderCreated' && kind !== 'folderDeleted');
  return [
    ...new Set(files.flatMap((change) => ('from' in change ? [change.at.path, change.from.path] : change.at.path))),
  ];
}

/** @param limit maximum number of files that each warning names */
export function revertWarnings(
  { unrevertedPaths }: RevertibleTurn,
  { unsure, byTime }: TurnChanges,
  limit: number,
): string[] {
  const warning = (paths: readonly string[], toText: (names: string) => string): string[] => {
    if (paths.length === 0) return [];
    const names = firstNames([...new Set(paths)].map(escapeForDisplay), limit);
    return [toText(names.join(', '))];
  };
  return [
    ...warning(
      byTime.map(({ path }) => path),
      (names) =>
        vscode.l10n.t(
          'No command of the agent was known to run when {0} changed: it may be the work of another program.',
          names,
        ),
    ),
    ...warning(unrevertedPaths, (names) =>
      vscode.l10n.t(
        '{0} stays as it is: no copy was kept, or it is a large file, a moved folder or in one. You can undo its call in the history.',
        names,
      ),
    ),
    ...warning(
      unsure.map(({ path }) => path),
      (names) => vscode.l10n.t('Something else may have changed {0}, which stays as it is.', names),
    ),
  ];
}
