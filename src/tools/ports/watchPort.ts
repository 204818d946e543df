// Declares Watch: what changed past the review, from looks at the disk, until the person keeps or reverts it.

import type { Origin, ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { Interval } from '../../core/watch/spans.ts';
import type { State, Write } from '../../core/watch/writes.ts';

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
  /** Looks at the disk now. Resolves once the items are those of a look that began after the call. Never rejects: see `status`. */
  look(): Promise<void>;
  /** Forgets the steps that nothing waits for, and deletes contents that only they need. What is to be reviewed stays. */
  clearHistory(): Promise<void>;
}

/** Attributes changes of files to whoever made them, as far as this window knows. */
export interface WriteAttribution {
  /** Resolves when the writes that have begun are known. A look calls it once it has read the files. */
  noted(): Promise<void>;
  originOf(interval: Interval): Origin;
  /** Writes of a file that were made since a time, in milliseconds since 1970, or may be made at any moment; oldest first. */
  writesOf(path: string, since: number): readonly Write[];
  /** The bytes that one of these writes found or left, by their SHA-256; undefined if they are gone. */
  bytesOf(path: string, hash: State): Promise<Uint8Array | undefined>;
}

/** Watch in one folder. Its methods throw ToolError IO_ERROR, with words for the person; then nothing has changed. */
export interface FolderWatch {
  readonly items: ReadonlyMap<string, ReviewItem>;
  readonly steps: readonly Step[];
  /** Reads what another window has stored meanwhile. */
  refresh(): Promise<void>;
  look(attribution: WriteAttribution): Promise<void>;
  contentOf(file: StoredFile): Promise<Uint8Array>;
  keep(items: readonly ReviewItem[]): Promise<void>;
  keepPart(item: ReviewItem, baseline: Uint8Array): Promise<void>;
  clearHistory(): Promise<void>;
  /** The bytes of a file on disk now, read synchronously; undefined if it is absent, `unread` if it is too large for that, or no file. */
  readNow(path: string): Uint8Array | 'unread' | undefined;
  /** Ends its processes. */
  dispose(): void;
}

export interface WatchedPlace {
  /** The workspace folder on the local disk, by its URI without a slash at its end. */
  readonly folder: string;
  /** The folder of its store, by its `file:` URI. It need not exist. */
  readonly storage: string;
  /** Whether the bytes of a file may not be stored, by its path from the folder. Each look asks anew. */
  readonly isSecret: (path: string) => boolean;
}

/** Opens the watch on a folder, and makes its store. Throws ToolError IO_ERROR, with words for the person, where git cannot be used. */
export type OpenWatch = (place: WatchedPlace) => Promise<FolderWatch>;

/** Receives what agents do, from their hooks and their calls of Redline's tools. No method rejects. */
export interface AgentEventListener {
  /** A turn begins, or a session (`turn` undefined). Resolves once the state before it is known. */
  turnStarts(speaker: Speaker, turn: string | undefined): Promise<void>;
  /** Resolves once the state before the command is known, or after some seconds. `key` is what `commandEnds` gets as well. */
  commandStarts(speaker: Speaker, command: string, key: string): Promise<void>;
  commandEnds(speaker: Speaker, key: string): Promise<void>;
  /** Resolves once what the turn changed is listed. */
  turnEnds(speaker: Speaker): Promise<void>;
  /** The agent calls one of Redline's tools. */
  calls(speaker: Speaker): void;
  /** Something else tells that the turn lasts. */
  hears(speaker: Speaker): void;
}
