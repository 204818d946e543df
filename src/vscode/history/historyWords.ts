import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';

/** "Today", "Yesterday", or the date; the day is that of this machine. */
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

/** "+3 −1"; nothing for what changed no lines, or where they were not counted. */
export function linesText(lines: JournalEntry['lines']): string[] {
  return lines === undefined || lines.added + lines.removed === 0 ? [] : [`+${lines.added} −${lines.removed}`];
}
