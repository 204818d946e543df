// Formats dates, times and line counts of the history, and asks whether to undo calls.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { translateTitle } from '../shared/translate.ts';
import { firstNames } from '../shared/changeLabels.ts';
import { askInDialog } from '../messages/ask.ts';

/** Label of a date: "Today", "Yesterday", or the date, in local time. */
export function dayText(time: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (time.toDateString() === now.toDateString()) return vscode.l10n.t('Today');
  if (time.toDateString() === yesterday.toDateString()) return vscode.l10n.t('Yesterday');
  return time.toLocaleDateString(vscode.env.language, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

export function timeText(time: Date): string {
  return time.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
}

/** Label of line counts: "+3 −1"; empty if no lines changed, or they were not counted. */
export function linesText(lines: JournalEntry['lines']): string[] {
  return lines === undefined || lines.added + lines.removed === 0 ? [] : [`+${lines.added} −${lines.removed}`];
}

/** Maximum number of calls, or files of one call, in a message. */
const maxNamed = 10;

/** Asks whether to undo calls (newest first); lists them, or the files of a single one. */
export async function confirmUndo(question: string, calls: readonly JournalEntry[]): Promise<boolean> {
  const undoLabel = vscode.l10n.t('Undo');
  const effect = vscode.l10n.t('Later edits are kept. If they touch the same lines, the undo stops there.');
  const [only, ...others] = calls;
  const lines = only !== undefined && others.length === 0 ? detailsOf(only) : calls.map(summaryLine);
  return (
    (await askInDialog('Information', question, [...firstNames(lines, maxNamed), '', effect], undoLabel)) === undoLabel
  );
}

/** Titles of several calls: `"Edit a.ts", "Create b.ts"`. */
export function titlesOf(calls: readonly JournalEntry[]): string {
  const titles = calls.map((entry) => `"${translateTitle(entry)}"`);
  return firstNames(titles, maxNamed).join(', ');
}

function summaryLine(entry: JournalEntry): string {
  return [translateTitle(entry), ...linesText(entry.lines), timeText(new Date(entry.time))].join(' · ');
}

function detailsOf(entry: JournalEntry): string[] {
  const files = entry.changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path);
  return [[...linesText(entry.lines), timeText(new Date(entry.time))].join(' · '), ...files];
}
