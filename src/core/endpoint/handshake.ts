// The lines that bridge and window exchange before MCP begins.
import { parseFields } from './parseJson.ts';

/** The version of the lines that bridge and window exchange before MCP begins. A window refuses any other. */
export const handshakeVersion = 1;

const connectionKinds = ['mcp', 'hook', 'status'] as const;
type ConnectionKind = (typeof connectionKinds)[number];

/**
 * The first line of a bridge. For `mcp`, every line after it is an MCP message; for `hook`, one line is what the agent wrote to
 * its hook, and one comes back; a `status` connection has no more.
 */
export interface Hello {
  readonly redline: number;
  readonly token: string;
  readonly kind: ConnectionKind;
  /** Random, the same for as long as the bridge runs: a window that comes back knows the agent's session by it. */
  readonly session: string;
  /** The ids of calls that change files whose answer was lost with the last window. */
  readonly lost: readonly string[];
}

/** The window's first line. */
export type Welcome = Accepted | { readonly ok: false; readonly reason: string };

export interface Accepted {
  readonly ok: true;
  /** The outcomes of the lost calls, by id; calls without one wrote nothing. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** For `status` only. */
  readonly agents?: readonly ConnectedAgent[];
}

/** An agent that is connected to a window. */
export interface ConnectedAgent {
  /** "Codex". */
  readonly name: string;
  readonly session: string;
  /** Its calls that wait for the person. */
  readonly waiting: number;
}

/** Identifies a call over reconnections: the session and the id of its JSON-RPC request. */
export function callId(session: string, requestId: string | number): string {
  return `${session}/${JSON.stringify(requestId)}`;
}

/** Reads the first line of a connection; undefined for anything that no bridge sends. */
export function readHello(text: string): Hello | undefined {
  const fields = parseFields(text);
  if (fields === undefined) return undefined;
  const { redline, token, session, lost } = fields;
  const kind = connectionKinds.find((each) => each === fields['kind']);
  if (typeof redline !== 'number' || typeof token !== 'string') return undefined;
  if (typeof session !== 'string' || kind === undefined) return undefined;
  if (!Array.isArray(lost) || !lost.every((id) => typeof id === 'string')) return undefined;
  return { redline, token, kind, session, lost };
}

/** What a bridge sends over a `hook` connection, as one line of JSON. */
export interface HookRequest {
  /** The id of the agent, whose dialect reads the input. */
  readonly agent: string;
  /** What the agent wrote to the hook, parsed. */
  readonly input: unknown;
}
