import * as z from 'zod/mini';
import { journalEntry, storedChange, type JournalEntry, type StoredChange } from './journalEntry.ts';
import type { Yielding } from '../async/yielding.ts';

/*
 * The text of an entry is JSON with one change a line:
 *
 *     {…,"changes":[
 *     {change},
 *     {change}
 *     ]}
 *
 * so that an entry of many files is written and read in turns. Other JSON, as earlier versions wrote it, is read at once.
 */
const opening = '"changes":[\n';
const closing = '\n]}';

/** Changes in one part, or one turn. */
const inTurn = 100;

const head = z.object({ ...journalEntry.shape, changes: z.array(z.unknown()) });

/** A part in each turn. */
export function* partsOf(entry: JournalEntry): Yielding<string[]> {
  const { changes, ...rest } = entry;
  const parts = [`${JSON.stringify({ ...rest, changes: [] }).slice(0, -2)}\n`];
  for (let at = 0; at < changes.length; at += inTurn) {
    yield;
    const lines = changes.slice(at, at + inTurn).map((change) => JSON.stringify(change));
    parts.push((at === 0 ? '' : ',\n') + lines.join(',\n'));
  }
  return [...parts, closing];
}

/** Undefined where a text is no entry; `version` alone where it is one of another version. */
export function* entryFrom(text: string): Yielding<JournalEntry | { readonly otherVersion: true } | undefined> {
  const end = text.indexOf('\n') + 1;
  const isInLines = text.endsWith(closing) && text.slice(0, end).endsWith(opening);
  const value = parsed(isInLines ? `${text.slice(0, end)}]}` : text);
  if (typeof value !== 'object' || value === null) return undefined;
  if ('version' in value && ![2, 3, 4].some((known) => known === value.version)) return { otherVersion: true };
  const read = head.safeParse(value);
  if (!read.success) return undefined;
  const lines = isInLines ? text.slice(end, -closing.length).split(',\n').filter(Boolean) : undefined;
  const changes: StoredChange[] = [];
  for (const [index, each] of (lines ?? read.data.changes).entries()) {
    const change = storedChange.safeParse(typeof each === 'string' ? parsed(each) : each);
    if (!change.success) return undefined;
    changes.push(change.data);
    if (index % inTurn === inTurn - 1) yield;
  }
  return { ...read.data, changes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
