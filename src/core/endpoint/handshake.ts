// Defines the first lines of JSON of a connection between the bridge and a window: the handshake, and a hook's request.
import { parseFields } from './parseJson.ts';

/** Version of the handshake. A window refuses a bridge with any other. */
export const handshakeVersion = 1;

const connectionKinds = ['mcp', 'hook', 'status'] as const;
type ConnectionKind = (typeof connectionKinds)[number];

/**
 * The first line of a bridge. The lines after the window's `Welcome` depend on `kind`:
 * - `mcp`: each is an MCP message.
 * - `hook`: the bridge sends one `HookRequest`, and the window answers with one line.
 * - `status`: none, since the `Welcome` lists the connected agents.
 */
export interface Hello {
  /** The bridge's `handshakeVersion`. */
  readonly redline: number;
  /** From the window's `WindowEntry`. */
  readonly token: string;
  readonly kind: ConnectionKind;
  /** Random id of the bridge's process, by which a window recognizes the agent's session after a reconnection. */
  readonly session: string;
  /** Ids (`callId`) of changing calls whose answer was lost with the last window. */
  readonly lost: readonly string[];
}

/** The window's answer to `Hello`: it accepts or refuses. `reason` says why it refuses, for the agent's model. */
export type Welcome = Accepted | { readonly ok: false; readonly reason: string };

/** The answer of a window that accepts the connection. */
export interface Accepted {
  readonly ok: true;
  /** Outcomes of the `lost` calls, as texts for the agent's model, by id; a call without one wrote nothing. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Set for `status` only: the agents of this window. */
  readonly agents?: readonly ConnectedAgent[];
}

/** An agent that is connected to a window. */
export interface ConnectedAgent {
  /** Display name: "Codex". */
  readonly name: string;
  readonly session: string;
  /** Number of its calls that wait for the user. */
  readonly waiting: number;
}

/** Identifies a call across reconnections, by its session and the id of its JSON-RPC request. */
export function callId(session: string, requestId: string | number): string {
  return `${session}/${JSON.stringify(requestId)}`;
}

/** The line that a bridge sends over a `hook` connection after the handshake. */
export interface HookRequest {
  /** Id of the agent, which selects the dialect of the input. */
  readonly agent: string;
  /** The hook's input, parsed. */
  readonly input: unknown;
  /** The agent's home folder; not sent by older bridges. */
  readonly home?: string | undefined;
}

/** Parses the first line of a connection; undefined if it is not a valid `Hello`. Checks neither version nor token. */
export function readHello(text: string): Hello | undefined {
  const fields = parseFields(text);
  if (fields === undefined) return undefined;
  const { redline, token, session, lost } = fields;
  const kind = connectionKinds.find((candidate) => candidate === fields['kind']);
  if (typeof redline !== 'number' || typeof token !== 'string') return undefined;
  if (typeof session !== 'string' || kind === undefined) return undefined;
  if (!Array.isArray(lost) || !lost.every((id) => typeof id === 'string')) return undefined;
  return { redline, token, kind, session, lost };
}
