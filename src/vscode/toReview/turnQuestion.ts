// Asks before a turn is reverted: lists the files, those that may be someone else's, and those that stay as they are.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { describeChange, diffOf } from '../../core/change/summary.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { TurnChanges } from '../../core/toReview/turnChanges.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { precomputeComparisons } from '../../tools/pipeline/precompute.ts';
import { plainText } from '../files/plainText.ts';
import { confirmed } from '../shared/confirmed.ts';
import { firstNames } from '../shared/changeLabels.ts';
import { translate } from '../shared/translate.ts';
import type { ListedTurn } from './turnChanges.ts';
import type { TurnChange } from './turnPlan.ts';

/** Maximum number of names of each kind in the question; the diff lists all. */
const maxNamed = 10;
/** Maximum UTF-16 units of all diffs. Further files are listed by name. */
const maxDiffs = 5_000_000;

export interface TurnQuestion {
  /** Display name of the agent. */
  readonly who: string;
  readonly listed: ListedTurn;
  readonly found: TurnChanges;
  readonly plan: () => Promise<readonly Change[]>;
  /** Creates a read-only file with this name and text. */
  readonly keepText: (name: string, text: string) => vscode.Uri;
}

export interface Agreement {
  /** The changes that the user saw as a diff, if they asked for it. */
  readonly seen?: readonly Change[];
}

/**
 * Asks in a dialog, or in a notification beside a diff of all files if the user requests one. Undefined if the user
 * declines. Throws as `plan` does.
 */
export async function askToRevert(question: TurnQuestion): Promise<Agreement | undefined> {
  const { who, listed, found, plan, keepText } = question;
  const [yes, showAll] = [vscode.l10n.t('Revert'), vscode.l10n.t('Show All Changes')];
  const names = pathsOf(listed.changes);
  const text = vscode.l10n.t('Revert the turn of {0}: {1} files?', who, names.length);
  const kept = vscode.l10n.t('Later edits are kept. You can undo this in the history.');
  const detail = [...firstNames(names.map(safe), maxNamed), '', ...cautions(listed, found, maxNamed), kept].join('\n');
  // An error of a host that cannot show dialogs counts as no.
  const answer = await vscode.window
    .showWarningMessage(text, { modal: true, detail }, yes, showAll)
    .then(undefined, () => undefined);
  if (answer !== showAll) return answer === yes ? {} : undefined;
  const seen = await plan();
  const name = `${vscode.l10n.t('Revert a turn of {0}', who).replaceAll('/', ' ')}.diff`;
  const diff = await diffText(seen, [text, ...cautions(listed, found, Infinity), kept]);
  await vscode.window.showTextDocument(keepText(name, diff), { preview: true });
  return (await confirmed(vscode.window.showWarningMessage(text, yes), yes)) ? { seen } : undefined;
}

/** Whether two plans make the same changes. */
export function isSamePlan(one: readonly Change[], other: readonly Change[]): boolean {
  const [facts, otherFacts] = [one, other].map((changes) => JSON.stringify(changes.map(comparedFieldsOf)));
  return facts === otherFacts;
}

function comparedFieldsOf(change: Change): readonly unknown[] {
  const [before, after] = ['before' in change ? change.before : {}, 'after' in change ? change.after : {}];
  const idOf = (side: object): unknown => ('sha256' in side ? side.sha256 : 'target' in side ? side.target : null);
  const mode = 'mode' in change ? change.mode : null;
  return [change.kind, change.at.uri, 'from' in change ? change.from.uri : null, idOf(before), idOf(after), mode];
}

/** Lists the changes, one a line, followed by their diffs. */
async function diffText(changes: readonly Change[], head: readonly string[]): Promise<string> {
  await precomputeComparisons(changes);
  let room = maxDiffs;
  const diffs = await mapConcurrently(changes, async (change) => {
    if (room <= 0) return '';
    const diff = diffOf(change, room);
    room -= diff.length;
    return diff;
  });
  const lines = changes.map((change) => escapeForDisplay(translate(describeChange(change))));
  return [...head, '', ...lines, '', ...diffs.filter((diff) => diff !== '')].join('\n');
}

function pathsOf(changes: readonly TurnChange[]): readonly string[] {
  const files = changes.filter(({ kind }) => kind !== 'folderMade' && kind !== 'folderDeleted');
  return [...new Set(files.flatMap((each) => ('from' in each ? [each.at.path, each.from.path] : each.at.path)))];
}

/** Warnings before a turn is reverted: changes that may be someone else's, and files that stay, with the reason. */
export function cautions({ left }: ListedTurn, { unsure, byTime }: TurnChanges, limit: number): string[] {
  const line = (paths: readonly string[], words: (names: string) => string): string[] =>
    paths.length === 0 ? [] : [words(firstNames([...new Set(paths)].map(safe), limit).join(', '))];
  return [
    ...line(
      byTime.map(({ path }) => path),
      (names) =>
        vscode.l10n.t(
          'No command of the agent was known to run when {0} changed: it may be the work of another program.',
          names,
        ),
    ),
    ...line(left, (names) =>
      vscode.l10n.t(
        '{0} stays as it is: no copy was kept, or it is a large file or a moved folder, whose call you can undo in the history.',
        names,
      ),
    ),
    ...line(
      unsure.map(({ path }) => path),
      (names) => vscode.l10n.t('Something else may have changed {0}, which stays as it is.', names),
    ),
  ];
}

function safe(name: string): string {
  return plainText(escapeForDisplay(name));
}
