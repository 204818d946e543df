// Predicts what agents' search tools will read: the files that a call names, and the folders and globs of its search.
// Agents interpret globs differently, so every interpretation counts.
import { expandBraces, TooManyAlternativesError } from '../../pattern/braces.ts';
import type { Intent, Search } from '../dialect.ts';
import { readStrings, type Tool } from './toolAdapters.ts';

const wildcard = /[*?[\]{}!]/;
/** Maximum length of a call's globs in UTF-16 units, since reading them blocks the event loop. */
const maxGlobChars = 4096;
/** Maximum number of files and searches of a call, since checking them blocks the event loop. */
const maxLocations = 20_000;

const tooWideIntent: Intent = {
  kind: 'unpredictable',
  why: 'These globs name too much for Redline to tell whether it contains secrets, so nothing was read. Use * or several calls.',
};

/** The names of a search tool's input fields. */
interface SearchFields {
  readonly paths?: readonly string[];
  readonly globs: readonly string[];
}

/** Creates a tool that searches the files and folders at its paths; with globs, only the files that match. */
export function createSearchTool({ paths: pathFields = [], globs: globFields }: SearchFields): Tool {
  return {
    intentOf(input) {
      // Some agents send an empty path for none.
      const paths = readStrings(input, pathFields).filter((path) => path !== '');
      // Undefined is the agent's own folder.
      const folders = paths.length === 0 ? [undefined] : paths;
      const globTexts = readStrings(input, globFields);
      if (globTexts.join(' ').length > maxGlobChars || globTexts.some(isTooWide)) return tooWideIntent;
      const globs = globTexts.flatMap(listGlobs);
      if (folders.length * globs.length > maxLocations) return tooWideIntent;
      const fileNames = globs.filter((glob) => !wildcard.test(glob));
      const namedFiles = folders.flatMap((folder) => fileNames.map((name) => joinPath(folder, name)));
      // A search without glob stands for the folder itself: may it be searched at all?
      const searches = folders.flatMap((folder): Search[] => [
        ...listSearchedFolders(folder, globs).map((searched) => ({ folder: searched, glob: undefined })),
        ...globs.map((glob) => searchOf(folder, glob)),
      ]);
      return { kind: 'read', paths: [...paths, ...namedFiles], searches };
    },
  };
}

/** Creates a tool that reads the content of all files at the paths and globs in these input fields. */
export function createReadGlobsTool(...globFields: readonly string[]): Tool {
  return {
    intentOf(input) {
      const paths = readStrings(input, globFields);
      const searches = paths
        .filter((path) => wildcard.test(path))
        .map((glob) => ({ ...searchOf(undefined, glob), readsAll: true }));
      return paths.length === 0 ? undefined : { kind: 'read', paths, searches };
    },
  };
}

/**
 * All globs as which an agent may interpret a text: one, or several separated by blanks or commas. Omits excluding
 * globs (`!…`), since without them more is read.
 */
function listGlobs(text: string): string[] {
  const texts = [text, ...text.split(/\s+/), ...splitGlobs(text)].flatMap(interpretBackslashes);
  const expanded = texts.flatMap((glob) => expand(glob) ?? [glob]);
  // Folders are searched at any depth, with or without a leading `**/`.
  const shortened = expanded.map((glob) => glob.replace(/^(?:\*\*\/)+(?=.)/s, ''));
  // A leading slash may mean the searched folder or the root of the disk.
  const globs = shortened.flatMap((glob) => [glob, glob.replace(/^\/+/, '')]);
  return [...new Set(globs)].filter((glob) => glob !== '' && !glob.startsWith('!'));
}

/** Splits a list of globs at blanks, and at commas outside braces. */
function splitGlobs(text: string): readonly string[] {
  return text.split(/\s+|,(?![^{}]*\})/);
}

/** The glob with its backslashes taken for slashes, and taken for escapes. */
function interpretBackslashes(glob: string): readonly string[] {
  return [glob.replace(/^\\+/, '').replaceAll('\\', '/'), glob.replaceAll('\\', '')];
}

/** Whether a text has too many alternatives. If it is a list of globs, each of them counts, not the text as a whole. */
function isTooWide(text: string): boolean {
  return interpretBackslashes(text).some((interpretation) => {
    const globs = splitGlobs(interpretation);
    const isList = globs.every((glob) => expand(glob) !== undefined);
    return globs.some(hasTooManyAlternatives) || (!isList && hasTooManyAlternatives(interpretation));
  });
}

function hasTooManyAlternatives(glob: string): boolean {
  try {
    expandBraces(glob);
    return false;
  } catch (cause) {
    return cause instanceof TooManyAlternativesError;
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

/** The searched folder, and folders at the start of globs. A glob without wildcards may be the name of a folder. */
function listSearchedFolders(folder: string | undefined, globs: readonly string[]): (string | undefined)[] {
  const foldersInGlobs = globs.map((glob) =>
    wildcard.test(glob) ? searchOf(folder, glob).folder : joinPath(folder, glob),
  );
  return [...new Set([folder, ...foldersInGlobs])];
}

/** The search for a glob in the deepest folder that it names. */
function searchOf(folder: string | undefined, glob: string): Search {
  const start = glob.slice(0, glob.search(/[*?[{!]|$/)).lastIndexOf('/') + 1;
  if (start === 0) return { folder, glob };
  return { folder: joinPath(folder, glob.slice(0, start)), glob: glob.slice(start) };
}

/** Joins a path, with `/`, to a folder, unless the path is absolute. */
function joinPath(folder: string | undefined, path: string): string {
  const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(path);
  return folder === undefined || isAbsolute ? path : `${folder.replace(/[\\/]+$/, '')}/${path}`;
}
