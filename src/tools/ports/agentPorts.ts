// Declares how agents outside the editor reach a window.

import type { WindowEntry } from '../../core/endpoint/windowEntry.ts';
import type { Caller } from './caller.ts';

/** How a tool ended for an agent outside the editor. */
export interface AgentAnswer {
  /** What the model reads. */
  readonly text: string;
  /** By the tool's result schema; absent for a failure. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly images: readonly { readonly bytes: Uint8Array; readonly mimeType: string }[];
}

/** What agents outside the editor reach of a window. */
export interface AgentWindow {
  /** Runs a tool by its full name. Never rejects; a stopped call ends its review. */
  call(tool: string, input: unknown, caller: Caller, signal: AbortSignal): Promise<AgentAnswer>;
  /** What the history knows of a call that was cut off, in words for the model; undefined where it wrote nothing. */
  outcomeOf(callId: string): Promise<string | undefined>;
  /** An unexpected failure, for the log. */
  failed(step: string, cause: unknown): void;
}

/** What a window tells of itself. */
export interface WindowFacts extends Omit<WindowEntry, 'socket' | 'host' | 'token' | 'folders'> {
  /** The workspace folders on the disk, as paths of the machine. */
  readonly folders: readonly string[];
}

/** The place where agents reach a window. */
export interface Endpoint {
  /** Announces the window anew. */
  announce(facts: WindowFacts): Promise<void>;
  /** Hangs up on all agents, and leaves nothing of the window in the user's folder. At once: a host that ends waits for nothing. */
  close(): void;
}

/**
 * Opens the endpoint of a window, and writes the launcher that agents start.
 * @param distFolder where the extension's built files are, as a path of the machine.
 * @throws UnsafeFolderError where its folder is not the user's alone; its message is for the person.
 */
export type OpenEndpoint = (window: AgentWindow, facts: WindowFacts, distFolder: string) => Promise<Endpoint>;
