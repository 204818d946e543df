// Defines Redline's entries in settings files: JSON properties and array items, TOML keys, and whole files. They connect
// agents, or hold folders read-only (Hold). They are plain data, so that they can be passed to a worker thread.
import { isRecord, isSameJson, type Json } from './json/jsonNodes.ts';

/**
 * Tells which values any version of Redline wrote: only those equal to the entry's (`same`), every object (`any`), or
 * the objects whose `field` is a string that matches, or a list whose first item is such a string.
 */
export type RecognizedValues = 'same' | 'any' | { readonly field: string; readonly matches: RegExp };

interface EntryBase {
  /** The values at the entry's place that are Redline's. */
  readonly recognized: RecognizedValues;
  /** Whether users often have the same setting themselves, so that it does not show that Redline wrote it. */
  readonly isCommon?: boolean;
}

/**
 * Whether a value at an entry's path, or an item of the list there, is Redline's. For a common entry, it may still be
 * the user's: callers that need to know who wrote it leave out those entries.
 */
export function isOwnValue(value: unknown, entry: JsonEntry | TomlEntry): boolean {
  const { recognized } = entry;
  if (isSameJson(value, 'values' in entry ? entry.values : entry.value)) return true;
  if (recognized === 'same' || !isRecord(value)) return false;
  if (recognized === 'any') return true;
  const field = value[recognized.field];
  const text: unknown = Array.isArray(field) ? field[0] : field;
  return typeof text === 'string' && recognized.matches.test(text);
}

interface JsonEntryBase extends EntryBase {
  /** Property names from the root. */
  readonly path: readonly string[];
  readonly value: Json;
}

/** An item of the array at `path`, which is created if missing. */
export interface JsonItemEntry extends JsonEntryBase {
  readonly kind: 'item';
  /**
   * Name of a list in each item. If all members of that list are Redline's, so is the item; if some are, only these
   * members are.
   */
  readonly group?: string;
}

/** A property at `path`. Another value there is a conflict, unless it is `recognized`. */
interface JsonMemberEntry extends JsonEntryBase {
  readonly kind: 'member';
}

export type JsonEntry = JsonItemEntry | JsonMemberEntry;

/** Keys of one table of a TOML settings file. */
export interface TomlEntry extends EntryBase {
  /** A table with its own header, such as `['mcp_servers', 'redline']`; empty for top-level keys. */
  readonly table: readonly string[];
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Keys to delete: those with this prefix and value, not in `values`, e.g. folders that Hold no longer exempts. */
  readonly stale?: { readonly prefix: string; readonly value: string };
}

/** A file that is Redline's alone. */
export interface WholeFile {
  readonly format: 'whole';
  readonly text: string;
  /** The files that any version of Redline wrote: by their text, or by a string in their JSON. */
  readonly recognized: { readonly in: 'text' | 'strings'; readonly matches: RegExp };
}

/** The entries of Redline in one file. */
export type FileEntries =
  | { readonly format: 'json'; readonly entries: readonly JsonEntry[] }
  | { readonly format: 'toml'; readonly entries: readonly TomlEntry[] }
  | WholeFile;
