// The port to the file system that resolves links.

/** The kinds of entries in a file system. Only files and folders have content. */
export type EntryKind = 'file' | 'folder' | 'fifo' | 'socket' | 'device' | 'other';

/**
 * What a path leads to. Real paths are absolute, in the platform's spelling (case, long names), with all links followed;
 * what does not exist is appended to the real path of its deepest existing folder.
 */
export interface RealPath {
  /** What is at the path itself, without following a link. */
  readonly entry: EntryKind | 'link' | 'missing';
  /** What is there after following all links; `broken` if a segment is not a folder. */
  readonly target: EntryKind | 'missing' | 'loop' | 'broken' | 'unreadable';
  /** The real path of the target; undefined if that is `loop`, `broken` or `unreadable`. */
  readonly real: string | undefined;
  /** The real path of the entry itself, a link in its last segment not followed: what is deleted or moved. */
  readonly entryPath: string | undefined;
  /** For a path whose target does not exist: the real path of the last entry that exists. */
  readonly lastExisting?: string;
  /** Number of hard links of the target file; above 1, it has other names on its volume. 0 if no file is there. */
  readonly hardLinks: number;
  /** Bytes in the target; undefined if it is not a file. */
  readonly size: number | undefined;
  /** Identifies the entry and its target: another value means that one was replaced (TOCTOU). */
  readonly fileId: string;
}

/** Inspects the real file system. Virtual workspaces have none. */
export interface RealPaths {
  /** Inspects an absolute path without reading content; never throws for what is there or missing. */
  inspect(path: string): Promise<RealPath>;
  /** Counts the hard links of a file, no link followed; 0 if no file is there. One system call. */
  countHardLinks(path: string): Promise<number>;
  /**
   * Other names (hard links) of the file at `path` directly in these folders, as absolute paths. Of very large folders
   * only a part is searched, names with a leading dot first.
   */
  otherHardLinks(path: string, folders: readonly string[]): Promise<readonly string[]>;
}
