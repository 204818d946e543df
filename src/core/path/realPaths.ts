// Declares the port to the file system that resolves links, implemented by `node/disk/realPath.ts`.

/** The kinds of entries in a file system. Only files and folders have content. */
export type EntryKind = 'file' | 'folder' | 'fifo' | 'socket' | 'device' | 'other';

/**
 * The result of resolving a path. Canonical paths are absolute, in the platform's spelling (case, long names), with all
 * links followed; missing segments are appended to the canonical path of the deepest existing folder.
 */
export interface RealPath {
  /** Kind of the path's own entry, without following a link. */
  readonly entry: EntryKind | 'link' | 'missing';
  /** Kind of the target after following all links; `broken` if a segment is not a folder. */
  readonly target: EntryKind | 'missing' | 'loop' | 'broken' | 'unreadable';
  /** Canonical path of the target; undefined if that is `loop`, `broken` or `unreadable`. */
  readonly real: string | undefined;
  /**
   * Canonical path of the entry itself, without following a link in its last segment; undefined if its folder has none.
   */
  readonly entryPath: string | undefined;
  /** Canonical path of the last entry on the way to a `loop`, `broken` or `unreadable` target; else undefined. */
  readonly lastExisting?: string;
  /** Number of hard links of the target file; above 1, it has other names on its volume. 0 if no file is there. */
  readonly hardLinks: number;
  /** Size of the target in bytes; undefined if it is not a file. */
  readonly size: number | undefined;
  /** Identifies the entry and its target: another value means that one of them was replaced (TOCTOU). */
  readonly fileId: string;
}

/** Inspects the real file system. Not available in virtual workspaces. */
export interface RealPaths {
  /**
   * Inspects an absolute path without reading content. Never throws for any kind of entry or a missing one.
   *
   * @param allowsCached accepts a check of the parent folder that was cached earlier in the same turn of the event
   * loop, or that was already running (on a slow disk). Pass `true` only if the path is inspected again, uncached,
   * before anything is written or returned (TOCTOU)
   */
  inspect(path: string, allowsCached?: boolean): Promise<RealPath>;
  /** Number of hard links of a file, without following links; 0 if no file is there. One system call. */
  countHardLinks(path: string): Promise<number>;
  /**
   * Lists other names (hard links) of the file at `path` directly in these folders, as absolute paths. Searches only a
   * part of very large folders, names with a leading dot first.
   */
  otherHardLinks(path: string, folders: readonly string[]): Promise<readonly string[]>;
}
