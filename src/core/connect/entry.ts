// The shapes of what Redline writes into settings files: members and items of JSON, keys of TOML, whole files.
import type { Json } from './jsonNodes.ts';

/** Something of Redline's in a settings file of JSON. `path` names members from the top. */
export type JsonEntry =
  | {
      /** An item of a list, which is made if it is missing. */
      readonly kind: 'item';
      readonly path: readonly string[];
      readonly value: Json;
      readonly isOwn: (item: Json) => boolean;
      /** Name of a list inside an item: an item is Redline's if all in its list are, else only those in it that are. */
      readonly group?: string;
    }
  | {
      /** A member, which must not be there with another value, unless that is an older one of Redline's. */
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly value: Json;
      readonly isOwn: (value: Json) => boolean;
    };

/** Keys of a settings file of TOML. */
export interface TomlEntry {
  /** A table with its own header, such as `['mcp_servers', 'redline']`; empty for keys at the top of the file. */
  readonly table: readonly string[];
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Whether a table that is there already is Redline's. */
  readonly isOwn: (value: unknown) => boolean;
}

/** A file that is Redline's alone. */
export interface OwnFile {
  readonly format: 'own';
  readonly text: string;
  /** Whether a file of this name is Redline's, of whatever version. */
  readonly isOwn: (text: string) => boolean;
}

/** What Redline writes into one file. */
export type FileEntries =
  | { readonly format: 'json'; readonly entries: readonly JsonEntry[] }
  | { readonly format: 'toml'; readonly entries: readonly TomlEntry[] }
  | OwnFile;
