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
  /** Puts bytes in the place of as many in a file, from an offset on; that takes no room, where the disk is local. */
  overwrite(file: string, from: number, bytes: Uint8Array): Promise<void>;
  /** Adds to the end of a file, which is made if need be. Other windows may do the same. */
  append(file: string, bytes: Uint8Array): Promise<void>;
  /** Makes a file that only one of several windows can make: false where it was another one. */
  claim(file: string, bytes: Uint8Array): Promise<boolean>;
  /** Puts a file in the place of another, if there is one; does nothing where the first is not there. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing where there is no file. */
  remove(file: string): Promise<void>;
  /** Files that are too large for memory. Absent where the folder is not on the local disk. */
  readonly large?: LargeStorage;
}

export interface LargeStorage {
  /** Puts a copy of a local file, named by its `file:` URI, into the folder, and flushes it. Answers what was copied. */
  copyIn(uri: string, file: string): Promise<Weight>;
  /** Gives a file a second name; false where it is not there. */
  link(from: string, to: string): Promise<boolean>;
  uriOf(file: string): string;
}

/** What is known of bytes that are not held: how many they are, and their SHA-256. */
export interface Weight {
  readonly size: number;
  readonly sha256: string;
}

/** Where bytes come from: memory, or a file of the local disk. */
export type Source = { readonly bytes: Uint8Array } | { readonly uri: string };

/**
 * Files of the local disk of any size, by `file:` URIs, read and written in parts, so that none is ever held in memory.
 * What is written in place stays the same inode; a write that is cut off leaves what `isPartial` and `isCutOff` know. All
 * throw what the system throws. Absent where there is no local disk.
 */
export interface LargeFiles {
  weigh(uri: string): Promise<Weight>;
  /** What a file is now, and what it is with a tail behind its end. */
  weighWith(uri: string, tail: Uint8Array): Promise<{ readonly before: Weight; readonly after: Weight }>;
  /** As many bytes from an offset on, or those that are left of the file. */
  part(uri: string, from: number, length: number): Promise<Uint8Array>;
  /** Makes a file, and the folders above it. Throws EEXIST where anything is there; where its bytes come out otherwise, nothing is left. */
  create(uri: string, source: Source, weight: Weight): Promise<void>;
  /** Puts bytes into a file that must be `before`, from an offset on, and ends it behind them. Answers false, having written nothing, where it is not. */
  rewrite(uri: string, before: Weight, from: number, source: Source): Promise<boolean>;
  /** Removes a file, which must be `before`. Answers false, having removed nothing, where somebody else wrote to it. */
  remove(uri: string, before: Weight): Promise<boolean>;
  /** Whether a file was cut off while it was written from the one to the other: see `isPartial`. */
  isPartial(uri: string, before: Source, after: Source): Promise<boolean>;
  /** Whether a file was cut off while a tail was put behind what it was before. */
  isCutOff(uri: string, before: Weight, tail: Uint8Array): Promise<boolean>;
}
