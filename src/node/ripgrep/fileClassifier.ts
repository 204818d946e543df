// Finds files whose kind or encoding ripgrep judges differently from the other tools: binary files, UTF-16 without a byte
// order mark, and UTF-8 with one.

import { join } from 'node:path';
import { binaryKind, binaryCandidatePattern, looksBinary } from '../../core/text/bytes.ts';
import { comparePaths } from '../../core/path/comparePaths.ts';
import { isPathExcluded } from '../../core/search/searchFilter.ts';
import { maxListedSkipped, type SkippedFiles, type UnsavedFile } from '../../core/search/textSearch.ts';
import { FirstItems } from './output/firstItems.ts';
import { isInFolder } from './scope/globHints.ts';
import { areUnchanged, readStampsByPath, type StampsByPath } from '../disk/fileStamps.ts';
import { detectBom, detectUnmarkedUtf16 } from '../../core/text/encoding.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { readBom, readHead } from '../largeFile/chunks.ts';
import { withRegularFile } from '../files/openRegular.ts';
import { toRgExcludes, type RgWalk } from './scope/walk.ts';
import { isWantedFile, type RgScope } from './scope/scope.ts';
import { findFilesWithBytes } from './scope/listFiles.ts';
import { AnswerCache } from '../../async/answerCache.ts';

/** Files that ripgrep judges differently from the other tools, by path. */
export interface MisclassifiedFiles {
  readonly kind: 'known';
  /** Files that are not text, with the name of their format. */
  readonly binary: ReadonlyMap<string, string>;
  /** Text in UTF-16 without a byte order mark, with ripgrep's name of the encoding. */
  readonly utf16: ReadonlyMap<string, string>;
  /** Stamps of the first `maxStamps` of these files. */
  readonly stamps: StampsByPath;
}

/**
 * The misclassified files, or why they are unknown: there are too many possibly binary files, or the scope's encoding
 * is UTF-16. Ripgrep then decides by itself which files are binary.
 */
export type Classification = MisclassifiedFiles | { readonly kind: 'tooMany' | 'utf16Scope' };

/** Maximum number of possibly binary files; each is opened to read its first bytes. */
const maxCandidates = 5000;
/** Maximum number of files whose stamps are compared at each search; changes of others count after `forget`. */
const maxStamps = 200;
/** Maximum number of scopes whose results are cached. */
const maxScopes = 32;

/**
 * Finds the files that are binary by their first bytes, as defined by all other tools; ripgrep skips any file with a
 * zero byte. Cached until `forget`; a result for a whole workspace folder serves every scope in it.
 */
export class FileClassifier {
  readonly #rg: string;
  readonly #answers = new AnswerCache<Classification>(maxScopes);

  constructor(rg: string) {
    this.#rg = rg;
  }

  /**
   * Drops all answers. Must be called when files were created or deleted. Until then, a text file that turns binary
   * counts as text.
   */
  forget(): void {
    this.#answers.clear();
  }

  /** The misclassified files of a scope, perhaps with others of its workspace folder. */
  async classify(rgScope: RgScope, signal: AbortSignal): Promise<Classification> {
    const { root } = rgScope.scope;
    // In UTF-16 nearly every text has zero bytes, so they do not mark a binary file.
    if (rgScope.walk.encoding?.startsWith('utf-16') === true) return { kind: 'utf16Scope' };
    const { key, walk } = this.#chooseWalk(rgScope);
    const compute = (): Promise<Classification> => findMisclassified(this.#rg, root, walk, signal);
    const { answer, isCached } = await this.#answers.get(key, compute, signal);
    const mayBeOutdated = isCached && answer.kind === 'known';
    if (!mayBeOutdated || (await areUnchanged(root, answer.stamps))) return answer;
    // A file has changed, and may be text by now.
    this.#answers.delete(key);
    return this.classify(rgScope, signal);
  }

  /** The walk to classify for a scope, and the key of its answer: the whole folder's if that is requested or cached. */
  #chooseWalk({ scope, walk }: RgScope): { readonly key: string; readonly walk: RgWalk } {
    const folderKey = JSON.stringify([scope.root, scope.excludes, scope.separateFolders, walk.rules]);
    const isFolderRequested = scope.path === '' && scope.globs.length === 0;
    // The answer for a whole folder serves its parts, too, except for parts that the excludes of the scope leave out.
    const isFolderKnown = !isPathExcluded(scope) && this.#answers.has(folderKey);
    if (!isFolderRequested && !isFolderKnown)
      return { key: JSON.stringify([folderKey, walk.paths, walk.nameGlobs, walk.excludes]), walk };
    const { excludes } = toRgExcludes({ ...scope, path: '', globs: [] });
    return { key: folderKey, walk: { ...walk, paths: [''], nameGlobs: [], excludes } };
  }
}

