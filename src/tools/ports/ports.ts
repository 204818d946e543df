import type { Change, Content, FaithfulText, FileContent, LargeContent, Location } from '../../core/change/change.ts';
import type { LinkMeaning } from '../../core/path/judgeRealPath.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import type { CallFailures } from './failures.ts';
import type { FileQueue } from './fileQueue.ts';
import type { Leave } from './leave.ts';
import type { LargeSnapshot } from './largeSnapshot.ts';
import type { DirectoryEntry, FileStat } from './fileStat.ts';
import type { Queries } from './queryPorts.ts';

/** A file as the person sees it now: the unsaved buffer where there is one, else the bytes on disk. */
export interface Snapshot {
  readonly content: FileContent;
  /** True where the text is a buffer with changes that are not on disk. */
  readonly unsaved: boolean;
  /** Bytes that are no valid text in the file's encoding (they survive an edit elsewhere in the file). */
  readonly encodingErrors: number;
}

/** The workspace as one call may see it: it can only read, and only what the rules allow. */
export interface Workspace extends Leave {
  /**
   * The place a path names, whether or not anything is there. Throws OUTSIDE_WORKSPACE, VALIDATION_ERROR for a path
   * that no platform should take, PERMISSION_DENIED where reading it is denied.
   */
  locate(path: string, links?: LinkMeaning): Promise<Location>;
  /** Whether the person would be asked before this place, which was located, is read. */
  asksToRead(at: Location): boolean;
  /** Undefined where nothing is there. */
  stat(at: Location): Promise<FileStat | undefined>;
  /** Throws NOT_FOUND, VALIDATION_ERROR for a directory or a special file, TOO_LARGE, PERMISSION_DENIED. */
  read(at: Location): Promise<Snapshot>;
  /** Whether files here can be read in parts, so that their size does not matter. */
  isLocal(at: Location): boolean;
  /** A file of any size, of which little is held. Throws as `read` does. */
  readLarge(at: Location): Promise<LargeSnapshot>;
  /** What such a file is with bytes behind its end. Throws STALE where it is not what it was. */
  withTail(at: Location, before: LargeContent, tail: FileContent): Promise<LargeContent>;
  /**
   * Sorted by name; what may not be read is left out, or with `whole` makes the call throw PERMISSION_DENIED, since a
   * folder is then to be taken with all that it holds. Throws NOT_FOUND, VALIDATION_ERROR.
   */
  list(at: Location, whole?: 'whole'): Promise<readonly DirectoryEntry[]>;
  /** The target of a symbolic link as it is written there. Throws VALIDATION_ERROR where links cannot be read. */
  readLink(at: Location): Promise<string>;
  /** The place of a name in a folder. Throws as `locate` does. */
  child(folder: Location, name: string, links?: LinkMeaning): Promise<Location>;
  /** The folder that holds a place; undefined for a workspace folder itself. */
  parent(at: Location): Promise<Location | undefined>;
  /** Another text for a file, in its encoding. Throws ENCODING, naming the first character that this cannot hold. */
  rewrite(before: FaithfulText, text: string): Promise<FileContent>;
  /** The text of a new file at this place, in the encoding that it gets there. Throws ENCODING likewise. */
  encodeNew(at: Location, text: string): Promise<FileContent>;
  /** What bytes are to whoever reads them at this place: text where they are one, as of any file. */
  decode(at: Location, bytes: Uint8Array): Promise<FileContent>;
}

/** Who asks: the host's token ties the question to the chat it came from, `signal` says when to give up. */
export interface Call {
  readonly tool: string;
  /** The host's own, opaque here; undefined for a call that came from no chat. */
  readonly token: object | undefined;
  readonly signal: AbortSignal;
  /** Whether the tool changes something, which the person is asked about by itself; the pipeline says so. */
  readonly changes?: boolean;
}

export interface Rules {
  /** The strictest verdict over all changes and both ends of each. Throws STALE where a place is not what it was, or none of `asked`. */
  judge(changes: readonly Change[], asked?: readonly Change[]): Promise<Verdict>;
}

export interface ReviewRequest {
  /** What the call does, in a few words: "Edit src/app.ts". */
  readonly title: Phrase;
  readonly changes: readonly Change[];
  readonly verdict: Verdict;
}

/** A path whose change the person does not want, with their words for it if they gave any. */
export interface LeftOut {
  readonly path: string;
  readonly reason?: string;
}

export type Decision =
  | {
      readonly approved: true;
      /** What the person saw and approved, with their own changes to it. */
      readonly changes: readonly Change[];
      readonly amended: boolean;
      /** What the person left out. */
      readonly leftOut: readonly LeftOut[];
      /** Where the person answered; a decision that the rules made has none. */
      readonly surface?: string;
    }
  | { readonly approved: false; readonly reason?: string; readonly surface?: string };

export interface Review {
  /** Resolves with the person's answer; a stopped call, a closed diff and a lost session are rejections. */
  ask(request: ReviewRequest, call: Call): Promise<Decision>;
}

export interface Applied {
  readonly changes: readonly Change[];
  /** Paths whose change stands in an unsaved buffer, since the person was typing there. */
  readonly unsaved: readonly string[];
  /** What else the model should know, in sentences. */
  readonly notes: readonly string[];
}

