// Declares the stats of files and folders.

/** Stats of a path: of a link itself, not its target. */
export interface FileStat {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** The type of a link's target; undefined for a broken link. */
  readonly targetType?: 'file' | 'directory' | 'other';
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: FileStat['type'];
  readonly size: number;
}
