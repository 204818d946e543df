// Compares single files with their known states, and records new states, for the change log.

import type * as vscode from 'vscode';
import type { FileChange } from '../../tools/ports/queryPorts.ts';
import { unknownStamp, type KnownFile, type KnownFiles } from './knownFiles.ts';
import { decodeIfText, HashCache, readCurrent, type CurrentFile } from './currentFiles.ts';
import type { Commits, FoundChange } from './foundChanges.ts';

/** An existing file to compare. Most files are unchanged, so all but the key is computed only when it is needed. */
export interface ComparedFile {
  /** Key of the file in `KnownFiles`: its URI as a string. */
  readonly key: string;
  readonly uri: () => vscode.Uri;
  readonly displayPath: () => string;
}

/** An existing file that differs from its known state. */
interface Difference {
  readonly key: string;
  readonly uri: vscode.Uri;
  /** Display path. */
  readonly path: string;
  readonly knownFile: KnownFile | undefined;
  readonly stamp: string;
}

/** Finds how files differ from their known states. A difference becomes known only once its commit runs. */
export class FileDifferences {
  readonly #known: KnownFiles;
  readonly #hashCache = new HashCache();

  constructor(known: KnownFiles) {
    this.#known = known;
  }

  /**
   * Compares an existing file with its known state, if any. Undefined if its content is unchanged; a new stamp is then
   * stored at once.
   * @param stamp the stamp on disk; with `unknownStamp`, the content is read in any case
   * @param isDirty whether the file has unsaved edits, which then count instead of the disk
   */
  async compare(file: ComparedFile, stamp: string, isDirty: boolean): Promise<FoundChange | undefined> {
    const { key } = file;
    const knownFile = this.#known.get(key);
    if (knownFile !== undefined && stamp !== unknownStamp && knownFile.stamp === stamp && !isDirty) return undefined;
    const uri = file.uri();
    const now = await this.#hashCache.read(uri, isDirty ? unknownStamp : stamp);
    // Without hashes (files that are too large or unreadable, links), only an equal stamp shows that nothing changed. A link
    // to nothing has the same `unknownStamp` each time.
    const isComparable = now.sha256 !== undefined || now.stamp === knownFile?.stamp;
    if (knownFile !== undefined && isComparable && knownFile.sha256 === now.sha256) {
      this.#known.restamp(key, now.stamp);
      this.#hashCache.delete(key);
      return undefined;
    }
    const path = file.displayPath();
    const describe = (commits: Commits): Promise<FileChange> =>
      this.#describe({ key, uri, path, knownFile, stamp }, commits);
    if (knownFile === undefined) return { change: { kind: 'created', path }, sha256: now.sha256, describe };
    const change: FileChange = { kind: 'modified', path, before: undefined, after: undefined, unsaved: isDirty };
    return { change, sha256: now.sha256, describe };
  }

  /** Reads both sides of a difference, and adds the commit that records the new state. */
  async #describe({ key, uri, path, knownFile, stamp }: Difference, commits: Commits): Promise<FileChange> {
    const current = await readCurrent(uri);
    commits.push(() => {
      this.#hashCache.delete(key);
      // If the known state is another one by now, the agent has read or written the file meanwhile: that state is newer.
      if (this.#known.get(key) === knownFile) this.record(key, current, stamp);
    });
    if (knownFile === undefined) return { kind: 'created', path };
    const [before, after] = await Promise.all([decodeIfText(uri, knownFile.bytes), decodeIfText(uri, current.bytes)]);
    return { kind: 'modified', path, before, after, unsaved: current.unsaved };
  }

  /** Creates the change for a known file that no longer exists; `path` is its display path. */
  createDeletion(key: string, knownFile: KnownFile, path: string): FoundChange {
    const change: FileChange = { kind: 'deleted', path };
    const describe = (commits: Commits): FileChange => {
      commits.push(() => {
        if (this.#known.get(key) === knownFile) this.#known.delete(key);
      });
      return change;
    };
    return { change, sha256: knownFile.sha256, describe };
  }

  /**
   * Records a state as known. `stamp` belongs to the content on disk, so unsaved text is recorded with `unknownStamp`
   * instead.
   */
  record(key: string, current: CurrentFile, stamp: string): void {
    this.#known.set(key, current, current.unsaved ? unknownStamp : stamp);
  }
}
