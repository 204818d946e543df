// Declares the ports between a window and agents outside the editor: calls, hooks, feedback, endpoint and settings.

import type { StructuredComment } from '../../core/comments/commentsText.ts';
import type { EditedSettings, SettingsEdit } from '../../core/connect/connectText.ts';
import type { Output } from '../../core/dialects/dialect.ts';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import type { AgentSession } from '../../core/watch/agentSession.ts';
import type { Caller } from './caller.ts';
import type { Call, Decision, ReviewRequest } from './ports.ts';

/** Result of a tool for an agent outside the editor. */
export interface AgentAnswer {
  /** Text for the model. */
  readonly text: string;
  /** Result in the form of the tool's schema; absent for a failure. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly images: readonly { readonly bytes: Uint8Array; readonly mimeType: string }[];
  /** The user's comments in the text, as data. */
  readonly comments?: readonly StructuredComment[];
}

/** The calls that a window offers to agents outside the editor. */
export interface AgentWindow {
  /** Runs a tool by its full name. Never rejects; a cancelled call ends its review. */
  call(tool: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<AgentAnswer>;
  /**
   * Answers a hook that an agent runs before and after its own tools; `input` is the hook's input, `home` the agent's
   * home folder, if known. Never rejects.
   */
  hook(agent: string, input: unknown, signal: AbortSignal, home?: string): Promise<Output>;
  /** Called when an agent's MCP connection has ended. */
  onAgentLeft(agentSession: AgentSession): void;
  /** Describes for the model, from the history, the writes of an interrupted call; undefined if there are none. */
  outcomeOf(callId: string): Promise<string | undefined>;
  /**
   * Called with the folders where the gate is off: workspace folders, and folders above or below them. Not called if
   * there are none.
   */
  gateOff(folders: readonly string[]): void;
  /** Logs an unexpected failure. */
  onFailure(step: string, cause: unknown): void;
}

/** Tells agents which of their changes the user reverted, and the user's comments. */
export interface AgentFeedback {
  /** Called when a turn known from an agent's hooks begins. */
  onTurnStart(agentSession: AgentSession): void;
  /** Called when a turn known from an agent's hooks ends. */
  onTurnEnd(agentSession: AgentSession): void;
  /**
   * Called when the agent calls one of Redline's tools. The session may differ from the session of the agent's hooks.
   */
  onCall(agentSession: AgentSession): void;
  /**
   * Returns pending feedback for a session as a message to the model; undefined if there is none. Reports each item
   * once. Never rejects.
   */
  takeMessage(agentSession: AgentSession): Promise<string | undefined>;
}

/** Feedback that can delay the end of an agent's turn until the user has answered. */
export interface TurnFeedback extends AgentFeedback {
  /**
   * Takes the message for the agent at the end of its turn, like `takeMessage`. If the settings delay the ends of
   * turns, resolves only once the user has answered.
   * @param signal aborted when the agent no longer waits
   */
  messageAtTurnEnd(agentSession: AgentSession, signal: AbortSignal): Promise<string | undefined>;
  /** Called when the user has answered a review before anything was written. */
  onReviewed(request: ReviewRequest, decision: Decision, call: Call): void;
}

/** The data that a window announces about itself. */
export interface WindowFacts extends Omit<WindowEntry, 'socket' | 'host' | 'token' | 'folders'> {
  /** Paths of the workspace folders on disk, in the machine's form. */
  readonly folders: readonly string[];
  /** Answer to agents' hooks if no window has their folder: the agent decides, or the edit is denied. */
  readonly whenAway: 'agent' | 'deny';
}

/** The socket on which a window serves agents. */
export interface Endpoint {
  /** Updates the announcement of the window. */
  announce(facts: WindowFacts): Promise<void>;
  /** Turns the gate on again in folders as `AgentWindow.gateOff` names them. */
  turnGateOn(folders: readonly string[]): Promise<void>;
  /** Closes all connections and removes the announcement, synchronously: a host that shuts down does not wait. */
  close(): void;
}

/**
 * Opens the endpoint of a window, and writes the launcher that agents start.
 * @param distFolder path of the extension's built files, in the machine's form
 * @throws UnsafeFolderError if its folder is not the user's alone; its message is for the user
 */
export type OpenEndpoint = (window: AgentWindow, facts: WindowFacts, distFolder: string) => Promise<Endpoint>;

/** The original content of a settings file before Redline wrote to it, and the hash of what Redline wrote. */
export interface FileRecord {
  /** Original bytes; undefined if there was no file. */
  readonly before: Uint8Array | undefined;
  /** SHA-256 of the written bytes, lower-case hexadecimal. */
  readonly after: string;
  /** The scopes (as in `LocatedFile`) written since `before`; undefined for a file without scopes, and in old records. */
  readonly scopes?: readonly string[] | undefined;
}

/** The feature that Redline's entries in a settings file belong to: Connect or Hold. */
export type RecordKind = 'connect' | 'hold';

/** Accesses the machine for connecting agents. All paths are absolute. */
export interface AgentMachine {
  /** Path of an agent's file in the home folder: `path` is relative to it, with `/`. */
  homeFile(agent: string, path: string): string;
  /** Paths of an organisation's settings files for an agent, which override the user's. They may be missing. */
  systemSettingsFiles(agent: string): readonly string[];
  /** Whether the operating system is Windows. */
  readonly windows: boolean;
  /** The command that agents' settings name to start Redline's bridge. */
  readonly launcher: string;
  /** Source of Redline's plugin for OpenCode. */
  readonly plugin: string;
  /** Ids of the agents whose program is on PATH, or that have a folder in the home. */
  findAgents(): ReadonlySet<string>;
  /** Reads the record of a file; undefined if Redline did not write to it, or the record cannot be read. */
  readRecord(file: string, kind: RecordKind): Promise<FileRecord | undefined>;
  saveRecord(file: string, kind: RecordKind, record: FileRecord): Promise<void>;
  deleteRecord(file: string, kind: RecordKind): Promise<void>;
  /** Computes a change of a settings file, without blocking the event loop. */
  editSettings(edit: SettingsEdit): Promise<EditedSettings>;
  /** Whether Redline's entries are in the settings of any agent. */
  isConnected(): boolean;
  /** The canonical path of a folder. Throws system errors. */
  realFolder(folder: string): Promise<string>;
  /** The folders below a folder that git ignores, relative to it with `/`; none without git. May take long. */
  ignoredFolders(folder: string): Promise<readonly string[]>;
  /** Tells which is read-only: the file, or the folder for a new one; undefined if neither. Follows links. */
  readOnly(file: string): Promise<'file' | 'folder' | undefined>;
  /** A hash of the contents of files, given by absolute paths. For a folder, hashes the files directly in it. */
  fingerprint(filesAndFolders: readonly string[]): Promise<string>;
  /**
   * Runs `redline doctor --json` in a folder, and resolves with its output.
   * @param isQuick skips the checks that start the agents' programs: version, trust and the test of Hold
   */
  doctor(folder: string, isQuick: boolean): Promise<string>;
}
