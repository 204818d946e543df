// Implements text search in JavaScript, for hosts that cannot run ripgrep: virtual workspaces and the browser.
import { validationError } from '../wording/errors.ts';
import { lineStarts } from '../text/text.ts';
import { escapeForDisplay } from '../text/unicode.ts';
import { compileFinder, type MatchFinder } from './finder.ts';
import type { FileTree, NotText } from './fileTree.ts';
import { noteUnreadable } from './unreadableNote.ts';
import { limitResults } from './limitMatches.ts';
import { contextLinesOf, locateMatches } from './locateMatches.ts';
import type { MatchSpan } from './regex/scanner.ts';
import {
  maxListedSkipped,
  type FileMatches,
  type SearchLimits,
  type SearchScope,
  type SkippedFiles,
  type TextSearch,
  type UnsavedFile,
} from './textSearch.ts';
import { walkFiles } from './walk.ts';

/** Maximum number of pauses in one file: some seconds of work. */
const maxPauses = 400;
/** Number of matches in one file after which the event loop may run. */
const matchesBetweenPauses = 10_000;
/** Number of files read at once, since reading one takes a round trip. */
const maxParallelReads = 8;
/** Maximum number of files listed in a note. */
const maxListedFiles = 5;

/**
 * Creates a search with the same results as ripgrep's. The time for a file is bounded, and long work pauses.
 *
 * @param treeOf gives access to the folder of a scope
 */
export function createOwnSearch(treeOf: (scope: SearchScope, signal: AbortSignal | undefined) => FileTree): TextSearch {
  return {
    async search(query, scope, limits, unsaved, signal) {
      if (query.text === '') throw validationError('The query is empty. Send the text to look for.');
      const finder = compileFinder(query);
      const tree = treeOf(scope, signal);
      const walk = walkFiles(withUnsaved(tree, unsaved), scope, 'filesAndFolders');
      const texts = readTexts(tree, walk.files, new Map(unsaved.map(({ path, text }) => [path, text])));
      const outcome: SearchOutcome = {
        files: [],
        unfinishedPaths: [],
        skipped: { count: 0, files: [] },
        searchedCount: 0,
        unreadableCount: 0,
      };
      let matchCount = 0;
      for await (const { path, text } of texts) {
        signal?.throwIfAborted();
        if (typeof text !== 'string') {
          recordUnsearched(outcome, path, text);
          continue;
        }
        outcome.searchedCount++;
        const { file, isComplete } = await searchFile(tree, finder, path, text, limits);
        if (!isComplete) outcome.unfinishedPaths.push(path);
        if (file === undefined || scope.mayTell?.(path) === false) continue;
        outcome.files.push(file);
        matchCount += file.matches.length;
        if (matchCount > limits.maxMatches) break;
      }
      const isStoppedEarly = matchCount > limits.maxMatches;
      const { files, unfinishedPaths, skipped, searchedCount, unreadableCount } = outcome;
      return {
        ...limitResults(files, limits),
        filesMatched: isStoppedEarly ? undefined : files.length,
        filesSearched: isStoppedEarly ? undefined : searchedCount,
        skipped,
        excluded: files.length === 0 ? walk.excluded() : undefined,
        notes: [...noteUnreadable(unreadableCount + walk.unreadableCount()), ...unfinishedNotes(unfinishedPaths)],
      };
    },
  };
}

/** The results so far. */
interface SearchOutcome {
  readonly files: FileMatches[];
  readonly unfinishedPaths: string[];
  readonly skipped: { count: number; readonly files: SkippedFiles['files'][number][] };
  searchedCount: number;
  unreadableCount: number;
}

function recordUnsearched(outcome: SearchOutcome, path: string, text: NotText | undefined): void {
  const { skipped } = outcome;
  if (text === undefined) outcome.unreadableCount++;
  else if (skipped.count++ < maxListedSkipped) skipped.files.push({ path, reason: text.reason });
}

/** Adds unsaved new files, and their folders, to the listings of the tree. */
function withUnsaved(tree: FileTree, unsaved: readonly UnsavedFile[]): FileTree {
  if (unsaved.length === 0) return tree;
  return {
    ...tree,
    list: async (folder) => {
      const entries = await tree.list(folder);
      const listedNames = new Set(entries?.map(({ name }) => name));
      const prefix = folder === '' ? '' : `${folder}/`;
      const unsavedEntries = new Map<string, 'file' | 'directory'>();
      for (const { path } of unsaved) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        if (!listedNames.has(name)) unsavedEntries.set(name, rest.length === 0 ? 'file' : 'directory');
      }
      if (entries === undefined && unsavedEntries.size === 0) return undefined;
      return [...(entries ?? []), ...Array.from(unsavedEntries, ([name, type]) => ({ name, type }))];
    },
  };
}

interface FileText {
  readonly path: string;
  readonly text: string | NotText | undefined;
}

/** Reads several files at once, and yields them in order. */
async function* readTexts(
  tree: FileTree,
  paths: AsyncGenerator<string, void, void>,
  unsaved: ReadonlyMap<string, string>,
): AsyncGenerator<FileText, void, void> {
  const pendingReads: { readonly path: string; readonly text: Promise<FileText['text']> }[] = [];
  const drainTo = async function* drainTo(length: number): AsyncGenerator<FileText, void, void> {
    while (pendingReads.length > length) {
      const first = pendingReads.shift();
      // oxlint-disable-next-line no-await-in-loop -- in the order of paths
      const text = await first?.text;
      if (first !== undefined) yield { path: first.path, text };
    }
  };
  for await (const path of paths) {
    const unsavedText = unsaved.get(path);
    const text = unsavedText === undefined ? tree.readText(path) : Promise.resolve(unsavedText);
    // Awaited later; marks a rejection as handled until then.
    text.catch(() => undefined);
    pendingReads.push({ path, text });
    yield* drainTo(maxParallelReads - 1);
  }
  yield* drainTo(0);
}

/** Searches one file; `isComplete` is false if that took too long and was cut short. */
async function searchFile(
  tree: FileTree,
  finder: MatchFinder,
  path: string,
  text: string,
  { mode, maxMatches, contextLines }: SearchLimits,
): Promise<{ readonly file: FileMatches | undefined; readonly isComplete: boolean }> {
  // One match beyond the limit shows that the answer is truncated.
  const maxCount = { matches: maxMatches + 1, files: 1, counts: Infinity }[mode];
  const spans: MatchSpan[] = [];
  let pauses = 0;
  let count = 0;
  for (const match of finder(text)) {
    if (match === 'pause') {
      // oxlint-disable-next-line no-await-in-loop -- lets the event loop run
      await tree.pause();
      if (++pauses > maxPauses) break;
    } else {
      if (mode === 'matches') spans.push(match);
      if (++count >= maxCount) break;
      if (count % matchesBetweenPauses === 0) await tree.pause();
    }
  }
  const starts = spans.length === 0 ? new Int32Array() : lineStarts(text);
  const matches = locateMatches(text, starts, 1, spans);
  const context = contextLinesOf(text, starts, matches, contextLines);
  return { file: count === 0 ? undefined : { path, matches, context, count }, isComplete: pauses <= maxPauses };
}

function unfinishedNotes(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const names = paths.slice(0, maxListedFiles).map(escapeForDisplay).join(', ');
  const rest = paths.length > maxListedFiles ? ` and ${paths.length - maxListedFiles} more` : '';
  return [`The search took too long and was cut short in ${names}${rest}.`];
}
