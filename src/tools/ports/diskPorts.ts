// Declares ports that require a local disk: direct reads and writes, links, permissions, storage, and large files.

/**
 * Reads the local disk, by `file:` URIs. Types are the numbers of `vscode.FileType`, times are milliseconds since 1970.
 * Errors are the system's.
 */
export interface LocalFiles {
  stat(
    uri: string,
  ): Promise<{ readonly type: number; readonly size: number; readonly ctime: number; readonly mtime: number }>;
  readFile(uri: string): Promise<Uint8Array>;
  readDirectory(uri: string): Promise<[string, number][]>;
}

/** Reads and creates symbolic links, which the editor's API cannot. Without a local disk, this port is undefined. */
export interface Links {
  /** The target, as written in the link. */
  read(uri: string): Promise<string>;
  make(uri: string, target: string): Promise<void>;
}

/** Permissions of local files, which the editor's API cannot read. If the system has none, this port is undefined. */
export interface Modes {
  isExecutable(uri: string): Promise<boolean>;
  /**
   * Rejects for a link, as `setPermissions` does.
   * @param real canonical URI
   * @param previousMode the permission bits before `setExecutable` last changed them: they are set again, unless someone has
   *   changed the bits since
   */
  setExecutable(real: string, isExecutable: boolean, previousMode?: number): Promise<void>;
  /** All permission bits, as in `chmod`. */
  permissions(uri: string): Promise<number>;
  setPermissions(real: string, permissions: number): Promise<void>;
}

/** The processes of the machine, by names of process id and host. In a browser, this port is undefined. */
export interface Processes {
  /** The name of the current process. */
  readonly own: string;
  /** Whether a process has certainly ended; false if that cannot be known. */
  isGone(name: string): boolean;
}

/**
 * Writes local files in place, so that they keep their inode (mode, owner, access lists, attributes, hard links).
 * `isPartialWrite` detects interrupted writes. Without a local disk, this port is undefined. Errors are the system's.
 */
export interface WholeFiles {
  /** Whether a file, links followed, has exactly these bytes; false if it is missing or no regular file. */
  contains(uri: string, bytes: Uint8Array): Promise<boolean>;
  /** Replaces a file's bytes. False, and nothing written, if the file is not `before`. */
  replace(uri: string, bytes: Uint8Array, before: Uint8Array): Promise<boolean>;
  /** Removes a file. False, and nothing removed, if the file is not `before`. */
  remove(uri: string, before: Uint8Array): Promise<boolean>;
  /** Creates a file, and the folders above it. Throws EEXIST. */
  create(uri: string, bytes: Uint8Array, permissions?: number): Promise<void>;
  /** Whether a file or folder has no write permission for anyone; false for a link, and if it is missing. */
  isReadOnly(uri: string): Promise<boolean>;
  /** Flushes files and folders to the device, so that they survive a power loss. Missing ones are skipped. */
  flush(files: readonly string[], folders: readonly string[]): Promise<void>;
}

/**
 * The extension's storage folder, closed to other users. Files are named by paths with `/`. Errors are the system's.
 */
export interface StorageFolder {
  /** Creates folders in the storage folder, or denies other users access to existing ones. */
  prepare(folders: readonly string[]): Promise<void>;
  /** The names in a folder; none if it does not exist. */
  list(folder: string): Promise<readonly string[]>;
  /** Reads a file; undefined if it does not exist, as in `readPart` and `stat`. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** Reads up to `length` bytes from an offset on. */
  readPart(file: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** Size in bytes, and time of the last write in milliseconds since 1970. */
  stat(file: string): Promise<{ readonly size: number; readonly modified: number } | undefined>;
  /** Creates or replaces a file atomically, and flushes it to the device, as far as the file system can. */
  write(file: string, parts: readonly Uint8Array[]): Promise<void>;
  /** Writes like `write`, without flushing. */
  writeUnflushed(file: string, bytes: Uint8Array): Promise<void>;
  /** Overwrites bytes in a file, from an offset on. On a local disk this works even if the disk is full. */
  overwrite(file: string, from: number, bytes: Uint8Array): Promise<void>;
  /** Appends to a file, which is created if missing. Several windows may append to one file. */
  append(file: string, bytes: Uint8Array): Promise<void>;
  /** Creates a file exclusively (O_EXCL): false if another window was faster. */
  claim(file: string, bytes: Uint8Array): Promise<boolean>;
  /** Renames a file, replacing the target; does nothing if the file does not exist. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; does nothing if it does not exist. */
  remove(file: string): Promise<void>;
  /** Storage for files too large to load; undefined if the folder is not on the local disk. */
  readonly large?: LargeStorage;
}

/** Stores copies of large files, by their paths in the storage folder. Errors are the system's. */
export interface LargeStorage {
  /** Copies a local file, named by its `file:` URI, into the folder, and flushes the copy. */
  copyIn(uri: string, file: string): Promise<FileDigest>;
  /** Adds a hard link to a file; false if the file does not exist. */
  link(from: string, to: string): Promise<boolean>;
  /** The `file:` URI of a stored file. */
  uriOf(file: string): string;
}

/** Identifies bytes that are not in memory, by size and SHA-256. */
export interface FileDigest {
  readonly size: number;
  readonly sha256: string;
}

/** Bytes in memory, or a file on the local disk. */
export type ByteSource = { readonly bytes: Uint8Array } | { readonly uri: string };

/**
 * Reads and writes local files of any size in parts, by `file:` URIs. Writes in place, which keeps the inode;
 * `isPartial` and `isPartialAppend` detect interrupted writes. Without a local disk, this port is undefined. Errors are
 * the system's.
 */
export interface LargeFiles {
  digest(uri: string): Promise<FileDigest>;
  /** The digests of a file's current content, and of that with a tail appended. */
  digestWithTail(uri: string, tail: Uint8Array): Promise<{ readonly before: FileDigest; readonly after: FileDigest }>;
  /** Reads up to `length` bytes from an offset on. */
  part(uri: string, from: number, length: number): Promise<Uint8Array>;
  /**
   * Creates a file, with its permission bits if given, and the folders above it. Throws EEXIST; a file with another
   * digest than expected is removed again.
   */
  create(uri: string, source: ByteSource, digest: FileDigest, permissions?: number): Promise<void>;
  /** Replaces a file's bytes from an offset to its end. False, and nothing written, if the file is not `before`. */
  rewrite(uri: string, before: FileDigest, from: number, source: ByteSource): Promise<boolean>;
  /** Removes a file. False, and nothing removed, if the file is not `before`. */
  remove(uri: string, before: FileDigest): Promise<boolean>;
  /** Whether a file is the result of an interrupted write from one source to the other (`isPartialWrite`). */
  isPartial(uri: string, before: ByteSource, after: ByteSource): Promise<boolean>;
  /** Whether a file is the result of an interrupted append. */
  isPartialAppend(uri: string, before: FileDigest, tail: Uint8Array): Promise<boolean>;
}
