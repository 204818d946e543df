// Declares the ports of the pipeline: the workspace, rules, review, applier, read memory, problems and file queue.

import type { ExcludedHunks, ExcludedPath } from './exclusions.ts';
import type { Change, Content, FaithfulText, FileContent, LargeContent, Location } from '../../core/change/change.ts';
import type { SeenLines } from '../../core/diff/seenLines.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import type { DeclaredAttributes } from '../../core/git/attributes.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import type { Caller } from './caller.ts';
import type { DirectoryEntry, FileStat } from './fileStat.ts';

/** A file as the user sees it: the unsaved buffer, if any, else the bytes on disk. */
export interface Snapshot {
  readonly content: FileContent;
  /** Whether the text is from a buffer with unsaved changes. */
  readonly unsaved: boolean;
  /** Number of bytes that are invalid in the file's encoding; an edit elsewhere in the file keeps them. */
  readonly encodingErrors: number;
}

/** The workspace as accessible to one call: read-only, and only within the rules. */
export interface Workspace {
  /**
   * Resolves once the user allows the agent to learn what a plan read outside the workspace. Prompts for a failed plan
   * and for the outcome of a dry run (`tried`), but not for changes that are reviewed next. Throws REJECTED.
   */
  requireDisclosure(plan: 'failed' | 'tried' | readonly Change[]): Promise<void>;
  /** Resolves a path, existing or not. Throws OUTSIDE_WORKSPACE, VALIDATION_ERROR, PERMISSION_DENIED. */
  locate(path: string, links?: LinkHandling): Promise<Location>;
  /** Whether reading this location would prompt the user. */
  isSecret(at: Location): boolean;
  /** Stats a location; undefined if nothing is there. */
  stat(at: Location): Promise<FileStat | undefined>;
  /** Reads a file. Throws NOT_FOUND, TOO_LARGE, PERMISSION_DENIED, VALIDATION_ERROR for a folder or special file. */
  read(at: Location): Promise<Snapshot>;
  /** Whether files here can be read in parts, so that they may have any size. */
  isLocal(at: Location): boolean;
  /** Reads the start and the end of a file of any size. Throws as `read` does. */
  readLarge(at: Location): Promise<LargeSnapshot>;
  /** The content of a large file with bytes appended. Throws STALE if the file no longer equals `before`. */
  withTail(at: Location, before: LargeContent, tail: FileContent): Promise<LargeContent>;
  /**
   * Lists a folder, sorted by name, without entries that may not be read. With `whole`, such an entry throws
   * PERMISSION_DENIED, for callers that move or delete the whole folder. Throws NOT_FOUND, VALIDATION_ERROR.
   */
  list(at: Location, whole?: 'whole'): Promise<readonly DirectoryEntry[]>;
  /** The target of a symbolic link, as written. Throws VALIDATION_ERROR if the file system cannot read links. */
  readLink(at: Location): Promise<string>;
  /** Resolves a name in a folder. Throws as `locate` does. */
  child(folder: Location, name: string, links?: LinkHandling): Promise<Location>;
  /** The parent folder of a location; undefined for a workspace folder. */
  parent(at: Location): Promise<Location | undefined>;
  /** Encodes a new text in a file's encoding. Throws ENCODING if a character cannot be encoded, or shown in a review. */
  rewrite(before: FaithfulText, text: string): Promise<FileContent>;
  /** Encodes the text of a new file, in the encoding of the settings. Throws ENCODING as `rewrite` does. */
  encodeNew(at: Location, text: string): Promise<FileContent>;
  /** Decodes bytes as a file at this location: text, or binary. */
  decode(at: Location, bytes: Uint8Array): Promise<FileContent>;
}

/** An invocation of a tool. */
export interface Call {
  readonly tool: string;
  readonly caller: Caller;
  /** The host's token, which links prompts to the chat of the call; undefined without a chat. */
  readonly token: object | undefined;
  readonly signal: AbortSignal;
  /** Set for a copy: the original call, which identifies the call in each of its reviews. */
  readonly root?: Call;
  /** Whether the tool changes files, so that a review will ask the user; set by the pipeline. */
  readonly isChange?: boolean;
  /** Set by the pipeline for a change that is made at once and reviewed afterwards. */
  readonly later?: true;
}

/** Judges changes by the access rules, and admits agents by the team policy. */
export interface Rules {
  /**
   * Rereads a team policy, if there is one. Called at the start of each call.
   * @param cwd working directory of an agent's own tool, whose folder must admit the agent; if omitted, any folder may
   * @throws PERMISSION_DENIED if the policy does not let the agent work here
   */
  admit(caller: Caller, cwd?: string): Promise<void>;
  /**
   * The strictest verdict on all locations, for the call's agent. Throws STALE if a location now leads elsewhere.
   * @param asked the changes that the user was asked about; a location that is not among theirs throws STALE, too
   */
  judge(changes: readonly Change[], call: Call, asked?: readonly Change[]): Promise<Verdict>;
}