/** Writes a plan. `title` names the call in the history. */
export interface Applier {
  /**
   * All or nothing: when it throws, everything is as it was, unless the code is PARTIALLY_APPLIED. Throws STALE where the
   * world is no longer the plan's `before`, else the ToolError of what failed.
   */
  apply(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied>;
}

/** What one chat has read of the workspace, so that an edit of something that changed since is noticed. */
export interface ReadMemory {
  remember(at: Location, content: Content): void;
  /** The text that this chat last read or wrote. */
  lastRead(at: Location): { readonly text: string; readonly sha256: string } | undefined;
}

/** Problems that the editor's language support finds, as `path:line severity message`. */
export interface Diagnostics {
  /** Begins to watch, before a change. What is new may be of an earlier change; a moment is waited for open files only. */
  watch(places: readonly Location[]): { newProblems(): Promise<readonly string[]> };
}

/** Symbolic links, which the editor's own file system calls cannot read or make. Absent where there is no local disk. */
export interface Links {
  /** The target as it is written in the link. */
  read(uri: string): Promise<string>;
  make(uri: string, target: string): Promise<void>;
}

/** The executable bit of local files, which the editor's own file system calls cannot see. Absent where there is none. */
export interface Modes {
  isExecutable(uri: string): Promise<boolean>;
  setExecutable(uri: string, executable: boolean): Promise<void>;
  /** All permission bits, as `chmod` takes them. */
  permissions(uri: string): Promise<number>;
  setPermissions(uri: string, permissions: number): Promise<void>;
}

/** The processes of the machine. Absent where there are none. */
export interface Processes {
  /** The name of this one. */
  readonly own: string;
  /** Whether a process of that name has ended, as far as can be told from here; in doubt not. */
  isGone(name: string): boolean;
}

/**
 * Writes to the local disk in place: a file keeps all that its inode has (mode, owner, access lists, attributes, links). A
 * write that is cut off leaves what `isPartial` knows. All throw what the system throws. Absent where there is no local disk.
 */
export interface WholeFiles {
  /** Puts bytes in the place of a file's own, which must be `before`. Answers false, having written nothing, where they are not. */
  replace(uri: string, bytes: Uint8Array, before: Uint8Array): Promise<boolean>;
  /** Removes a file, which must hold `before`. Answers false, having removed nothing, where somebody else wrote to it. */
  remove(uri: string, before: Uint8Array): Promise<boolean>;
  /** Makes a file, and the folders above it. Throws EEXIST where anything is there. */
  create(uri: string, bytes: Uint8Array, permissions?: number): Promise<void>;
  /** Whether the permissions of a file or folder keep everybody from writing to it; false for a link, and where nothing is. */
  isReadOnly(uri: string): Promise<boolean>;
  /** Resolves when the bytes of files, and the names in folders, survive a loss of power. What is gone is passed over. */
  flush(files: readonly string[], folders: readonly string[]): Promise<void>;
}

/** Takes down what a call reads, while it reads: paths and verdicts, never content. */
export interface ReadTrail {
  read(path: string, verdict: Verdict['action']): void;
  /** The person was asked about reading a path, on that surface. */
  answered(path: string, approved: boolean, surface: string): void;
}

/** What a person answered, and on which surface: `chat`, `editor`, `notification`… */
export interface AuditAnswer {
  /** The path, where the question was about reading one; absent where it was about the call's changes. */
  readonly path?: string;
  readonly approved: boolean;
  readonly surface: string;
  readonly amended?: boolean;
}

/** What a call leaves in the audit log: paths, codes and hashes, never content or an input's text. */
export interface AuditRecord {
  readonly tool: string;
  /** Whether the call came from a chat; else from another extension. */
  readonly chat: boolean;
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
  readonly reads: readonly { readonly path: string; readonly verdict: Verdict['action'] }[];
  /** Reads beyond those listed. */
  readonly moreReads?: number;
  /** What the rules said of the changes: of the last plan, where it was made again. */
  readonly verdict?: {
    readonly action: Verdict['action'];
    readonly protected: boolean;
    readonly code?: string;
    readonly setting?: string;
  };
  readonly answers: readonly AuditAnswer[];
  /** What was planned last, and with `applied`, what was written. */
  readonly changes: readonly AuditChange[];
  /** Changes beyond those listed. */
  readonly moreChanges?: number;
  readonly applied: boolean;
}

export interface AuditChange {
  readonly kind: Change['kind'];
  readonly path: string;
  readonly from?: string;
  readonly sha256Before: string | null;
  readonly sha256After: string | null;
}

export interface Audit {
  /** Begins to time a call; what it returns takes down how the call ended. Neither throws nor waits. */
  begin(): (record: AuditRecord) => void;
}

/** All that the pipeline needs of the world. */
export interface World {
  workspaceFor(call: Call, trail?: ReadTrail): Workspace;
  queriesFor(call: Call, trail?: ReadTrail): Queries;
  readonly rules: Rules;
  readonly review: Review;
  readonly applier: Applier;
  /** What the chat of a call has read: what another one did is none of it. */
  readonly readsFor: (call: Call) => ReadMemory;
  readonly diagnostics: Diagnostics;
  readonly queue: FileQueue;
  /** Most bytes that a call writes to one file. */
  readonly maxWritten: () => number;
  readonly audit: Audit;
  readonly failures: CallFailures;
}
