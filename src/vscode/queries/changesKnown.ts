import { isFileContent, type Change, type Content, type Location } from '../../core/change/change.ts';

/** Bytes of contents that are kept for diffs, in all and of one file. */
const bytesKept = 32 * 1024 * 1024;
const longestKept = 1024 * 1024;
/** Files beyond are not known, and so never reported. */
const maxFiles = 200_000;

/** A content by its hash. Both are undefined for what could not be read, or is too large. */
export interface Hashed {
  readonly sha256: string | undefined;
  readonly bytes: Uint8Array | undefined;
}

/** What is known of a file: its content by hash, with its bytes for a diff, and by which times it can be told unchanged. */
export interface KnownFile extends Hashed {
  /** Size and time of the last change on disk; `''` where they are not known. */
  readonly stamp: string;
}

/** The files that a next call compares with, by URI, bounded in memory. */
export class KnownFiles {
  readonly #files = new Map<string, KnownFile>();
  /** Index by folder: the files and folders directly in it, so that a subtree is found without a walk over all files. */
  readonly #children = new Map<string, Set<string>>();
  #kept = 0;

  /** Further files are not taken. */
  get isFull(): boolean {
    return this.#files.size >= maxFiles;
  }

  get(uri: string): KnownFile | undefined {
    return this.#files.get(uri);
  }

  set(uri: string, { sha256, bytes }: Hashed, stamp: string): void {
    this.delete(uri);
    if (this.isFull) return;
    const length = bytes?.length ?? 0;
    const isKept = length <= longestKept && this.#kept + length <= bytesKept;
    this.#files.set(uri, { sha256, bytes: isKept ? bytes : undefined, stamp });
    if (isKept) this.#kept += length;
    this.#link(uri);
  }

  /** The same content under other times. */
  restamp(uri: string, stamp: string): void {
    const known = this.#files.get(uri);
    if (known !== undefined) this.#files.set(uri, { ...known, stamp });
  }

  delete(uri: string): void {
    const known = this.#files.get(uri);
    if (known === undefined) return;
    this.#kept -= known.bytes?.length ?? 0;
    this.#files.delete(uri);
    this.#unlink(uri);
  }

  /** What is at a URI or below it goes elsewhere. */
  move(from: string, to: string): void {
    // All are taken out first: a folder may go into one that stands in it.
    const moved = this.at(from);
    for (const [uri] of moved) this.delete(uri);
    for (const [uri, known] of moved) this.set(to + uri.slice(from.length), known, known.stamp);
  }

  /** All files at a URI or below it. */
  at(top: string): [string, KnownFile][] {
    return [...this.below(top)];
  }

  /** The same one by one, where there may be very many. */
  *below(top: string): Generator<[string, KnownFile], void, void> {
    const left = [top.endsWith('/') ? top.slice(0, -1) : top];
    for (let uri = left.pop(); uri !== undefined; uri = left.pop()) {
      const known = this.#files.get(uri);
      if (known !== undefined) yield [uri, known];
      for (const child of this.#children.get(uri) ?? []) left.push(child);
    }
  }

  #link(uri: string): void {
    for (let child = uri; ;) {
      const folder = folderOf(child);
      if (folder === undefined) return;
      const children = this.#children.get(folder);
      children?.add(child);
      // A folder that is known is linked itself.
      if (children !== undefined) return;
      this.#children.set(folder, new Set([child]));
      child = folder;
    }
  }

  #unlink(uri: string): void {
    for (let child = uri; ;) {
      const folder = folderOf(child);
      const children = folder === undefined ? undefined : this.#children.get(folder);
      if (folder === undefined || children === undefined) return;
      if (!this.#files.has(child) && !this.#children.has(child)) children.delete(child);
      if (children.size > 0) return;
      this.#children.delete(folder);
      child = folder;
    }
  }
}

/** The URI without its last name; undefined above the top, which for `file:///` is `file://`. */
function folderOf(uri: string): string | undefined {
  const end = uri.lastIndexOf('/');
  return end < 0 ? undefined : uri.slice(0, end);
}

/** An agent has read this, or written it. */
export function knowContent(known: KnownFiles, at: Location, content: Content): void {
  if (isFileContent(content)) known.set(at.uri, content, '');
}

/** An agent's changes are no news to it. */
export function knowChanges(known: KnownFiles, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.kind === 'move') known.move(change.from.uri, change.at.uri);
    if (change.kind === 'delete') for (const [uri] of known.at(change.at.uri)) known.delete(uri);
    if ('after' in change) knowContent(known, change.at, change.after);
  }
}
