// Collects the ignore files that are not applied, or only in part, and describes them.

import { posix } from 'node:path';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';

export interface IgnoreNotes {
  /** Must be called when a search uses these rules instead of ripgrep's. Until then, `notes()` is empty. */
  readonly markUsed: () => void;
  /** Sentences about ignore files that were not applied, or only in part; they name those that may be read. */
  readonly notes: (mayRead: (path: string) => boolean) => readonly string[];
}

/**
 * Records why an ignore file is not applied, or only in part.
 * @param path from the repository's top; undefined for a file outside the tree
 * @param reason the rest of a sentence, such as `is larger than 1 MiB and was not applied`
 */
export type AddNote = (path: string | undefined, reason: string) => void;

/** Maximum number of sentences about ignore files; further files are counted. */
const maxNotes = 5;

/** Start of each path outside the folder. Alone, it stands for any file outside the repository. */
const parentPrefix = '../';

/** Creates an empty collection. @param prefix path of the folder in its repository */
export function createIgnoreNotes(prefix: string): IgnoreNotes & { readonly add: AddNote } {
  /** Reasons by path from the folder. A file has one note, the last. */
  const reasonByPath = new Map<string, string>();
  // A set, since a user's own file is read again for each repository in the tree.
  const outerReasons = new Set<string>();
  let isUsed = false;
  return {
    add: (path, reason) => {
      if (path === undefined) outerReasons.add(reason);
      else reasonByPath.set(posix.relative(prefix, path), reason);
    },
    markUsed: () => (isUsed = true),
    notes: (mayRead) => {
      if (!isUsed) return [];
      const outer = [...outerReasons].map((reason) => [parentPrefix, reason] as const);
      const sentences = [...outer, ...reasonByPath].map(([path, reason]) => `${displayName(path, mayRead)} ${reason}.`);
      // Sentences about files without a name may be equal.
      const notes = [...new Set(sentences)].slice(0, maxNotes);
      const moreCount = sentences.filter((sentence) => !notes.includes(sentence)).length;
      if (moreCount === 0) return notes;
      const moreFiles = moreCount === 1 ? 'ignore file was' : 'ignore files were';
      return [...notes, `${moreCount} more ${moreFiles} not applied, or only in part.`];
    },
  };
}

/** The name of an ignore file in a note; without its path, if the access rules hide it. */
function displayName(path: string, mayRead: (path: string) => boolean): string {
  if (path.startsWith(parentPrefix)) return 'An ignore file outside the folder';
  return mayRead(path) ? escapeForDisplay(path) : 'A restricted ignore file';
}
