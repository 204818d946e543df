// Adapters for agents' tools that search or read files in folders and by globs, so that a glob cannot reach secrets unseen.
import { expandBraces, TooManyAlternatives } from '../pattern/braces.ts';
import { compileProtectedFiles } from '../rules/protected.ts';
import type { Intent, Search } from './dialect.ts';
import { readStrings, type Tool } from './tools.ts';

const wildcard = /[*?[\]{}!]/;
/** Maximum length of a call's globs, in UTF-16 units, and number of locations they name; checking does not yield. */
const limits = { globChars: 4096, places: 20_000 };

const tooWide: Intent = {
  kind: 'unpredictable',
  path: undefined,
  why: 'These globs name too much for Redline to tell whether it contains secrets, so nothing was read. Use * or several calls.',
};

/** A tool that searches the files and folders at its paths; with globs, only the files that match. */
export function searchTool(pathNames: readonly string[], globNames: readonly string[]): Tool {
  return {
    intentOf(input) {
      const paths = readStrings(input, pathNames);
      const folders = paths.length === 0 ? [undefined] : paths;
      const texts = readStrings(input, globNames);
      if (texts.join(' ').length > limits.globChars || texts.some(isTooWide)) return tooWide;
      const globs = texts.flatMap(globsIn);
      const files = globs.filter((glob) => !wildcard.test(glob));
      const secretGlobs = globs.filter(namesSecrets);
      if (folders.length * (files.length + secretGlobs.length) > limits.places) return tooWide;
      return {
        kind: 'read',
        paths: [...paths, ...folders.flatMap((folder) => files.map((file) => join(folder, file)))],
        searches: folders.flatMap((folder) =>
          texts.length === 0 ? [{ folder, glob: undefined }] : secretGlobs.map((glob) => searchOf(folder, glob)),
        ),
      };
    },
  };
}

/** A tool that reads all files at its paths and globs. */
export function readGlobsTool(...globNames: readonly string[]): Tool {
  return {
    intentOf(input) {
      const paths = readStrings(input, globNames);
      const searches = paths.filter((path) => wildcard.test(path)).map((glob) => searchOf(undefined, glob));
      return paths.length === 0 ? undefined : { kind: 'read', paths, searches };
    },
  };
}

/**
 * All globs that agents may read in a text: one, or several separated by blanks or commas; with a backslash as a slash,
 * or ignored.
 */
function globsIn(text: string): string[] {
  const globs = [text, ...text.split(/\s+/), ...splitGlobs(text)];
  const names = globs
    .flatMap(spellingsOf)
    .flatMap((glob) => expand(glob) ?? [glob])
    .map((glob) => glob.replace(/^(?:\*\*\/)+(?=.)/s, ''));
  // A leading slash may mean the searched folder or the disk.
  return [...new Set(names.flatMap((name) => [name, name.replace(/^\/+/, '')]))].filter(
    (glob) => glob !== '' && !glob.startsWith('!'),
  );
}

function splitGlobs(text: string): readonly string[] {
  return text.split(/\s+|,(?![^{}]*\})/);
}

function spellingsOf(glob: string): readonly string[] {
  return [glob.replace(/^\\+/, '').replaceAll('\\', '/'), glob.replaceAll('\\', '')];
}

/** Whether a text has too many alternatives. If it is a list of globs, each of them counts, not the text as a whole. */
function isTooWide(text: string): boolean {
  return spellingsOf(text).some((spelling) => {
    const parts = splitGlobs(spelling);
    return parts.some(hasTooMany) || (hasTooMany(spelling) && parts.some((part) => expand(part) === undefined));
  });
}

function hasTooMany(glob: string): boolean {
  try {
    expandBraces(glob);
    return false;
  } catch (cause) {
    return cause instanceof TooManyAlternatives;
  }
}

/** Expands braces; undefined if they are invalid or too many. */
function expand(glob: string): readonly string[] | undefined {
  try {
    return expandBraces(glob);
  } catch {
    return undefined;
  }
}

/** Whether a glob names files that may contain secrets. */
export function namesSecrets(glob: string): boolean {
  return compileProtectedFiles().reading([glob, glob.replace(/[*?[\]]/g, '')]) !== undefined;
}

/** The search for a glob in the deepest folder that it names. */
function searchOf(folder: string | undefined, glob: string): Search {
  const start = glob.slice(0, glob.search(/[*?[{!]|$/)).lastIndexOf('/') + 1;
  if (start === 0) return { folder, glob };
  return { folder: join(folder, glob.slice(0, start)), glob: glob.slice(start) };
}

/** Joins a path to a folder, unless it is absolute. */
function join(folder: string | undefined, path: string): string {
  const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(path);
  return folder === undefined || isAbsolute ? path : `${folder.replace(/[\\/]+$/, '')}/${path}`;
}
