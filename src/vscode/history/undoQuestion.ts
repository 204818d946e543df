import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { linesText, timeText } from './historyWords.ts';
import { plainText } from '../files/plainText.ts';
import { atMost } from '../shared/atMost.ts';
import { shownTitle } from '../shared/shown.ts';

/** Calls that are named in a message, or files of one call; beyond them a number tells the rest. */
const namedAtMost = 10;

/** Says what an undo takes back, the newest call first, and asks whether to. Nothing is lost by it: it can be redone. */
export async function agreesToUndo(question: string, calls: readonly JournalEntry[]): Promise<boolean> {
  const yes = vscode.l10n.t('Undo');
  const kept = vscode.l10n.t('Later edits are kept. If they touch the same lines, the undo stops there.');
  const [only, ...others] = calls;
  const named = only !== undefined && others.length === 0 ? filesOf(only) : calls.map(inALine);
  const detail = [...atMost(named, namedAtMost), '', kept].join('\n');
  return vscode.window.showInformationMessage(question, { modal: true, detail }, yes).then(
    (answer) => answer === yes,
    // A host that shows no dialogs has nobody to ask, and the command itself was an answer.
    () => true,
  );
}

/** The titles of calls in one sentence's worth of words: `"Edit a.ts", "Create b.ts"`. */
export function titlesOf(calls: readonly JournalEntry[]): string {
  const titles = calls.map((entry) => `"${plainText(shownTitle(entry))}"`);
  return atMost(titles, namedAtMost).join(', ');
}

function inALine(entry: JournalEntry): string {
  return [plainText(shownTitle(entry)), ...linesText(entry.lines), timeText(new Date(entry.time))].join(' · ');
}

function filesOf(entry: JournalEntry): string[] {
  const files = entry.changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => plainText(at.path));
  return [[...linesText(entry.lines), timeText(new Date(entry.time))].join(' · '), ...files];
}
