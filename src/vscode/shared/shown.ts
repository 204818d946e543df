import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { Phrase } from '../../core/wording/phrase.ts';

/** A phrase for the person: in the language of the editor, while models read its English. */
export function shown({ text, args }: Phrase): string {
  return vscode.l10n.t(text, ...args.map((argument) => (typeof argument === 'object' ? shown(argument) : argument)));
}

/** What a call of the history did; one of an earlier version has its English alone. */
export function shownTitle({ title, phrase }: JournalEntry): string {
  return phrase === undefined ? title : shown(phrase);
}
