/** Bytes of contents that are kept for diffs, in all and of one file. */
const bytesKept = 32 * 1024 * 1024;
const longestKept = 1024 * 1024;
/** Files beyond are not known, and so never reported. */
const mostFiles = 200_000;

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
  #kept = 0;

  get(uri: string): KnownFile | undefined {
    return this.#files.get(uri);
  }

  set(uri: string, { sha256, bytes }: Hashed, stamp: string): void {
    this.delete(uri);
    if (this.#files.size >= mostFiles) return;
    const length = bytes?.length ?? 0;
    const isKept = length <= longestKept && this.#kept + length <= bytesKept;
    this.#files.set(uri, { sha256, bytes: isKept ? bytes : undefined, stamp });
    if (isKept) this.#kept += length;
  }

  /** The same content under other times. */
  restamp(uri: string, stamp: string): void {
    const known = this.#files.get(uri);
    if (known !== undefined) this.#files.set(uri, { ...known, stamp });
  }

  delete(uri: string): void {
    this.#kept -= this.#files.get(uri)?.bytes?.length ?? 0;
    this.#files.delete(uri);
  }

  /** What is at a URI or below it goes elsewhere. */
  move(from: string, to: string): void {
    for (const [uri, known] of this.at(from)) {
      this.#files.delete(uri);
      this.#files.set(to + uri.slice(from.length), known);
    }
  }

  /** All files at a URI or below it. */
  at(top: string): [string, KnownFile][] {
    const below = top.endsWith('/') ? top : `${top}/`;
    return [...this.#files].filter(([uri]) => uri === top || uri.startsWith(below));
  }
}
