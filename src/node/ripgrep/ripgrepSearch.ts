// Implements the port `TextSearch` with ripgrep, and corrects it where it differs from git, the editor or other tools.

import { runYielding } from '../../async/eventLoop.ts';
import { withOwnSignal } from '../../async/signals.ts';
import { sortPaths } from '../../core/path/comparePaths.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { limitResults } from '../../core/search/limitResults.ts';
import {
  type SearchAnswer,
  type SearchLimits,
  type TextQuery,
  type TextSearch,
  type UnsavedFile,
  noteUnreadable,
} from '../../core/search/textSearch.ts';
import type { MatchSearch } from './output/findFilesWithMatches.ts';
import { searchDisk } from './diskSearch.ts';
import { countExcluded } from './scope/listFiles.ts';
import type { RgWalk } from './scope/walk.ts';
import { splitIntoCommands } from './output/findMatches.ts';
import {
  FileClassifier,
  filterInScope,
  findUtf8MarkedFiles,
  summarizeSkipped,
  type Classification,
} from './fileClassifier.ts';
import { RuleFileCache } from './scope/ruleFileCache.ts';
import { toRgScope, type RgScope } from './scope/scope.ts';
import { searchUnsaved, findUnsavedInScope, type PartAnswer } from './scope/searchUnsaved.ts';

/**
 * Searches with ripgrep; see `TextSearch` for the contract.
 *
 * @param rg path of the program
 */
export function createRipgrepSearch(
  rg: string,
  ruleFileCache = new RuleFileCache(rg),
  fileClassifier = new FileClassifier(rg),
): TextSearch {
  return {
    search(query, scope, limits, unsaved, signal) {
      return withOwnSignal(signal, async (ownSignal) => {
        checkQuery(query);
        const rgScope = await toRgScope(scope, 'filesAndFolders', ownSignal);
        const searchIn = (searchedScope: RgScope): Promise<SearchAnswer> =>
          searchScope({ rg, rgScope: searchedScope, query, limits, unsaved, signal: ownSignal, fileClassifier });
        return ruleFileCache.runOrUseOwnRules(rgScope, searchIn, () =>
          ruleFileCache.runAsGit(rgScope, searchIn, ownSignal),
        );
      });
    },
  };
}

/** A search of one scope, and what it needs. */
interface SearchRequest {
  readonly rg: string;
  readonly rgScope: RgScope;
  readonly query: TextQuery;
  readonly limits: SearchLimits;
  readonly unsaved: readonly UnsavedFile[];
  readonly signal: AbortSignal;
  readonly fileClassifier: FileClassifier;
}

/**
 * Searches a scope by the ignore rules of its walk: first the files on disk, then in further runs those with unsaved
 * text or another encoding. Combines the results.
 */
async function searchScope(request: SearchRequest): Promise<SearchAnswer> {
  const { rg, rgScope, query, limits, signal, fileClassifier } = request;
  const startedMs = performance.now();
  const classification = await fileClassifier.classify(rgScope, signal);
  const separateFiles = await findSeparateFiles(request, classification);
  const search: MatchSearch = {
    rg,
    root: rgScope.scope.root,
    walk: rgScope.walk,
    query,
    limits,
    accept: createAcceptFilter(rgScope, classification, separateFiles),
    signal,
    includesBinary: classification.kind === 'known',
  };
  const diskAnswer = await searchDisk(search, rgScope);
  const separateAnswers = await searchSeparateFiles(search, rgScope, separateFiles);
  const files = [...diskAnswer.files, ...separateAnswers.flatMap((part) => part.files)];
  const overlong = [diskAnswer, ...separateAnswers].flatMap((part) => part.overlong);
  const notes = [
    ...rgScope.notes(),
    ...noteUnreadable(diskAnswer.unreadableCount),
    ...noteOverlong(overlong),
    ...(classification.kind === 'tooMany' ? [tooManyNote] : []),
  ];
  const { kindByBinaryPath } = separateFiles;
  const isCounted = classification.kind !== 'tooMany' && diskAnswer.searchedCount !== undefined;
  // The main run also counts the files that are searched separately, and the binary ones, whose matches are dropped.
  const filesSearched = isCounted ? Math.max(0, diskAnswer.searchedCount - kindByBinaryPath.size) : undefined;
  const commonFields = { overlong, filesSearched, skipped: await summarizeSkipped(kindByBinaryPath), notes };
  if (files.length === 0) {
    const excluded = await countExcluded(rg, rgScope, performance.now() - startedMs, signal);
    return { ...commonFields, files, truncated: false, filesMatched: 0, excluded };
  }
  // `searchDisk` omits files beyond the limit, but counts them.
  const omittedCount = diskAnswer.total - diskAnswer.files.length;
  const filesMatched = filesSearched === undefined ? undefined : files.length + omittedCount;
  return { ...commonFields, ...limitResults(files, limits), filesMatched, excluded: undefined };
}

/** Files whose matches in the main run of ripgrep are dropped: searched separately, or as binary files not at all. */
interface SeparateFiles {
  /** Files without unsaved text that begin with the UTF-8 byte order mark, though the scope has another encoding. */
  readonly markedPaths: readonly string[];
  /** All files with unsaved text, including those out of scope. */
  readonly unsavedFiles: readonly UnsavedFile[];
  /** The unsaved files that the scope includes, also if they are not on disk. */
  readonly unsavedInScope: readonly UnsavedFile[];
  /** Binary files by path, with their kind; not searched at all. */
  readonly kindByBinaryPath: ReadonlyMap<string, string>;
  /** UTF-16 files without a byte order mark, by path, with ripgrep's name of the encoding. */
  readonly encodingByUtf16Path: ReadonlyMap<string, string>;
}

