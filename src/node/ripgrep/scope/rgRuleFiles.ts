import { join } from 'node:path';
import type { SearchScope } from '../../../core/search/textSearch.ts';
import { isAlike } from '../../git/ruleFile.ts';
import { nodeStamps } from '../../disk/fileStamps.ts';
import { untilAborted } from '../../../tools/pipeline/ownSignal.ts';
import { excludesOf } from './rgArguments.ts';
import { listFiles } from './rgFiles.ts';
import type { RgScope } from './rgScope.ts';

interface Known {
  /** What size and time each nested file of rules had. */
  readonly stamps: ReadonlyMap<string, string | undefined>;
  readonly alike: boolean;
}

/** More nested files of rules are not asked for their times at each search. */
const maxStamps = 2000;

/**
 * Which folders' nested `.gitignore` files mean the same to ripgrep as to git. Finding them takes a walk, so what was
 * found is kept until `forget`, or until one of them has other times.
 */
export class RuleFiles {
  readonly #rg: string;
  readonly #known = new Map<string, Promise<Known>>();
  readonly #distrusted = new Set<string>();

  constructor(rg: string) {
    this.#rg = rg;
  }

  /** Files came or went. */
  forget(): void {
    this.#known.clear();
    this.#distrusted.clear();
  }

  /** Ripgrep waited forever for some file of rules. */
  distrust({ scope }: RgScope): void {
    this.#distrusted.add(keyOf(scope));
  }

  isDistrusted({ scope, walk }: RgScope): boolean {
    return walk.rules === 'ripgrep' && this.#distrusted.has(keyOf(scope));
  }

  /** Whether all of them mean the same; undefined where a walk would have to be waited for, which `find` then does. */
  async known(ready: RgScope, signal: AbortSignal): Promise<boolean | undefined> {
    const { scope, walk, isDirectory } = ready;
    if (this.isDistrusted(ready)) return false;
    if (walk.rules !== 'ripgrep' || !isDirectory) return true;
    const key = keyOf(scope);
    const shared = this.#known.get(key)?.catch(() => undefined);
    const known = shared === undefined ? undefined : await untilAborted(shared, signal);
    if (known === undefined) return undefined;
    const paths = [...known.stamps.keys()];
    const now = await nodeStamps(scope.root, paths);
    if (paths.every((path, index) => known.stamps.get(path) === now[index])) return known.alike;
    this.#known.delete(key);
    return undefined;
  }

  /** As `known`, after a walk if need be. */
  async find(ready: RgScope, signal: AbortSignal): Promise<boolean> {
    const key = keyOf(ready.scope);
    const waited = this.#known.get(key);
    const found = waited ?? this.#look(ready, signal);
    this.#known.set(key, found);
    try {
      return (await untilAborted(found, signal)).alike;
    } catch (cause) {
      if (this.#known.get(key) === found) this.#known.delete(key);
      // The call that walked was stopped, which is nothing to this one.
      if (waited === undefined || signal.aborted) throw cause;
      return this.find(ready, signal);
    }
  }

  async #look({ scope, walk }: RgScope, signal: AbortSignal): Promise<Known> {
    const { root } = scope;
    const paths: string[] = [];
    const { excludes } = excludesOf({ ...scope, path: '', globs: [] });
    const all = { ...walk, paths: [''], names: ['.gitignore'], hidden: true, excludes };
    await listFiles({ rg: this.#rg, root, walk: all, signal }, (found) => {
      for (const path of found) paths.push(path);
    });
    const stamps = await nodeStamps(root, paths);
    const alike = paths.length <= maxStamps && (await allAlike(root, paths));
    return { stamps: new Map(paths.map((path, index) => [path, stamps[index]])), alike };
  }
}

function keyOf({ root, excludes }: SearchScope): string {
  return JSON.stringify([root, excludes]);
}

/** Whether ripgrep reads all of these files of rules as git does. */
export async function allAlike(root: string, paths: readonly string[]): Promise<boolean> {
  for (let at = 0; at < paths.length; at += 32) {
    // oxlint-disable-next-line no-await-in-loop -- some at a time
    const alike = await Promise.all(paths.slice(at, at + 32).map((path) => isAlike(join(root, path))));
    if (alike.includes(false)) return false;
  }
  return true;
}
