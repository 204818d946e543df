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
  /** Makes the folders above it, too. */
  writeFile(uri: string, bytes: Uint8Array): Promise<void>;
  /** With the folders above it; does nothing where it is. */
  createDirectory(uri: string): Promise<void>;
  /** Puts a file in the place of another, if there is one. */
  replace(from: string, to: string): Promise<void>;
  /** Removes a file or a link. */
  remove(uri: string): Promise<void>;
}
