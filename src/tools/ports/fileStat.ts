/** What stands at a path, the link itself and not what it leads to. Times are milliseconds since 1970-01-01 UTC. */
export interface FileStat {
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly modified: number;
  /** For a symlink, the type of what it leads to; absent where it leads nowhere. */
  readonly targetType?: 'file' | 'directory' | 'other';
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: FileStat['type'];
  readonly size: number;
}