async function findSeparateFiles(
  { rg, rgScope, unsaved, signal }: SearchRequest,
  classification: Classification,
): Promise<SeparateFiles> {
  const misclassified = classification.kind === 'known' ? classification : undefined;
  const [allMarkedPaths, unsavedInScope, kindByBinaryPath, encodingByUtf16Path] = await Promise.all([
    rgScope.walk.encoding === undefined ? [] : findUtf8MarkedFiles(rg, rgScope, signal),
    findUnsavedInScope(rgScope, unsaved),
    filterInScope(rgScope, misclassified?.binary, unsaved),
    filterInScope(rgScope, misclassified?.utf16, unsaved),
  ]);
  const unsavedPaths = new Set(unsaved.map(({ path }) => path));
  const markedPaths = allMarkedPaths.filter((path) => !unsavedPaths.has(path));
  return { markedPaths, unsavedFiles: unsaved, unsavedInScope, kindByBinaryPath, encodingByUtf16Path };
}

/** Whether a match in a file counts: the scope includes the file, and it is not searched separately. */
function createAcceptFilter(
  rgScope: RgScope,
  classification: Classification,
  separateFiles: SeparateFiles,
): (path: string) => boolean {
  const { scope, isExact, filter } = rgScope;
  const { mayReport = () => true } = scope;
  // An exact walk reaches only wanted files, so only the access rules remain to be checked.
  const isWanted = isExact ? (scope.mayRead ?? (() => true)) : (path: string): boolean => filter(path) === 'wanted';
  const separatePaths = new Set([
    ...separateFiles.unsavedFiles.map(({ path }) => path),
    ...separateFiles.markedPaths,
    ...separateFiles.encodingByUtf16Path.keys(),
  ]);
  const isBinary = (path: string): boolean => classification.kind === 'known' && classification.binary.has(path);
  return (path) => !separatePaths.has(path) && !isBinary(path) && isWanted(path) && mayReport(path);
}

/** Searches unsaved text, and files with another encoding than the scope's. */
async function searchSeparateFiles(
  search: MatchSearch,
  rgScope: RgScope,
  separateFiles: SeparateFiles,
): Promise<PartAnswer[]> {
  const { mayReport = () => true } = rgScope.scope;
  const pathsIn = (encoding: string): string[] =>
    [...separateFiles.encodingByUtf16Path].filter(([, ownEncoding]) => ownEncoding === encoding).map(([path]) => path);
  return [
    await searchUnsaved(
      search,
      separateFiles.unsavedInScope.filter(({ path }) => mayReport(path)),
    ),
    ...(await searchDecoded(search, rgScope, separateFiles.markedPaths, utf8)),
    ...(await searchDecoded(search, rgScope, pathsIn('utf-16le'), 'utf-16le')),
    ...(await searchDecoded(search, rgScope, pathsIn('utf-16be'), 'utf-16be')),
  ];
}

/** UTF-8 as `RgWalk.encoding`. */
const utf8 = undefined;

/** Searches files in another encoding than the scope's. Only `mayReport` restricts the files. */
async function searchDecoded(
  search: MatchSearch,
  rgScope: RgScope,
  paths: readonly string[],
  encoding: string | undefined,
): Promise<PartAnswer[]> {
  const answers: PartAnswer[] = [];
  // Ripgrep searches the files that its arguments name in their order, also with `--sort=path`.
  for (const part of splitIntoCommands(await runYielding(sortPaths(paths)))) {
    const walk: RgWalk = { ...rgScope.walk, encoding, paths: part, nameGlobs: [] };
    answers.push(
      await searchDisk(
        { ...search, walk, accept: rgScope.scope.mayReport ?? (() => true) },
        { ...rgScope, isExact: true, walk },
      ),
    );
  }
  return answers;
}

/** Maximum length of a query in UTF-16 units; `findQueryFault` repeats it in words. */
const maxQueryChars = 10_000;

/** @throws `ToolError` `VALIDATION_ERROR` for a query that is empty, too long, or has a NUL character */
function checkQuery({ text }: TextQuery): void {
  const fault = findQueryFault(text);
  if (fault !== undefined) throw new ToolError('VALIDATION_ERROR', fault);
}

function findQueryFault(text: string): string | undefined {
  if (text === '') return 'The query is empty. Send the text to look for.';
  if (text.includes('\0'))
    return 'The query has a NUL character, which no text file contains. Send it without the character.';
  return text.length > maxQueryChars
    ? 'The query is longer than 10,000 characters. Send a characteristic part of it.'
    : undefined;
}

const tooManyNote =
  'There are too many binary files to tell them from text files: no file with a zero byte was searched, and how many files were searched is not known.';

/** Maximum number of files that a note names. */
const maxNamedFiles = 5;

/** A note for the model about files with matches on lines too long to list; `paths` may repeat a file. */
function noteOverlong(paths: readonly string[]): string[] {
  const names = [...new Set(paths)].map(escapeForDisplay);
  if (names.length === 0) return [];
  const more = names.length > maxNamedFiles ? ` and ${names.length - maxNamedFiles} more` : '';
  const list = names.slice(0, maxNamedFiles).join(', ') + more;
  return [`Matches on lines longer than about 1 MB are not listed; there are some in ${list}.`];
}
