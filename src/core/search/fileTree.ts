import type { IgnoreScope } from '../pattern/ignore.ts';

/** What stands in a folder. A symbolic link is a `link`, wherever it leads. */
export interface TreeEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
}

/** What a file is that is not searched, such as `PNG image`. */
export interface NoText {
  readonly reason: string;
}

/** A folder with all that is in it, where only the editor's own calls can be used. Paths are relative to it, with `/`. */
export interface FileTree {
  /** The entries of a folder (`''` is the top), in any order; none where it cannot be read. */
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** The text of a file, or why it is none; `undefined` for a missing and an unreadable one. */
  readText(path: string): Promise<string | NoText | undefined>;
  /** The `.gitignore` of a folder; `undefined` where there is none. */
  readIgnoreFile(folder: string): Promise<string | undefined>;
  /** What is ignored at the top, by rules from outside of the tree too; made of `readIgnoreFile` where it is absent. */
  readonly ignored?: () => Promise<IgnoreScope>;
  /** When a file was last changed, in milliseconds; `undefined` where nobody knows. */
  modified(path: string): Promise<number | undefined>;
  /**
   * Lets others work; called after each few milliseconds of work of one's own.
   *
   * @throws what is to end the work, such as the reason of a signal
   */
  pause(): Promise<void>;
}
