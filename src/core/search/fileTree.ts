// Declares the port by which the built-in search reads folders through the editor's file system, without ripgrep.
import type { IgnoreScope } from '../pattern/ignore.ts';

/** An entry of a folder. A symbolic link is a `link`, whatever its target is. */
export interface TreeEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
}

/** The reason why a file is not searched, such as `PNG image`. */
export interface NotText {
  readonly reason: string;
}

/**
 * A folder that is read through the editor's file system. Paths are relative to it, with `/`. Must be a plain object,
 * not an instance of a class, since the search copies it by `...` to replace `list`.
 */
export interface FileTree {
  /** The entries of a folder (`''` is the top), in any order; `undefined` if it cannot be read. */
  list(folder: string): Promise<readonly TreeEntry[] | undefined>;
  /** Text of a file, or the reason why it is not text; `undefined` if it is missing or cannot be read. */
  readText(path: string): Promise<string | NotText | undefined>;
  /** Text of the `.gitignore` of a folder; `undefined` if there is none. */
  readIgnoreFile(folder: string): Promise<string | undefined>;
  /** The ignore rules at the top, including those from outside the tree. If omitted, there are none from outside. */
  readonly ignored?: () => Promise<IgnoreScope>;
  /** Time of the last change, in milliseconds since 1970; `undefined` if it is unknown. */
  modified(path: string): Promise<number | undefined>;
  /**
   * Lets the event loop run; called after every few milliseconds of work.
   *
   * @throws the reason of an aborted signal
   */
  pause(): Promise<void>;
}
