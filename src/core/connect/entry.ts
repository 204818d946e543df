// Defines Redline's entries in settings files: properties and items of JSON, keys of TOML, and whole files. They are data, so
// that a thread can get them.
import { isRecord, isSameJson, type Json } from './jsonNodes.ts';

/** Which values are Redline's, in any version: the one it writes, any object, or those with such a string (or list of strings). */
export type OwnValues = 'same' | 'any' | { readonly field: string; readonly matches: RegExp };

/** Whether a value in the place of an entry, or in a list there, is Redline's. */
export function isOwnValue(value: unknown, entry: JsonEntry | TomlEntry): boolean {
  const { own } = entry;
  if (isSameJson(value, 'values' in entry ? entry.values : entry.value)) return true;
  if (own === 'same' || !isRecord(value)) return false;
  if (own === 'any') return true;
  const text: unknown = [value[own.field]].flat()[0];
  return typeof text === 'string' && own.matches.test(text);
}

/** An entry of Redline in a JSON settings file. `path` lists property names from the root. */
export type JsonEntry =
  | {
      /** An item of an array, which is created if missing. */
      readonly kind: 'item';
      readonly path: readonly string[];
      readonly value: Json;
      readonly own: OwnValues;
      /** Name of a list inside an item: an item is Redline's if all in its list are, else only those in it that are. */
      readonly group?: string;
    }
  | {
      /** A property, which must not have another value, unless that is an older one of Redline. */
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly value: Json;
      readonly own: OwnValues;
    };

/** Keys of a TOML settings file. */
export interface TomlEntry {
  /** A table with its own header, such as `['mcp_servers', 'redline']`; empty for top-level keys. */
  readonly table: readonly string[];
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Which tables are Redline's. */
  readonly own: OwnValues;
  /**
   * Keys to delete: those with this prefix and value that are not in `values`, such as folders that Hold no longer
   * exempts.
   */
  readonly stale?: { readonly prefix: string; readonly value: string };
}

/** A file that is Redline's alone. */
export interface OwnFile {
  readonly format: 'own';
  readonly text: string;
  /** Which files of this name are Redline's, in any version: those with such a text, or such a string in their JSON. */
  readonly own: { readonly in: 'text' | 'strings'; readonly matches: RegExp };
}

/** The entries of Redline in one file. */
export type FileEntries =
  | { readonly format: 'json'; readonly entries: readonly JsonEntry[] }
  | { readonly format: 'toml'; readonly entries: readonly TomlEntry[] }
  | OwnFile;
