import { withOwnSignal } from '../../tools/pipeline/ownSignal.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { limitFiles, limitMatches } from '../../core/search/limitMatches.ts';
import type {
  FileMatches,
  SearchAnswer,
  SearchLimits,
  TextQuery,
  TextSearch,
  UnsavedFile,
} from '../../core/search/textSearch.ts';
import { findFilesWithMatches, type MatchSearch } from './output/rgCounts.ts';
import { unreadableNote } from '../../core/search/unreadableNote.ts';
import { countExcluded } from './scope/rgFiles.ts';
import { withLoneCrCounted } from './rgLoneCr.ts';
import type { RgWalk } from './scope/rgArguments.ts';
import { findUtf8MarkedFiles } from './scope/rgMarked.ts';
import { findMatches, inParts, type FoundMatches } from './output/rgMatches.ts';
import type { CollectedFile } from './output/rgCollect.ts';
import { searchLongLines } from './rgLongLines.ts';
import { narrow } from './scope/rgWanted.ts';
import { StuckRun } from './rgProcess.ts';
import { BinaryFiles, skippedOf, wantedOf } from './rgBinary.ts';
import { RuleFiles } from './scope/rgRuleFiles.ts';
import { rgScope, withOwnRules, type RgScope } from './scope/rgScope.ts';
import { searchUnsaved, unsavedInScope } from './scope/rgUnsaved.ts';

/**
 * Searches with ripgrep; see `TextSearch` for what it promises.
 *
 * @param rg path of the program
 */
export function ripgrepSearch(
  rg: string,
  ruleFiles = new RuleFiles(rg),
  binaryFiles = new BinaryFiles(rg),
): TextSearch {
  return {
    search(query, scope, limits, unsaved, signal) {
      return withOwnSignal(signal, async (own) => {
        checkQuery(query);
        const ready = await rgScope(scope, false, own);
        const run = (one: RgScope): Promise<SearchAnswer> =>
          searchScope({ rg, ready: one, query, limits, unsaved, signal: own, binaryFiles });
        try {
          const known = await ruleFiles.known(ready, own);
          if (known === true) return await run(ready);
          if (known === undefined) {
            // Search while checking that ripgrep reads the ignore files as git does. If not, which is rare,
            // the answer is dropped and the search is run again below.
            const [answer, isAlike] = await Promise.all([run(ready), ruleFiles.find(ready, own)]);
            if (isAlike) return answer;
          }
        } catch (cause) {
          if (!(cause instanceof StuckRun)) throw cause;
          ruleFiles.distrust(ready);
        }
        return run(await withOwnRules(ready));
      });
    },
  };
}

interface Search {
  readonly rg: string;
  readonly ready: RgScope;
  readonly query: TextQuery;
  readonly limits: SearchLimits;
  readonly unsaved: readonly UnsavedFile[];
  readonly signal: AbortSignal;
  readonly binaryFiles: BinaryFiles;
}

async function searchScope({ rg, ready, query, limits, unsaved, signal, binaryFiles }: Search): Promise<SearchAnswer> {
  const started = performance.now();
  const { scope, walk, exact, filter } = ready;
  const { root } = scope;
  const found = await binaryFiles.of(ready, signal);
  const odd = typeof found === 'string' ? undefined : found;
  const [marked, buffers, binary, utf16] = await Promise.all([
    walk.encoding === undefined ? [] : findUtf8MarkedFiles(rg, ready, signal),
    unsavedInScope(ready, unsaved),
    wantedOf(ready, odd?.binary, unsaved),
    wantedOf(ready, odd?.utf16, unsaved),
  ]);
  const searchedApart = new Set([...unsaved.map(({ path }) => path), ...marked, ...utf16.keys()]);
  // An exact walk reaches wanted files only; just the access rules are still to be asked.
  const isWanted = exact ? (scope.mayRead ?? (() => true)) : (path: string): boolean => filter(path) === 'wanted';
  const accept = (path: string): boolean =>
    !searchedApart.has(path) && odd?.binary.has(path) !== true && isWanted(path);
  const search: MatchSearch = { rg, root, walk, query, limits, accept, signal, asText: odd !== undefined };
  const onDisk = await searchDisk(search, ready);
  const files = [
    ...onDisk.files,
    ...(await searchUnsaved(rg, root, query, limits, buffers, signal)),
    ...(await searchDecoded(search, ready, marked, undefined)),
    ...(await searchDecoded(search, ready, pathsIn(utf16, 'utf-16le'), 'utf-16le')),
    ...(await searchDecoded(search, ready, pathsIn(utf16, 'utf-16be'), 'utf-16be')),
  ];
  const notes = [...ready.notes(), ...unreadableNote(onDisk.unreadable), ...overlongNotes(onDisk.overlong)];
  if (found === 'too many') notes.push(tooManyNote);
  const isCounted = found !== 'too many' && onDisk.searched !== undefined;
  const filesSearched = isCounted ? Math.max(0, onDisk.searched - binary.size) : undefined;
  const skipped = await skippedOf(binary);
  if (files.length === 0) {
    const excluded = await countExcluded(rg, ready, performance.now() - started, signal);
    return { files, truncated: false, filesMatched: 0, filesSearched, skipped, excluded, notes };
  }
  const limited =
    limits.mode === 'matches'
      ? limitMatches(files, limits.maxMatches, limits.contextLines)
      : limitFiles(files, limits.maxMatches);
  const beyondLimit = onDisk.total - onDisk.files.length;
  const filesMatched = filesSearched === undefined ? undefined : files.length + beyondLimit;
  return { ...limited, filesMatched, filesSearched, skipped, excluded: undefined, notes };
}

