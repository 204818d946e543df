// Collects the ignore files that are not applied, or only in part, and describes them.

import { posix } from 'node:path';
import { escapeForDisplay } from '../../core/text/unicode.ts';

export interface IgnoreNotes {
  /** Must be called when a search uses these rules instead of ripgrep's. Until then, `notes()` is empty. */
  readonly markUsed: () => void;
  /** Sentences about ignore files that were not applied, or only in part; they name those that may be read. */
  readonly notes: (mayRead: (path: string) => boolean) => readonly string[];
}

/**
 * Records why an ignore file is not applied, or only in part. `path` is from the repository's top; undefined for a file
 * outside the tree.
 */
export type AddFault = (path: string | undefined, reason: string) => void;

/** Maximum number of ignore files with a note of their own. */
const maxNotes = 5;

/** Start of each path outside the folder; alone, the path of a file that is not in the tree. */
const parentPrefix = '../';

/** @param prefix path of the folder in its repository */
export function createFaultList(prefix: string): IgnoreNotes & { readonly add: AddFault } {
  const reasonByPath = new Map<string, string>();
  let isUsed = false;
  return {
    add: (path, reason) =>
      void reasonByPath.set(path === undefined ? parentPrefix : posix.relative(prefix, path), reason),
    markUsed: () => (isUsed = true),
    notes: (mayRead) => {
      const reasons = isUsed ? [...reasonByPath] : [];
      const notes = [...new Set(reasons.map(([path, reason]) => `${nameRuleFile(path, mayRead)} ${reason}.`))];
      const more = notes.splice(maxNotes).length;
      const moreFiles = more === 1 ? 'ignore file was' : 'ignore files were';
      return more === 0 ? notes : [...notes, `${more} more ${moreFiles} not applied, or only in part.`];
    },
  };
}

/** Names an ignore file in a note, unless the access rules hide its name. */
function nameRuleFile(path: string, mayRead: (path: string) => boolean): string {
  if (path.startsWith(parentPrefix)) return 'An ignore file outside the folder';
  return mayRead(path) ? escapeForDisplay(path) : 'A restricted ignore file';
}
