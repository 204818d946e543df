// Writes the journal entry of a call ahead of its changes.

import type { Change } from '../../core/change/change.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { Journal } from '../journal/journal.ts';

/**
 * The journal entry of a call, without permissions: its turn, and whether it was made without approval, to be reviewed
 * afterwards.
 */
export function newEntryOf(title: Phrase, { tool, caller, later }: Call): NewEntry {
  const { session, inTurn: turn } = caller;
  return {
    title: inEnglish(title),
    phrase: title,
    tool,
    session,
    caller,
    ...(later === true ? { later } : {}),
    ...(turn === undefined ? {} : { turn }),
  };
}

/** Writes the entry of a call ahead. Throws system errors as ToolError. */
export async function beginEntry(
  journal: Journal,
  changes: readonly Change[],
  attributes: NewEntry,
): Promise<JournalEntry> {
  return journal.begin(changes, attributes).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Recording the change in the history'));
  });
}
