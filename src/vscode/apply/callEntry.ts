// Creates the journal entry of a call, and writes it before the call's changes, so that a crash can be recovered. Later
// failures to write it are only logged: the files themselves are not affected.

import type { Change } from '../../core/change/change.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { formatTrace, toToolError } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../shared/log.ts';

/** The attributes of a call's journal entry, to which the caller adds the permissions. */
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

/** Writes the entry of a call before its first change is written. Throws system errors as ToolError. */
export async function beginEntry(
  journal: Journal,
  changes: readonly Change[],
  attributes: NewEntry,
): Promise<JournalEntry> {
  return journal.begin(changes, attributes).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Recording the change in the history'));
  });
}

/** Returns a handler for a failed write of the history. */
export function logHistoryFailure(log: Log): (cause: unknown) => void {
  return (cause) => log.error(`The history could not be written: ${formatTrace(cause)}`);
}
