// Groups the calls of the history by chat turn.
import type { JournalEntry } from './journalEntry.ts';

/** Calls of one chat session, or of no session, without a long pause between them. */
export interface CallGroup {
  /** The id of its first call. */
  readonly id: string;
  /** Whether the calls came from a chat. */
  readonly chat: boolean;
  /** Who made them; undefined in histories of earlier versions. */
  readonly caller: JournalEntry['caller'];
  /** ISO 8601 UTC, of the first and the last call. */
  readonly from: string;
  readonly to: string;
  /** The newest first. */
  readonly calls: readonly JournalEntry[];
}

/** Milliseconds without a call after which a new group begins. */
const minPause = 5 * 60_000;

/** Groups calls (oldest first) by their chat turns, as far as pauses tell; the newest group comes first. */
export function groupCalls(calls: readonly JournalEntry[]): CallGroup[] {
  const groups: JournalEntry[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous !== undefined && continuesGroup(call, previous)) last.push(call);
    else groups.push([call]);
  }
  return groups.flatMap(toGroup).toReversed();
}

function continuesGroup(call: JournalEntry, previous: JournalEntry): boolean {
  // Negative if the clock was set back: not a pause.
  const gap = Date.parse(call.time) - Date.parse(previous.time);
  return call.session === previous.session && call.caller?.agent === previous.caller?.agent && gap < minPause;
}

function toGroup(calls: readonly JournalEntry[]): CallGroup[] {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { caller, session } = first;
  // In histories of earlier versions only calls of a chat have a session.
  const chat = caller === undefined ? session !== undefined : caller.via === 'chat';
  return [{ id: first.id, chat, caller, from: first.time, to: last.time, calls: calls.toReversed() }];
}
