/**
 * The local disk, by `file:` URIs. Types are the numbers of `vscode.FileType`, times milliseconds since 1970. All throw
 * what the system throws. Absent where there is no local disk.
 */
export interface LocalFiles {
  stat(
    uri: string,
  ): Promise<{ readonly type: number; readonly size: number; readonly ctime: number; readonly mtime: number }>;
  readFile(uri: string): Promise<Uint8Array>;
  readDirectory(uri: string): Promise<[string, number][]>;
}

/**
 * A folder of the extension's own, in which files are named by paths with `/`. Where the disk knows users, nobody else may
 * read it. All methods throw what the system throws.
 */
export interface StorageFolder {
  /** Makes folders in it, and closes to other users what is there already. */
  ready(folders: readonly string[]): Promise<void>;
  /** The names in a folder; none where there is no folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Undefined where there is no file; so in `readPart` and `stat`. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** As many bytes from an offset on, or those that are left of the file. */
  readPart(file: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** The size in bytes, and when the file was written, in milliseconds since 1970. */
  stat(file: string): Promise<{ readonly size: number; readonly modified: number } | undefined>;
  /**
   * Puts a file, one part after the other, in the place of any other: wholly or not at all. When it resolves, the file
   * is flushed to the device, as far as the file system can be told to.
   */
  write(file: string, parts: readonly Uint8Array[]): Promise<void>;
  /** As `write`, but the system may keep the file in its memory for a while. */
  writeUnflushed(file: string, bytes: Uint8Array): Promise<void>;
  /** Adds to the end of a file, which is made if need be. Other windows may do the same. */
  append(file: string, bytes: Uint8Array): Promise<void>;
  /** Makes a file that only one of several windows can make: false where it was another one. */
  claim(file: string, bytes: Uint8Array): Promise<boolean>;
  /** Puts a file in the place of another, if there is one; does nothing where the first is not there. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing where there is no file. */
  remove(file: string): Promise<void>;
}
