import type { JournalEntry } from './journalEntry.ts';

/** Calls that belong together: of one chat session without a long pause, or, where no session is known, of one time. */
export interface CallGroup {
  /** The id of its first call. */
  readonly id: string;
  /** Whether the calls came from a chat. */
  readonly chat: boolean;
  /** ISO 8601 UTC, of the first and the last call. */
  readonly from: string;
  readonly to: string;
  /** The newest first. */
  readonly calls: readonly JournalEntry[];
}

/** After this long without a call, in milliseconds, the next one begins a new group: the person has spoken again. */
const pause = 5 * 60_000;

/** Groups calls (oldest first) by agent turn, as far as that can be told; the newest group comes first. */
export function groupCalls(calls: readonly JournalEntry[]): CallGroup[] {
  const groups: JournalEntry[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && belongsTo(call, before)) last.push(call);
    else groups.push([call]);
  }
  return groups.flatMap(toGroup).toReversed();
}

function belongsTo(call: JournalEntry, before: JournalEntry): boolean {
  const gap = Date.parse(call.time) - Date.parse(before.time);
  // A clock that was set back says nothing about a pause.
  return call.session === before.session && gap < pause;
}

function toGroup(calls: readonly JournalEntry[]): CallGroup[] {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const chat = first.session !== undefined;
  return [{ id: first.id, chat, from: first.time, to: last.time, calls: calls.toReversed() }];
}
