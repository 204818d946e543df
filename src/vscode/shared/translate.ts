// Translates phrases into the language of the editor.
import * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { withoutAdvice, type ToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';

/** Translates a phrase into the language of the editor, for users; models get the English text. */
export function translate({ text, args }: Phrase): string {
  return vscode.l10n.t(
    text,
    ...args.map((argument) => (typeof argument === 'object' ? translate(argument) : argument)),
  );
}

/** The message of an error for users: without the advice for models. */
export function translateError({ userMessage, message }: ToolError): string {
  return userMessage === undefined ? withoutAdvice(message) : translate(userMessage);
}

/** Title of a call in the history; entries of earlier versions have it only in English. */
export function translateTitle({ title, phrase }: JournalEntry): string {
  return phrase === undefined ? title : translate(phrase);
}
