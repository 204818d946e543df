// Computes statistics of everything below a folder, for `redline_path_info`.

import * as vscode from 'vscode';
import { fileSystem, isFolderType, isLink } from '../files/fileSystem.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { mapConcurrently, yieldIfNeeded } from '../../async/eventLoop.ts';
import type { FolderStatistics } from '../../tools/ports/queryPorts.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { SearchFolderDeps } from './searchRoots.ts';

/** Maximum entries (files and folders) and time of one count, after which its numbers are lower bounds. */
const limits = { entries: 200_000, milliseconds: 4000 };

interface CountedFolder {
  readonly uri: vscode.Uri;
  /** Relative to the top folder, with `/`; `''` for that itself. */
  readonly path: string;
}

/**
 * Counts the files and folders below a folder, without `.git` and paths that the rules deny.
 * @param resolved the folder, which the caller has checked to be readable
 * @throws the signal's reason once it is aborted
 */
export async function folderStatistics(
  { guard }: SearchFolderDeps,
  resolved: ResolvedPath,
  signal: AbortSignal,
): Promise<FolderStatistics> {
  const readActionOf = guard.readAction(resolved);
  const isDenied = (path: string, isFolder: boolean | undefined): boolean =>
    readActionOf(subjectBelow(resolved.subject, path, isFolder)) === 'deny';
  const count = new Count(isDenied, signal);
  let level: readonly CountedFolder[] = [{ uri: vscode.Uri.parse(resolved.location.uri, true), path: '' }];
  // Level by level: the folders of a level are listed concurrently.
  while (level.length > 0) level = (await mapConcurrently(level, (folder) => count.addEntries(folder))).flat();
  return count.statistics;
}

/** A count in progress; folders may be added concurrently. */
class Count {
  /** `isFolder` is undefined for a link, which may lead to either. */
  readonly #isDenied: (path: string, isFolder: boolean | undefined) => boolean;
  readonly #signal: AbortSignal;
  readonly #totals = {
    files: 0,
    folders: 0,
    links: 0,
    bytes: 0,
    unreadable: 0,
    isLowerBound: false,
    hasGitFolder: false,
  };
  readonly #byExtension = new Map<string, { files: number; bytes: number }>();
  readonly #startMs = performance.now();

  constructor(isDenied: (path: string, isFolder: boolean | undefined) => boolean, signal: AbortSignal) {
    this.#isDenied = isDenied;
    this.#signal = signal;
  }

  get statistics(): FolderStatistics {
    return { ...this.#totals, byExtension: this.#byExtension };
  }

  /** Counts the entries directly in a folder, and returns its subfolders; none once a limit is reached. */
  async addEntries({ uri, path }: CountedFolder): Promise<readonly CountedFolder[]> {
    if (this.#stopsAtLimit()) return [];
    const entries = await fileSystem.readDirectory(uri).then(undefined, () => {
      this.#totals.unreadable++;
      return [];
    });
    const subfolders: CountedFolder[] = [];
    for (const [name, type] of entries) {
      await yieldIfNeeded();
      if (this.#stopsAtLimit()) break;
      const entry = { uri: vscode.Uri.joinPath(uri, name), path: path === '' ? name : `${path}/${name}` };
      const isFolder = isFolderType(type);
      if (this.#isDenied(entry.path, isFolder)) continue;
      if (name === '.git') this.#totals.hasGitFolder = true;
      else if (isFolder === true) {
        subfolders.push(entry);
        this.#totals.folders++;
      } else if (type === vscode.FileType.File) await this.#addFile(entry.uri, name);
      else if (isLink(type)) this.#totals.links++;
    }
    return subfolders;
  }

  /** Counts a file; one whose size cannot be read as empty. */
  async #addFile(uri: vscode.Uri, name: string): Promise<void> {
    const { size: bytes } = await fileSystem.stat(uri).then(undefined, () => ({ size: 0 }));
    const extension = extensionOf(name);
    const counts = this.#byExtension.get(extension) ?? { files: 0, bytes: 0 };
    this.#byExtension.set(extension, { files: counts.files + 1, bytes: counts.bytes + bytes });
    this.#totals.files++;
    this.#totals.bytes += bytes;
  }

  /**
   * Whether to stop at a limit; the totals are then marked as lower bounds.
   *
   * @throws the signal's reason once it is aborted
   */
  #stopsAtLimit(): boolean {
    this.#signal.throwIfAborted();
    const { files, folders } = this.#totals;
    const hasTooMany = files + folders > limits.entries;
    if (hasTooMany || performance.now() - this.#startMs > limits.milliseconds) this.#totals.isLowerBound = true;
    return this.#totals.isLowerBound;
  }
}

/** The extension in lower case, such as `.ts`; `''` if the name has no dot after its first character. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}
