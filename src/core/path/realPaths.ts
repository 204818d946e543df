/** What stands somewhere in a file system. `folder` and `file` may carry content; the special kinds never do. */
export type EntryKind = 'file' | 'folder' | 'fifo' | 'socket' | 'device' | 'other';

/**
 * What a path really leads to. Real paths are absolute, in the platform's own spelling (case, long names), with no link
 * in any segment; what does not exist yet stands behind the real path of its deepest existing ancestor.
 */
export interface RealPath {
  /** What stands at the path itself: a link is a link. */
  readonly entry: EntryKind | 'link' | 'missing';
  /** What following all links leads to. `loop` and `broken` (through a file, or no path at all) lead nowhere. */
  readonly target: EntryKind | 'missing' | 'loop' | 'broken' | 'unreadable';
  /** Where reading and writing take place; undefined where the target is `loop`, `broken` or `unreadable`. */
  readonly real: string | undefined;
  /** Where the entry itself stands, its last segment not followed: what deleting and moving mean. */
  readonly own: string | undefined;
  /** Where the way ended that leads nowhere: the real path of its last entry. */
  readonly reached?: string;
  /** Names the target file has in its file system; above 1, others may lie anywhere. 0 where nothing is there. */
  readonly names: number;
  /** Bytes in the target file; undefined where the target is no file. */
  readonly size: number | undefined;
  /** Which entry and which target this is. Compare with `===`: another value means that something was swapped. */
  readonly place: string;
}

/** Looks at the real file system; only where there is none (virtual workspaces) does a caller go without it. */
export interface RealPaths {
  /** `path` is absolute. Never throws for what stands or does not stand there; reads no content. */
  inspect(path: string): Promise<RealPath>;
  /** Names of the file at a path, no link followed; 0 where no file is. For thousands of files: one question each. */
  names(path: string): Promise<number>;
  /**
   * Other names (hard links) of the file at `path` among the entries of these folders, as absolute paths; not below
   * them. Bounded: of very large folders only a part is looked at, names with a leading dot first.
   */
  twins(path: string, folders: readonly string[]): Promise<readonly string[]>;
}
