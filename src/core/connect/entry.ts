// Defines Redline's entries in settings files: properties and items of JSON, keys of TOML, and whole files.
import type { Json } from './jsonNodes.ts';

/** An entry of Redline in a JSON settings file. `path` lists property names from the root. */
export type JsonEntry =
  | {
      /** An item of an array, which is created if missing. */
      readonly kind: 'item';
      readonly path: readonly string[];
      readonly value: Json;
      readonly isOwn: (item: Json) => boolean;
      /** Name of a list inside an item: an item is Redline's if all in its list are, else only those in it that are. */
      readonly group?: string;
    }
  | {
      /** A property, which must not have another value, unless that is an older one of Redline. */
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly value: Json;
      readonly isOwn: (value: Json) => boolean;
    };

/** Keys of a TOML settings file. */
export interface TomlEntry {
  /** A table with its own header, such as `['mcp_servers', 'redline']`; empty for top-level keys. */
  readonly table: readonly string[];
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Whether an existing table is Redline's. */
  readonly isOwn: (value: unknown) => boolean;
}

/** A file that is Redline's alone. */
export interface OwnFile {
  readonly format: 'own';
  readonly text: string;
  /** Whether a file of this name is Redline's, in any version. */
  readonly isOwn: (text: string) => boolean;
}

/** The entries of Redline in one file. */
export type FileEntries =
  | { readonly format: 'json'; readonly entries: readonly JsonEntry[] }
  | { readonly format: 'toml'; readonly entries: readonly TomlEntry[] }
  | OwnFile;
