import { join } from 'node:path';
import { binaryKind, binaryTraces, looksBinary } from '../../core/text/binary.ts';
import { comparePaths } from '../../core/path/comparePaths.ts';
import { maxSkippedNamed, type SkippedFiles, type UnsavedFile } from '../../core/search/textSearch.ts';
import { FirstItems } from '../bigFile/firstItems.ts';
import { isIn } from './output/rgHints.ts';
import { nodeStamps } from '../disk/fileStamps.ts';
import { detectBom, unmarkedUtf16 } from '../../core/text/encoding.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import { untilAborted } from '../../tools/pipeline/ownSignal.ts';
import { nameReader } from './output/outputReader.ts';
import { openRegular } from '../files/openRegular.ts';
import { excludesOf, pathArguments, stuckCheck, walkArguments, type RgWalk } from './scope/rgArguments.ts';
import { checkOutcome } from './output/rgFailure.ts';
import { runRg } from './rgProcess.ts';
import type { RgScope } from './scope/rgScope.ts';

/** Files that ripgrep does not read as the other tools do, by their paths. */
export interface OddFiles {
  /** No text, with what they are. */
  readonly binary: ReadonlyMap<string, string>;
  /** Text in UTF-16 without a byte order mark, with the encoding as ripgrep calls it. */
  readonly utf16: ReadonlyMap<string, string>;
  /** Size and time of the first of them. */
  readonly stamps: ReadonlyMap<string, string | undefined>;
}

/** Where they are not known, ripgrep's own notion of binary files has to do. */
export type Found = OddFiles | 'too many' | 'not told apart';

/** More files that may be binary are not looked at one by one. */
const maxCandidates = 5000;
/** More are not asked for their times at each search. */
const maxStamps = 200;
/** Scopes of which it is kept. */
const maxKnown = 32;

/**
 * Which files are binary by the notion of all tools, which looks at the beginning alone: ripgrep leaves out a file with a
 * zero anywhere. What was found is kept until `forget`; of a whole workspace folder it serves for all that is in it.
 */
export class BinaryFiles {
  readonly #rg: string;
  readonly #known = new Map<string, Promise<Found>>();

  constructor(rg: string) {
    this.#rg = rg;
  }

  /** Files came, went or changed. */
  forget(): void {
    this.#known.clear();
  }

  /** At least those of a scope. */
  async of(ready: RgScope, signal: AbortSignal): Promise<Found> {
    const { scope, walk } = ready;
    // Every text has zeros then.
    if (walk.encoding?.startsWith('utf-16') === true) return 'not told apart';
    const whole = JSON.stringify([scope.root, scope.excludes, walk.rules]);
    const isWhole = (scope.path === '' && scope.globs.length === 0) || this.#known.has(whole);
    const key = isWhole ? whole : JSON.stringify([whole, walk.paths, walk.names, walk.excludes]);
    const { excludes } = excludesOf({ ...scope, path: '', globs: [] });
    const looked: RgWalk = isWhole ? { ...walk, paths: [''], names: [], excludes } : walk;
    const waited = this.#known.get(key);
    const found = waited ?? find(this.#rg, ready, looked, signal);
    if (this.#known.size > maxKnown) this.#known.clear();
    this.#known.set(key, found);
    try {
      const odd = await untilAborted(found, signal);
      if (waited === undefined || typeof odd === 'string' || (await isAsFound(scope.root, odd))) return odd;
      if (this.#known.get(key) === found) this.#known.delete(key);
      return await this.of(ready, signal);
    } catch (cause) {
      if (this.#known.get(key) === found) this.#known.delete(key);
      // The call that looked was stopped, which is nothing to this one.
      if (waited === undefined || signal.aborted) throw cause;
      return this.of(ready, signal);
    }
  }
}

async function find(rg: string, { scope: { root } }: RgScope, walk: RgWalk, signal: AbortSignal): Promise<Found> {
  const candidates: string[] = [];
  const outcome = await runRg({
    rg,
    args: [
      ...walkArguments({ ...walk, encoding: 'none' }),
      '--files-with-matches',
      '--null',
      '--text',
      '--no-mmap',
      `--regexp=(?-u:${binaryTraces()})`,
      ...pathArguments(walk.paths),
    ],
    cwd: root,
    signal,
    ...stuckCheck(walk),
    output: nameReader(0, (names) => {
      for (const name of names)
        if (name.startsWith('./') && candidates.length <= maxCandidates) candidates.push(name.slice(2));
    }),
  });
  checkOutcome(outcome);
  if (candidates.length > maxCandidates) return 'too many';
  const binary = new Map<string, string>();
  const utf16 = new Map<string, string>();
  await eachInLanes(candidates, async (path) => {
    signal.throwIfAborted();
    const head = await headOf(join(root, path));
    if (head === undefined) return;
    if (looksBinary(head)) binary.set(path, binaryKind(head) ?? 'binary file');
    else if (detectBom(head) === undefined) {
      const encoding = unmarkedUtf16(head);
      if (encoding !== undefined) utf16.set(path, encoding === 'utf16le' ? 'utf-16le' : 'utf-16be');
    }
  });
  const paths = [...binary.keys(), ...utf16.keys()].slice(0, maxStamps);
  const stamps = await nodeStamps(root, paths);
  return { binary, utf16, stamps: new Map(paths.map((path, index) => [path, stamps[index]])) };
}

async function isAsFound(root: string, { stamps }: OddFiles): Promise<boolean> {
  const paths = [...stamps.keys()];
  const now = await nodeStamps(root, paths);
  return paths.every((path, index) => stamps.get(path) === now[index]);
}

async function headOf(path: string): Promise<Uint8Array | undefined> {
  const opened = await openRegular(path).catch(() => undefined);
  if (opened === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await opened.handle.read(Buffer.alloc(8192), 0, 8192, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.handle.close();
  }
}

/** Those of some files that a scope wants, and that are not open with changes. */
export async function wantedOf(
  { scope, filter, walk, ignore }: RgScope,
  files: ReadonlyMap<string, string> | undefined,
  unsaved: readonly UnsavedFile[],
): Promise<ReadonlyMap<string, string>> {
  const open = new Set(unsaved.map(({ path }) => path));
  const wanted = new Map<string, string>();
  await eachInLanes(files ?? [], async ([path, what]) => {
    if (!isIn(path, scope.path) || open.has(path) || filter(path) !== 'wanted') return;
    if (walk.rules !== 'own' || (await ignore.reason(path, false)) === undefined) wanted.set(path, what);
  });
  return wanted;
}

export function pathsWith(files: ReadonlyMap<string, string>, what: string): string[] {
  return [...files].filter(([, own]) => own === what).map(([path]) => path);
}

export async function skippedOf(binary: ReadonlyMap<string, string>): Promise<SkippedFiles> {
  const first = new FirstItems<string>(maxSkippedNamed, comparePaths);
  await first.add([...binary.keys()]);
  const named = await first.sorted();
  return { count: binary.size, files: named.map((path) => ({ path, reason: binary.get(path) ?? '' })) };
}