const tooManyNote =
  'There are too many binary files to tell them from text files: no file with a zero byte was searched, and how many files were searched is not known.';

function pathsIn(encodings: ReadonlyMap<string, string>, encoding: string): string[] {
  return [...encodings].filter(([, own]) => own === encoding).map(([path]) => path);
}

/** Searches files in another encoding than the scope's. */
async function searchDecoded(
  search: MatchSearch,
  ready: RgScope,
  paths: readonly string[],
  encoding: string | undefined,
): Promise<FileMatches[]> {
  const files: FileMatches[] = [];
  for (const part of inParts(paths)) {
    const walk: RgWalk = { ...ready.walk, encoding, paths: part, names: [] };
    // oxlint-disable-next-line no-await-in-loop -- nearly always there is one part
    const found = await searchDisk({ ...search, walk, accept: () => true }, { ...ready, exact: true, walk });
    files.push(...found.files);
  }
  return files;
}

interface DiskAnswer {
  readonly files: readonly FileMatches[];
  /** Number of files with a match, also of those that `files` leaves out. */
  readonly total: number;
  readonly searched: number | undefined;
  readonly unreadable: number;
  readonly overlong: readonly string[];
}

function searchDisk(search: MatchSearch, ready: RgScope): Promise<DiskAnswer> {
  return search.limits.mode === 'matches' ? searchForMatches(search, ready) : searchForFiles(search, ready);
}

/** Searches the whole scope and filters afterwards: ripgrep would count binary files that the command names. */
async function searchForFiles(search: MatchSearch, ready: RgScope): Promise<DiskAnswer> {
  const narrowing = ready.exact ? undefined : narrow(search.rg, ready, search.signal);
  const hasOwnRules = ready.walk.rules === 'own';
  const keep = hasOwnRules ? Infinity : search.limits.maxMatches + 1;
  const [found, narrowed] = await Promise.all([findFilesWithMatches(search, keep), narrowing]);
  const searched = narrowed === undefined ? found.searched : narrowed.files.length - found.unreadable;
  if (narrowed === undefined || !hasOwnRules) return { ...found, searched, overlong: [] };
  const wanted = new Set(narrowed.files);
  const files = found.files.filter(({ path }) => wanted.has(path));
  return { ...found, files, total: files.length, searched, overlong: [] };
}

async function searchForMatches(search: MatchSearch, ready: RgScope): Promise<DiskAnswer> {
  const narrowed = ready.exact ? undefined : await narrow(search.rg, ready, search.signal);
  const wanted = narrowed && ready.walk.rules === 'own' ? new Set(narrowed.files) : undefined;
  const accept = wanted === undefined ? search.accept : (path: string) => wanted.has(path) && search.accept(path);
  const found = await findInSequence({ ...search, accept }, narrowed?.walks ?? [ready.walk]);
  const located = await withLoneCrCounted(search, found.files);
  const { files, unsearched } = await withLongLines(search, located, found.overlong);
  const isCounted = narrowed !== undefined && found.searched !== undefined;
  return {
    ...found,
    overlong: unsearched,
    files: files.map((file) => ({ ...file, count: file.matches.length })),
    total: files.length,
    searched: isCounted ? narrowed.files.length - found.unreadable : found.searched,
  };
}

/** Adds matches on overlong lines; `unsearched` are the files in which not all of them could be found. */
async function withLongLines(
  search: MatchSearch,
  files: readonly CollectedFile[],
  overlong: readonly string[],
): Promise<{ readonly files: readonly CollectedFile[]; readonly unsearched: readonly string[] }> {
  if (overlong.length === 0) return { files, unsearched: [] };
  const all = new Map(files.map((file) => [file.path, file]));
  const unsearched: string[] = [];
  for (const path of new Set(overlong)) {
    // oxlint-disable-next-line no-await-in-loop -- there are hardly ever two
    const file = await searchLongLines(search, path);
    if (file === undefined) unsearched.push(path);
    else all.set(path, file);
  }
  return { files: [...all.values()], unsearched };
}

/** Searches one walk after another until there are more matches than the limit. */
async function findInSequence(search: MatchSearch, walks: readonly RgWalk[]): Promise<FoundMatches> {
  let all: FoundMatches = { files: [], searched: 0, unreadable: 0, overlong: [] };
  let total = 0;
  for (const walk of walks) {
    if (total > search.limits.maxMatches) return { ...all, searched: undefined };
    // oxlint-disable-next-line no-await-in-loop -- the next part is only searched if this one does not suffice
    const part = await findMatches({ ...search, walk });
    total += part.files.reduce((sum, { matches }) => sum + matches.length, 0);
    all = {
      files: [...all.files, ...part.files],
      searched: all.searched === undefined || part.searched === undefined ? undefined : all.searched + part.searched,
      unreadable: all.unreadable + part.unreadable,
      overlong: [...all.overlong, ...part.overlong],
    };
  }
  return all;
}

function checkQuery({ text }: TextQuery): void {
  const fault =
    text === ''
      ? 'The query is empty. Send the text to look for.'
      : text.includes('\0')
        ? 'The query has a NUL character, which no text file contains. Send it without the character.'
        : text.length > 10_000
          ? 'The query is longer than 10,000 characters. Send a characteristic part of it.'
          : undefined;
  if (fault !== undefined) throw new ToolError('VALIDATION_ERROR', fault);
}

function overlongNotes(paths: readonly string[]): string[] {
  const names = [...new Set(paths)].map(escapeForDisplay);
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
  return [`Matches on lines longer than about 1 MB are not listed; there are some in ${shown}.`];
}
