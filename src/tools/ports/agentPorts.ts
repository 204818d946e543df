// Declares how agents outside the editor reach a window.

import type { StructuredComment } from '../../core/comments/commentsText.ts';
import type { Output } from '../../core/dialects/dialect.ts';
import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import type { Caller } from './caller.ts';
import type { Call, Decision, ReviewRequest } from './ports.ts';

/** How a tool ended for an agent outside the editor. */
export interface AgentAnswer {
  /** What the model reads. */
  readonly text: string;
  /** By the tool's result schema; absent for a failure. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly images: readonly { readonly bytes: Uint8Array; readonly mimeType: string }[];
  /** The person's comments in the text, as data. */
  readonly comments?: readonly StructuredComment[];
}

/** The calls that a window offers to agents outside the editor. */
export interface AgentWindow {
  /** Runs a tool by its full name. Never rejects; a stopped call ends its review. */
  call(tool: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<AgentAnswer>;
  /** Answers a hook that an agent runs before and after its own tools; `input` is what the agent wrote to it. Never rejects. */
  hook(agent: string, input: unknown, signal: AbortSignal): Promise<Output>;
  /** An agent that spoke MCP has gone. */
  left(speaker: Speaker): void;
  /** Describes for the model what an interrupted call has written, by the history; undefined if nothing. */
  outcomeOf(callId: string): Promise<string | undefined>;
  /** Tells in which folders of this window, in it or above it, the gate is off; not called while there are none. */
  gateOff(folders: readonly string[]): void;
  /** Logs an unexpected failure. */
  failed(step: string, cause: unknown): void;
}

/** Tells agents what the person did with their changes since, and said about them. */
export interface AgentFeedback {
  /** A turn that an agent's hooks tell of begins, or ends. */
  turnStarts(speaker: Speaker): void;
  turnEnds(speaker: Speaker): void;
  /** The agent calls one of Redline's tools. */
  called(speaker: Speaker): void;
  /** In words for the model, what a session was not told before; undefined if there is nothing. Each thing is told once. Never rejects. */
  take(speaker: Speaker): Promise<string | undefined>;
}

/** At the end of a turn: as `take`, but if the person wants it so, only once they have answered. */
export interface TurnFeedback extends AgentFeedback {
  /** @param signal aborted when the agent does not wait any more. */
  atTurnEnd(speaker: Speaker, signal: AbortSignal): Promise<string | undefined>;
  /** The person has answered a review before anything was written. */
  reviewed(request: ReviewRequest, decision: Decision, call: Call): void;
}

/** The facts that a window announces about itself. */
export interface WindowFacts extends Omit<WindowEntry, 'socket' | 'host' | 'token' | 'folders'> {
  /** The workspace folders on the disk, as paths of the machine. */
  readonly folders: readonly string[];
  /** What agents' hooks answer once no window has their folder. */
  readonly whenAway: 'agent' | 'deny';
}

/** The socket on which a window serves agents. */
export interface Endpoint {
  /** Announces the window again. */
  announce(facts: WindowFacts): Promise<void>;
  /** Switches the gate on for folders in which it is off. */
  turnGateOn(folders: readonly string[]): Promise<void>;
  /** Closes all connections and removes the announcement, synchronously: a host that shuts down does not wait. */
  close(): void;
}

/**
 * Opens the endpoint of a window, and writes the launcher that agents start.
 * @param distFolder where the extension's built files are, as a path of the machine.
 * @throws UnsafeFolderError where its folder is not the user's alone; its message is for the person.
 */
export type OpenEndpoint = (window: AgentWindow, facts: WindowFacts, distFolder: string) => Promise<Endpoint>;

/** What a file was before Redline wrote into it, and what it wrote. */
export interface FileRecord {
  /** Undefined if there was no file. */
  readonly before: Uint8Array | undefined;
  /** SHA-256 of what was written, lower-case hexadecimal. */
  readonly after: string;
}

/** Why Redline wrote into a file of settings. */
export type RecordKind = 'connect' | 'hold';

/** What connecting agents needs of the machine that they run on. All paths are absolute. */
export interface AgentMachine {
  /** Where an agent has a file of the home: `path` is relative to it, with `/`. */
  homeFile(agent: string, path: string): string;
  readonly windows: boolean;
  /** The command in agents' settings. */
  readonly launcher: string;
  /** The text of Redline's plugin for OpenCode. */
  readonly plugin: string;
  /** The ids of the agents whose program is on the path, or that have a folder in the home. */
  findAgents(): ReadonlySet<string>;
  /** Undefined if Redline did not write into the file, or the record cannot be read. */
  readRecord(file: string, kind: RecordKind): Promise<FileRecord | undefined>;
  saveRecord(file: string, kind: RecordKind, record: FileRecord): Promise<void>;
  deleteRecord(file: string, kind: RecordKind): Promise<void>;
  /** Whether Redline has written into the settings of an agent. */
  isConnected(): boolean;
  /** The real path of a folder, and the folders below it that git ignores, relative to it with `/`; none without git. */
  holdPlace(folder: string): Promise<{ readonly folder: string; readonly ignored: readonly string[] }>;
  /** Whether a file, or the folder in which it would be made, is read-only; links are resolved. */
  readOnly(file: string): Promise<'file' | 'folder' | undefined>;
  /** Changes whenever the content of one of these files, or of a file in one of these folders, changes; absolute paths. */
  fingerprint(places: readonly string[]): Promise<string>;
  /** Runs `redline doctor --json` in a folder; resolves with what it prints. `quick` asks no agent for its version and trust. */
  doctor(folder: string, quick: boolean): Promise<string>;
}
