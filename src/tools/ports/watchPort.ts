// Declares Watch, which scans the disk for unreviewed changes, and lists them until the user accepts or reverts them.

import type { Origin, ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';
import type { AgentSession } from '../../core/watch/agentSession.ts';
import type { Interval } from '../../core/watch/spans.ts';
import type { ContentState, Write } from '../../core/watch/writes.ts';

/**
 * Whether Watch observes a workspace folder, given by its URI. `idle` until an agent is first seen, or the view is
 * opened: nothing is stored before. `reason` is for the user.
 */
export type FolderStatus = { readonly folder: string } & (
  { readonly state: 'idle' | 'on' } | { readonly state: 'off'; readonly reason: string }
);

/** Observes changes in the workspace. There is one for each window; the windows of a workspace share the store. */
export interface Watch {
  /** Unreviewed items, by folder and path. The same array until `onDidChange` fires. */
  items(): readonly ReviewItem[];
  /** All recent changes, including accepted and reverted ones, oldest first. Bounded in number and age. */
  steps(): readonly Step[];
  status(): readonly FolderStatus[];
  /** Fires when items, steps or a status have changed. */
  onDidChange(listener: () => void): { dispose(): void };
  /**
   * Reads the stored bytes of a side of an item or step, exactly as they were on disk; for a link, its target as text.
   * @throws ToolError IO_ERROR if they are missing, or were not stored (`withheld`)
   */
  contentOf(folder: string, file: StoredFile): Promise<Uint8Array>;
  /**
   * Accepts items as they were shown: the baseline becomes their `current`. Changes made later stay unreviewed, except the
   * user's own. Does not change the user's files.
   * @throws ToolError IO_ERROR, STALE if the user's own changes cannot be separated; nothing is accepted then
   */
  accept(items: readonly ReviewItem[]): Promise<void>;
  /**
   * Accepts some hunks of an item. A changed mode stays unreviewed. Throws as `accept` does.
   * @param baseline the new baseline: the bytes of the old one with the accepted hunks of `current`
   */
  acceptPart(item: ReviewItem, baseline: Uint8Array): Promise<void>;
  /**
   * Scans the disk now. Resolves once the items are from a scan that started after the call. Never rejects; `status`
   * reports a failure.
   */
  refresh(): Promise<void>;
  /** Deletes the steps that no item needs, and the contents that only they need. Unreviewed items stay. */
  clearHistory(): Promise<void>;
}

/** The questions of a scan to its window about the authors of changes and about known writes. */
export interface WriteAttribution {
  /** Resolves when pending writes are recorded. Called by a scan once it has read the files. */
  whenRecorded(): Promise<void>;
  /** The possible authors of a change that was made in an interval. */
  originOf(interval: Interval): Origin;
  /** Whether a path belongs to a workspace folder inside the scanned one, whose own scans list all its changes. */
  isInNestedFolder(path: string): boolean;
  /** Writes of a file since a time (milliseconds since 1970), including pending ones; oldest first. */
  writesOf(path: string, sinceMs: number): readonly Write[];
  /** The bytes before or after one of these writes, by its `ContentState`; undefined if they are missing. */
  bytesOf(path: string, content: ContentState): Promise<Uint8Array | undefined>;
}

/** Watch in one folder. Its methods throw ToolError IO_ERROR with a message for the user, and then change nothing. */
export interface FolderWatch {
  /** Unreviewed items, by path from the folder. */
  readonly items: ReadonlyMap<string, ReviewItem>;
  readonly steps: readonly Step[];
  /** Whether a scan of this window or an earlier one has recorded the files, so that the next scan can list changes. */
  readonly hasBaseline: boolean;
  /** Reads the state that another window has stored meanwhile, without a scan (unlike `Watch.refresh`). */
  refresh(): Promise<void>;
  /** Scans the disk. The first scan of a folder only records the baseline; later ones list changes as items and steps. */
  scan(attribution: WriteAttribution): Promise<void>;
  contentOf(file: StoredFile): Promise<Uint8Array>;
  accept(items: readonly ReviewItem[]): Promise<void>;
  acceptPart(item: ReviewItem, baseline: Uint8Array): Promise<void>;
  clearHistory(): Promise<void>;
  /**
   * The file's current bytes on disk, read synchronously; undefined if it is absent, `unread` if it is too large for
   * that, or not a file.
   */
  readNow(path: string): Uint8Array | 'unread' | undefined;
  /** Ends its processes. */
  dispose(): void;
}

/** A folder to watch, and where its store is. */
export interface WatchedPlace {
  /** URI of the workspace folder on the local disk, without a final slash. */
  readonly folder: string;
  /** `file:` URI of the storage folder, which need not exist. */
  readonly storage: string;
  /** Whether a file's bytes may not be stored, by its path from the folder. Called again at each scan. */
  readonly isSecret: (path: string) => boolean;
}

/**
 * Opens Watch on a folder, and creates its store. Throws ToolError IO_ERROR, with a message for the user, if git cannot
 * be used.
 */
export type OpenWatch = (place: WatchedPlace) => Promise<FolderWatch>;

/** Receives agents' actions, from their hooks and their calls of Redline's tools. No method rejects. */
export interface AgentEventListener {
  /**
   * Called when a turn begins; with `turn` undefined, when a session begins. Resolves once a scan has recorded the state
   * before it.
   */
  turnStarts(agentSession: AgentSession, turn: string | undefined): Promise<void>;
  /**
   * Called before a command. Resolves once a scan has recorded the state before it, or after some seconds.
   * @param key names the command in the call of `commandEnds`
   */
  commandStarts(agentSession: AgentSession, command: string, key: string): Promise<void>;
  commandEnds(agentSession: AgentSession, key: string): Promise<void>;
  /** Called at the end of a turn. Resolves once the turn's changes are listed. */
  turnEnds(agentSession: AgentSession): Promise<void>;
  /** Called when the agent calls one of Redline's tools. */
  toolCalled(agentSession: AgentSession): void;
  /** Called on other activity of the turn. */
  activitySeen(agentSession: AgentSession): void;
}