/** Lets ripgrep find the files whose bytes may be binary, then decides by the start of each. */
async function findMisclassified(rg: string, root: string, walk: RgWalk, signal: AbortSignal): Promise<Classification> {
  const candidates: string[] = [];
  // Turns decoding off, so that the pattern is compared with the bytes on disk.
  const rawWalk = { ...walk, encoding: 'none' };
  await findFilesWithBytes({ rg, root, walk: rawWalk, signal }, `(?-u:${binaryCandidatePattern()})`, (path) => {
    if (candidates.length <= maxCandidates) candidates.push(path);
  });
  if (candidates.length > maxCandidates) return { kind: 'tooMany' };
  const binary = new Map<string, string>();
  const utf16 = new Map<string, string>();
  await forEachConcurrently(candidates, async (path) => {
    signal.throwIfAborted();
    const head = await withRegularFile(join(root, path), readHead).catch(() => undefined);
    // The search itself reports a file that cannot be read.
    if (head === undefined) return;
    const utf16Encoding = detectBom(head) === undefined ? detectUnmarkedUtf16(head) : undefined;
    if (looksBinary(head)) binary.set(path, binaryKind(head) ?? 'binary file');
    else if (utf16Encoding !== undefined) utf16.set(path, utf16Encoding === 'utf16le' ? 'utf-16le' : 'utf-16be');
  });
  const stamps = await readStampsByPath(root, [...binary.keys(), ...utf16.keys()].slice(0, maxStamps));
  return { kind: 'known', binary, utf16, stamps };
}

/**
 * Keeps the files that a scope includes and that have no unsaved changes.
 *
 * @param kindByPath kinds or encodings of files, which may be outside the scope
 */
export async function filterInScope(
  rgScope: RgScope,
  kindByPath: ReadonlyMap<string, string> | undefined,
  unsaved: readonly UnsavedFile[],
): Promise<ReadonlyMap<string, string>> {
  const unsavedPaths = new Set(unsaved.map(({ path }) => path));
  const wanted = new Map<string, string>();
  await forEachConcurrently(kindByPath ?? [], async ([path, kind]) => {
    if (!isInFolder(path, rgScope.scope.path) || unsavedPaths.has(path)) return;
    if (await isWantedFile(rgScope, path)) wanted.set(path, kind);
  });
  return wanted;
}

/**
 * Finds the files of a scope that begin with the UTF-8 byte order mark. With another `--encoding`, ripgrep ignores that
 * mark, but the editor does not; both honour the marks of UTF-16.
 */
export async function findUtf8MarkedFiles(rg: string, rgScope: RgScope, signal: AbortSignal): Promise<string[]> {
  const { scope, walk } = rgScope;
  const candidates: string[] = [];
  const listing = { rg, root: scope.root, walk: { ...walk, encoding: 'none' }, signal };
  await findFilesWithBytes(listing, '(?-u)^\\xEF\\xBB\\xBF', (path) => void candidates.push(path));
  const markedFiles: string[] = [];
  for (const path of candidates) {
    if ((await isWantedFile(rgScope, path)) && (await hasUtf8Mark(join(scope.root, path)))) markedFiles.push(path);
  }
  return markedFiles;
}

/** Whether a file begins with the mark, which ripgrep also finds at the start of a later line. */
async function hasUtf8Mark(path: string): Promise<boolean> {
  const bom = await withRegularFile(path, readBom).catch(() => undefined);
  return bom?.encoding === 'utf8bom';
}

/** Counts the binary files that were not searched, and lists the first by path. */
export async function summarizeSkipped(kindByBinaryPath: ReadonlyMap<string, string>): Promise<SkippedFiles> {
  const firstPaths = new FirstItems<string>(maxListedSkipped, comparePaths);
  await firstPaths.add([...kindByBinaryPath.keys()]);
  const listedPaths = await firstPaths.sorted();
  return {
    count: kindByBinaryPath.size,
    files: listedPaths.map((path) => ({ path, reason: kindByBinaryPath.get(path) ?? '' })),
  };
}
