// Stores the last known states of files, with which the change log compares them; records what agents read and write.

import { isFileContent, type Change, type Content, type Location } from '../../core/change/change.ts';

/** Maximum bytes of contents stored for diffs. A file beyond them keeps only its hash. */
const maxStoredBytes = { total: 32 * 1024 * 1024, perFile: 1024 * 1024 };
/** Maximum number of known files; changes of others are never reported. */
const maxFiles = 200_000;

/** The stamp of a file whose size and time are unknown; it never counts as unchanged. */
export const unknownStamp = '';

/** A content and its hash; both are undefined if it could not be read, or is too large. A known file may lack `bytes`. */
export interface HashedContent {
  readonly sha256: string | undefined;
  readonly bytes: Uint8Array | undefined;
}

/** The last known state of a file: its hash, its bytes for a diff, and a stamp that quickly shows it unchanged. */
export interface KnownFile extends HashedContent {
  /** Size and time of the last change on disk, or `unknownStamp`. */
  readonly stamp: string;
}

/** The files that the next call compares with, by URI, in bounded memory. */
export class KnownFiles {
  readonly #files = new Map<string, KnownFile>();
  /** Index of the files and folders directly in each folder, to find a subtree. */
  readonly #children = new Map<string, Set<string>>();
  #storedBytes = 0;

  /** Whether the maximum number of files is reached, so that `set` ignores further ones. */
  get isFull(): boolean {
    return this.#files.size >= maxFiles;
  }

  get(uri: string): KnownFile | undefined {
    return this.#files.get(uri);
  }

  /** Records the state of a file; does nothing for a new file if `isFull`. Stores its bytes if they fit. */
  set(uri: string, { sha256, bytes }: HashedContent, stamp: string): void {
    this.delete(uri);
    if (this.isFull) return;
    const length = bytes?.length ?? 0;
    const isStored = length <= maxStoredBytes.perFile && this.#storedBytes + length <= maxStoredBytes.total;
    this.#files.set(uri, { sha256, bytes: isStored ? bytes : undefined, stamp });
    if (isStored) this.#storedBytes += length;
    this.#addToFolder(uri);
  }

  /** Updates the stamp of a file with unchanged content. */
  restamp(uri: string, stamp: string): void {
    const file = this.#files.get(uri);
    if (file !== undefined) this.#files.set(uri, { ...file, stamp });
  }

  delete(uri: string): void {
    const file = this.#files.get(uri);
    if (file === undefined) return;
    this.#storedBytes -= file.bytes?.length ?? 0;
    this.#files.delete(uri);
    this.#removeFromFolder(uri);
  }

  /** Moves a file, or all files of a folder. */
  move(from: string, to: string): void {
    // Removes all first, since the target may be below the source.
    const moved = this.listTree(from);
    for (const [uri] of moved) this.delete(uri);
    for (const [uri, known] of moved) this.set(to + uri.slice(from.length), known, known.stamp);
  }

  /** All files at a URI or below it. */
  listTree(top: string): [string, KnownFile][] {
    return [...this.walkTree(top)];
  }

  /**
   * Yields the files of `listTree` one by one. May miss files that are added or deleted meanwhile, so `move` needs
   * `listTree`.
   */
  *walkTree(top: string): Generator<[string, KnownFile], void, void> {
    const stack = [top.endsWith('/') ? top.slice(0, -1) : top];
    for (let uri = stack.pop(); uri !== undefined; uri = stack.pop()) {
      const file = this.#files.get(uri);
      if (file !== undefined) yield [uri, file];
      for (const child of this.#children.get(uri) ?? []) stack.push(child);
    }
  }

  /** Adds a file or folder to the index of its folder. If that has no entry yet, adds it to the index of its own folder. */
  #addToFolder(uri: string): void {
    const folder = parentUriOf(uri);
    if (folder === undefined) return;
    const children = this.#children.get(folder);
    children?.add(uri);
    if (children !== undefined) return;
    this.#children.set(folder, new Set([uri]));
    this.#addToFolder(folder);
  }

  /** Removes a file or folder from the index unless it is still known; then its folder, if it has become empty. */
  #removeFromFolder(uri: string): void {
    const folder = parentUriOf(uri);
    const children = folder === undefined ? undefined : this.#children.get(folder);
    if (folder === undefined || children === undefined) return;
    const isKnown = this.#files.has(uri) || this.#children.has(uri);
    if (!isKnown) children.delete(uri);
    if (children.size > 0) return;
    this.#children.delete(folder);
    this.#removeFromFolder(folder);
  }
}

/** The URI without its last segment; undefined at the root, which for `file:///` is `file://`. */
function parentUriOf(uri: string): string | undefined {
  const end = uri.lastIndexOf('/');
  return end < 0 ? undefined : uri.slice(0, end);
}

/** Records a content that an agent has read or written; ignores links, folders and files whose bytes were not read. */
export function rememberContent(known: KnownFiles, at: Location, content: Content): void {
  if (isFileContent(content)) known.set(at.uri, content, unknownStamp);
}

/** Records the agents' own changes, so that they are not reported. */
export function rememberChanges(known: KnownFiles, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.kind === 'move') known.move(change.from.uri, change.at.uri);
    if (change.kind === 'delete') for (const [uri] of known.listTree(change.at.uri)) known.delete(uri);
    if ('after' in change) rememberContent(known, change.at, change.after);
  }
}
