// Implements the port `TextSearch` in JavaScript, for hosts without ripgrep: virtual workspaces and the browser.
import { validationError } from '../wording/errors.ts';
import { lineStarts } from '../text/text.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { compileFinder, type MatchFinder } from './finder.ts';
import { walkFiles, type FileTree, type NotText, type FileWalk } from './walk.ts';
import {
  noteUnreadable,
  maxListedSkipped,
  type FileMatches,
  type SearchAnswer,
  type SearchLimits,
  type SearchScope,
  type SkippedFiles,
  type TextSearch,
  type UnsavedFile,
} from './textSearch.ts';
import { limitResults } from './limitResults.ts';
import { contextLinesOf, locateMatches } from './locateMatches.ts';
import type { MatchSpan } from './regex/scanner.ts';

/** Maximum number of the finder's pauses in one file, then its search is cut short: some seconds of work. */
const maxPauses = 400;
/** Number of matches in one file after which the event loop may run: the finder does not pause after matches. */
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
      const contents = readContents(tree, walk.files, new Map(unsaved.map(({ path, text }) => [path, text])));
      const results = new SearchResults();
      for await (const { path, content } of contents) {
        signal?.throwIfAborted();
        if (typeof content !== 'string') {
          results.addUnsearched(path, content);
          continue;
        }
        const { file, isComplete } = await searchFile(tree, finder, path, content, limits);
        results.addSearched(path, isComplete);
        if (file !== undefined && scope.mayReport?.(path) !== false) results.addMatches(file);
        if (results.matchCount > limits.maxMatches) break;
      }
      return results.toAnswer(walk, limits);
    },
  };
}

/** Collects the results of a search. */
class SearchResults {
  readonly #files: FileMatches[] = [];
  readonly #skippedFiles: SkippedFiles['files'][number][] = [];
  readonly #unfinishedPaths: string[] = [];
  #searchedCount = 0;
  #skippedCount = 0;
  #unreadableCount = 0;
  /** Number of matches in all files; 0 in the modes `files` and `counts`, whose searches never stop at the limit. */
  matchCount = 0;

  /** @param notText why the file has no text; undefined if it could not be read */
  addUnsearched(path: string, notText: NotText | undefined): void {
    if (notText === undefined) this.#unreadableCount++;
    else if (this.#skippedCount++ < maxListedSkipped) this.#skippedFiles.push({ path, reason: notText.reason });
  }

  addSearched(path: string, isComplete: boolean): void {
    this.#searchedCount++;
    if (!isComplete) this.#unfinishedPaths.push(path);
  }

  addMatches(file: FileMatches): void {
    this.#files.push(file);
    this.matchCount += file.matches.length;
  }

  toAnswer(walk: FileWalk, limits: SearchLimits): SearchAnswer {
    const isStoppedEarly = this.matchCount > limits.maxMatches;
    const unreadableNotes = noteUnreadable(this.#unreadableCount + walk.unreadableCount());
    return {
      ...limitResults(this.#files, limits),
      filesMatched: isStoppedEarly ? undefined : this.#files.length,
      filesSearched: isStoppedEarly ? undefined : this.#searchedCount,
      skipped: { count: this.#skippedCount, files: this.#skippedFiles },
      excluded: this.#files.length === 0 ? walk.excluded() : undefined,
      notes: [...unreadableNotes, ...unfinishedNotes(this.#unfinishedPaths)],
    };
  }
}

/** Adds unsaved files that the tree lacks, and their folders, to its listings. */
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

interface FileContent {
  readonly path: string;
  readonly content: string | NotText | undefined;
}

/** Reads several files at once, and yields them in the order of `paths`. `unsaved` replaces the tree's texts. */
async function* readContents(
  tree: FileTree,
  paths: AsyncGenerator<string, void, void>,
  unsaved: ReadonlyMap<string, string>,
): AsyncGenerator<FileContent, void, void> {
  const pendingReads: { readonly path: string; readonly content: Promise<FileContent['content']> }[] = [];
  const drainTo = async function* drainTo(length: number): AsyncGenerator<FileContent, void, void> {
    while (pendingReads.length > length) {
      const first = pendingReads.shift();
      // oxlint-disable-next-line no-await-in-loop -- in the order of paths
      const content = await first?.content;
      if (first !== undefined) yield { path: first.path, content };
    }
  };
  for await (const path of paths) {
    const unsavedText = unsaved.get(path);
    const content = unsavedText === undefined ? tree.readText(path) : Promise.resolve(unsavedText);
    // Awaited later; marks a rejection as handled until then.
    content.catch(() => undefined);
    pendingReads.push({ path, content });
    yield* drainTo(maxParallelReads - 1);
  }
  yield* drainTo(0);
}

/** Searches one file; `file` is undefined without a match, `isComplete` false if the search was cut short. */
async function searchFile(
  tree: FileTree,
  finder: MatchFinder,
  path: string,
  text: string,
  { mode, maxMatches, contextLines }: SearchLimits,
): Promise<{ readonly file: FileMatches | undefined; readonly isComplete: boolean }> {
  // Counts one match beyond the limit, which shows that the answer is truncated.
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
