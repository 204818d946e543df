// Completes the changes found by comparing files: adds the authors that Watch recorded, and changes that only it saw.

import * as vscode from 'vscode';
import { findMissedChange, sumUpSteps, type SeenChange } from '../../core/watch/seenChanges.ts';
import type { FileChange } from '../../tools/ports/queryPorts.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { delay } from '../../async/eventLoop.ts';
import { untilAborted } from '../../async/signals.ts';
import { folderUriOf } from '../files/paths/workspaceRoots.ts';
import type { SearchRoot } from '../search/searchRoots.ts';
import type { FoundChange } from './foundChanges.ts';

/** The part of Watch that the change log needs. */
export type ChangesOfWatch = Pick<Watch, 'refresh' | 'steps' | 'status'>;

/** Maximum milliseconds that a call waits for a scan; the next answer contains the changes found by a longer one. */
const maxScanMs = 5000;
const lateNote =
  'Authors, modes, links and ignored files were still being looked at: changes of these may come with the next call only.';

/** Completes the change log from Watch. Reports each of its steps once. */
export class WatchedChanges {
  readonly #watch: () => ChangesOfWatch | undefined;
  /** Ids of steps that were reported or had no effect. `scan` removes the ids of steps that Watch has dropped. */
  #reportedIds = new Set<string>();

  /** @param watch returns Watch if it runs */
  constructor(watch: () => ChangesOfWatch | undefined) {
    this.#watch = watch;
  }

  /** Lets Watch scan, if it is on in one of the folders. Must be called before `addSeen`. Returns notes for the answer. */
  async scan(roots: readonly SearchRoot[], signal: AbortSignal): Promise<readonly string[]> {
    const watch = this.#watch();
    if (watch === undefined || !roots.some(({ folder }) => isOn(watch, folder))) return [];
    const scanning = watch.refresh().then(() => []);
    const notes = await untilAborted(Promise.race([scanning, delay(maxScanMs).then(() => [lateNote])]), signal);
    const keptIds = new Set(watch.steps().map(({ id }) => id));
    this.#reportedIds = new Set([...this.#reportedIds].filter((id) => keptIds.has(id)));
    return notes;
  }

  /**
   * Adds authors to the changes found in a folder, and the changes that only Watch saw. Their steps count as reported once
   * the commits run.
   * @param sinceMs when the folder was compared first, in milliseconds since 1970; earlier steps are ignored
   * @param isKnown whether the comparison knows a file, by URI
   */
  addSeen(
    found: readonly FoundChange[],
    root: SearchRoot,
    sinceMs: number,
    isKnown: (uri: string) => boolean,
  ): readonly FoundChange[] {
    const watch = this.#watch();
    if (watch === undefined || !isOn(watch, root.folder)) return found;
    const changes = this.#changesIn(watch, root, sinceMs);
    // By display path, as in `FileChange`. Entries that are left after the first loop were seen by Watch only.
    const seenByPath = new Map(changes.map((seen) => [root.displayPath(seen.path.toWellFormed()), seen]));
    const joined = found.map((file) => {
      const seen = seenByPath.get(file.change.path);
      seenByPath.delete(file.change.path);
      return seen === undefined ? file : this.#withAuthors(file, seen);
    });
    const stepsWithoutEffect: string[] = [];
    for (const [path, seen] of seenByPath) {
      const uri = vscode.Uri.joinPath(root.folder.uri, seen.path).toString();
      const missed = findMissedChange(seen, isKnown(uri));
      if (missed === undefined) stepsWithoutEffect.push(...seen.steps);
      else {
        const change = toFileChange(missed, path);
        joined.push(this.#withAuthors({ change, sha256: undefined, describe: () => change }, seen));
      }
    }
    // Marked now, not by a commit, since these steps are in no answer.
    this.#markReported(stepsWithoutEffect);
    return joined;
  }

  /** The changes by unreported steps in a search root, of files that may be read without asking. */
  #changesIn(watch: ChangesOfWatch, root: SearchRoot, sinceMs: number): readonly SeenChange[] {
    const folderUri = folderUriOf(root.folder);
    const isSearched = (path: string): boolean =>
      root.path === '' || path === root.path || path.startsWith(`${root.path}/`);
    return sumUpSteps(watch.steps(), ({ id, folder, path, time }) => {
      const isNew = time > sinceMs && !this.#reportedIds.has(id);
      return folder === folderUri && isNew && isSearched(path) && root.readActionOf(path) === 'allow';
    });
  }

  /** Adds the authors and the new mode to a change, and the commit that marks its steps as reported. */
  #withAuthors(found: FoundChange, seen: SeenChange): FoundChange {
    return {
      ...found,
      describe: async (commits) => {
        const change = withMode(await found.describe(commits), seen);
        commits.push(() => this.#markReported(seen.steps));
        return { ...change, by: seen.by };
      },
    };
  }

  #markReported(steps: readonly string[]): void {
    for (const id of steps) this.#reportedIds.add(id);
  }
}

function toFileChange(missed: NonNullable<ReturnType<typeof findMissedChange>>, path: string): FileChange {
  if (missed === 'created' || missed === 'deleted') return { kind: missed, path };
  const change = { kind: 'modified', path, before: undefined, after: undefined, unsaved: false } as const;
  return missed === 'retargeted' ? change : { ...change, executable: missed === 'executable' };
}

/** Adds the new mode to a change with both texts; without texts, the mode would look like the only change. */
function withMode(change: FileChange, seen: SeenChange): FileChange {
  if (change.kind !== 'modified' || change.before === undefined || change.after === undefined) return change;
  const isKnown = true;
  const missed = findMissedChange(seen, isKnown);
  return missed === 'executable' || missed === 'notExecutable'
    ? { ...change, executable: missed === 'executable' }
    : change;
}

function isOn(watch: ChangesOfWatch, folder: vscode.WorkspaceFolder): boolean {
  return watch.status().some((status) => status.folder === folderUriOf(folder) && status.state === 'on');
}
