import type { FileContent } from '../core/change.ts';

/** UTF-16 units of text that are kept for diffs, in all and of one file. */
const unitsKept = 32 * 1024 * 1024;
const longestText = 1024 * 1024;
/** Files beyond are not known, and so never reported. */
const mostFiles = 200_000;

/** What is known of a file: its content by hash, its text for a diff, and by which times it can be told unchanged. */
export interface KnownFile {
  readonly sha256: string | undefined;
  readonly text: string | undefined;
  /** Size and time of the last change on disk; `''` where they are not known. */
  readonly stamp: string;
}

/** The files that a next call compares with, by URI, bounded in memory. */
export class KnownFiles {
  readonly #files = new Map<string, KnownFile>();
  #units = 0;

  get(uri: string): KnownFile | undefined {
    return this.#files.get(uri);
  }

  set(uri: string, content: FileContent | undefined, stamp: string): void {
    this.delete(uri);
    if (this.#files.size >= mostFiles) return;
    const text = content?.kind === 'text' ? content.text : undefined;
    const kept = text !== undefined && text.length <= longestText && this.#units + text.length <= unitsKept;
    this.#files.set(uri, { sha256: content?.sha256, text: kept ? text : undefined, stamp });
    if (kept) this.#units += text.length;
  }

  /** The same content under other times. */
  restamp(uri: string, stamp: string): void {
    const known = this.#files.get(uri);
    if (known !== undefined) this.#files.set(uri, { ...known, stamp });
  }

  delete(uri: string): void {
    this.#units -= this.#files.get(uri)?.text?.length ?? 0;
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