/** The changes of a call, for the user to approve or reject. */
export interface ReviewRequest {
  /** Title of the call: "Edit src/app.ts". */
  readonly title: Phrase;
  readonly changes: readonly Change[];
  readonly verdict: Verdict;
  /** The repository's declarations of the changed files; set by the review. */
  readonly declared?: ReadonlyMap<Change, DeclaredAttributes>;
}

interface DecisionSource {
  /** UI surface of the user's answer; undefined if the rules decided. */
  readonly surface?: string;
  /** Comments for the agent; line numbers refer to the approved text, or to the rejected proposal. */
  readonly comments?: readonly LineComment[];
}

/** An approval by the user, or by the rules. */
export interface Approval extends DecisionSource, ExcludedHunks {
  readonly approved: true;
  /** The approved changes, with the user's edits and without excluded parts. */
  readonly changes: readonly Change[];
  /** Whether the user edited texts of the changes. */
  readonly amended: boolean;
  /** The files that the user excluded as a whole. */
  readonly excludedPaths: readonly ExcludedPath[];
  /** Makes the comments drafts again. Called if the call is planned and asked again, so that the agent did not get them. */
  readonly withdrawComments?: () => void;
  /** Remembers the approval. Called once, and only when the changes are written, or handed over to the agent. */
  readonly remember?: () => Promise<void>;
  /** Offers the user their edits, which would be lost: the call failed after the approval, and was not reviewed again. */
  readonly offerEdits?: () => void;
}

export interface Rejection extends DecisionSource {
  readonly approved: false;
  readonly reason?: string;
}

export type Decision = Approval | Rejection;

/** Asks the user to approve changes. */
export interface Review {
  /** Resolves with the user's answer; a cancelled call, a closed diff and a lost session count as a rejection. */
  ask(request: ReviewRequest, call: Call): Promise<Decision>;
}

/** The changes that were written, which may differ from the plan by the user's edits and exclusions. */
export interface Applied {
  readonly changes: readonly Change[];
  /** Paths that were changed only in an unsaved buffer, since the user was typing there. */
  readonly unsaved: readonly string[];
  /** Notes for the model, as sentences. */
  readonly notes: readonly string[];
}

/** Writes a plan. `title` is the call's title in the history. */
export interface Applier {
  /**
   * Applies all changes or none, unless it throws PARTIALLY_APPLIED. Throws StalePlan if a file no longer equals the
   * plan's `before`.
   */
  apply(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied>;
}

/** The state of a file when a chat last read or wrote it. */
export interface LastRead {
  readonly text: string;
  readonly sha256: string;
  /** The lines that the chat has seen; `allLines` includes the lines of all cells. */
  readonly seen: readonly SeenLines[];
}

/** Remembers the files that a chat has read, to detect changes since. */
export interface ReadMemory {
  /**
   * Remembers a content and its seen lines (default: all); adds to them while the SHA-256 stays the same. Forgets the file
   * if the content is not text, or too long to remember.
   */
  remember(at: Location, content: Content, seen?: readonly SeenLines[]): void;
  /** The text that this chat last read or wrote; undefined if it has not, or if that is forgotten. */
  lastRead(at: Location): LastRead | undefined;
}

/** Problems reported by the editor's language support, as `path:line severity message`. */
export interface Diagnostics {
  /**
   * Starts watching, before a change. `newProblems` waits only for visible files, and may return problems of the
   * session's earlier changes, too.
   */
  watch(
    locations: readonly Location[],
    caller: Caller,
  ): { newProblems(applied: readonly Change[]): Promise<readonly string[]> };
}

/** A file too large to load, as `Workspace.readLarge` reads it. */
export interface LargeSnapshot {
  readonly content: LargeContent;
  /** The first bytes of the file, enough to detect its encoding. */
  readonly start: Uint8Array;
  /** The last bytes of the file, enough to detect a line ending. */
  readonly end: Uint8Array;
}

/** A call, or an action of the user, that enters the queue. */
interface QueuedCall {
  /** Title of the call, shown to those that wait behind it. */
  readonly title: Phrase;
  /** The call; undefined if the user acts, not an agent. */
  readonly call?: Call;
  /** Called at once with the titles of the calls ahead; not called if there are none. */
  readonly onWait?: (ahead: readonly Phrase[]) => void;
}

/** Locks files, so that only one call at a time changes each. */
export interface FileQueue {
  /**
   * Waits until no other call has locked one of the files (canonical URIs), and locks them until `release`. Throws
   * REJECTED if the signal is aborted.
   *
   * @returns `hasWaited`: whether another call had locked one of the files, so that they may have changed
   */
  enter(
    realUris: readonly string[],
    signal: AbortSignal,
    queued: QueuedCall,
  ): Promise<{ readonly hasWaited: boolean; release(): void }>;
}
