// Declares Watch: what changed past the review, from looks at the disk, until the person keeps or reverts it.

import type { ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';

/** Whether the changes of a workspace folder are seen. */
export interface FolderStatus {
  /** The folder's URI. */
  readonly folder: string;
  /** `idle` until an agent is first seen, or the view is opened: nothing is stored before. `off` says why, for the person. */
  readonly state: 'idle' | 'on' | 'off';
  readonly why?: string;
}

/** Sees what changes in the workspace. One for a window; the windows of a workspace share what it stores. */
export interface Watch {
  /** What is to be reviewed, by folder and path. The same array until `onDidChange`. */
  items(): readonly ReviewItem[];
  /** All changes that were seen lately, kept and reverted ones included, oldest first. Bounded in number and age. */
  steps(): readonly Step[];
  status(): readonly FolderStatus[];
  /** Fires when items, steps or a status have changed. */
  onDidChange(listener: () => void): { dispose(): void };
  /**
   * The bytes of a side, exactly as they were on disk; of a link, its target.
   * @throws ToolError IO_ERROR if they are gone, or were not stored (`withheld`).
   */
  contentOf(folder: string, file: StoredFile): Promise<Uint8Array>;
  /**
   * Moves the baseline of items to their `current` as given; what changed after they were listed stays to be reviewed.
   * Touches no file of the person's. @throws ToolError IO_ERROR
   */
  keep(items: readonly ReviewItem[]): Promise<void>;
  /** Moves the baseline of an item to these bytes, with the mode of `current`: the baseline with some hunks of `current`. Throws as `keep` does. */
  keepPart(item: ReviewItem, baseline: Uint8Array): Promise<void>;
  /**
   * Says that a call of the journal is reviewed later, by its entry's id. To be called before its first file is written; what
   * else the journal knows counts as reviewed, and is not listed.
   */
  noteLater(entry: string): void;
  /** Looks at the disk now. Resolves once the items are those of a look that began after the call. Never rejects: see `status`. */
  look(): Promise<void>;
  /** Forgets and deletes all that is stored. */
  clear(): Promise<void>;
}
