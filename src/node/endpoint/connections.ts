// Accepts socket connections from bridges, checks their handshake, and starts an MCP or hook session on each.
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { agentDisplayName } from '../../core/endpoint/agents.ts';
import {
  handshakeVersion,
  readHello,
  type ConnectedAgent,
  type Hello,
  type Welcome,
} from '../../core/endpoint/handshake.ts';
import { LineSplitter, type InputLine } from '../../core/endpoint/lineSplitter.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { AgentWindow } from '../../tools/ports/agentPorts.ts';
import { CallLimits } from './callLimits.ts';
import type { McpSession, McpTools } from './mcpServer.ts';

/** Time limit for the first line, the bridge's `Hello`. */
const helloTimeoutMs = 10_000;
/** Maximum length of this line, which lists the ids of lost calls. */
const maxHelloBytes = 256 * 1024;
/** Maximum number of open connections to a window: agents, their hooks, and status queries. */
const maxConnections = 64;
/** Time after which a connection that was sent its last line is destroyed, in milliseconds. */
const lingerTimeoutMs = 1000;

/** The connections to a window, which the owner of its socket passes to `accept`. */
export class Connections {
  readonly #window: AgentWindow;
  readonly #token: string;
  readonly #loadTools: () => Promise<McpTools>;
  /** MCP sessions by their open connection, from the end of the handshake on; hooks and status queries have none. */
  readonly #sessions = new Map<Socket, { readonly session: string; readonly mcp: McpSession }>();
  readonly #limits = new CallLimits();
  /** All open connections, those in a handshake included. */
  #openCount = 0;
  /** Loaded lazily with the first agent. A failed load is tried again. */
  readonly #loadMcp = onceUntilFailure(() => import('./mcpServer.ts'));
  readonly #loadHooks = onceUntilFailure(() => import('./serveHook.ts'));

  /** @param token the window's secret, which the bridge reads from its entry and sends in its `Hello` */
  constructor(window: AgentWindow, token: string, loadTools: () => Promise<McpTools>) {
    this.#window = window;
    this.#token = token;
    this.#loadTools = loadTools;
  }

  /** The agents that are connected over MCP, one for each connection. */
  get agents(): readonly ConnectedAgent[] {
    return [...this.#sessions.values()].map(({ session, mcp }) => ({
      name: agentDisplayName(mcp.agent),
      session,
      waiting: mcp.waiting,
    }));
  }

  accept(socket: Socket): void {
    this.#openCount += 1;
    socket.on('close', () => {
      this.#openCount -= 1;
      const endedSession = this.#sessions.get(socket);
      this.#sessions.delete(socket);
      if (endedSession !== undefined)
        this.#window.onAgentLeft({ agent: endedSession.mcp.agent, session: endedSession.session });
    });
    if (this.#openCount > maxConnections) return refuseConnection(socket, tooManyAgents);
    void this.#handshake(socket).catch((cause: unknown) => {
      this.#window.onFailure('accepting an agent', cause);
      socket.destroy();
    });
  }

  async #handshake(socket: Socket): Promise<void> {
    const helloLine = await readHelloLine(socket);
    if (helloLine === undefined) return void socket.destroy();
    const { line, rest } = helloLine;
    const hello = 'text' in line ? readHello(line.text) : undefined;
    if (hello === undefined || !areTokensEqual(hello.token, this.#token)) return refuseConnection(socket, wrongToken);
    if (hello.redline !== handshakeVersion) return refuseConnection(socket, otherVersion);
    if (hello.kind === 'status') return sendAndClose(socket, { ok: true, outcomes: {}, agents: this.agents });
    if (hello.kind === 'hook') return this.#startHook(socket, rest);
    return this.#startMcp(socket, hello, rest);
  }

  async #startMcp(socket: Socket, hello: Hello, rest: Uint8Array): Promise<void> {
    const [{ serveMcp }, tools] = await Promise.all([this.#loadMcp(), this.#loadTools()]);
    const { session } = hello;
    const deps = { window: this.#window, limits: this.#limits };
    startSession(socket, { outcomes: await this.#readOutcomes(hello), rest }, () => {
      this.#sessions.set(socket, { session, mcp: serveMcp(socket, session, deps, tools) });
    });
  }

  async #startHook(socket: Socket, rest: Uint8Array): Promise<void> {
    const { serveHook } = await this.#loadHooks();
    startSession(socket, { outcomes: {}, rest }, () => serveHook(socket, this.#window, this.#limits));
  }

  /** Outcomes of calls whose connection was lost before the answer, by call id. */
  async #readOutcomes({ lost: lostCallIds }: Hello): Promise<Record<string, string>> {
    const outcomes = await Promise.all(lostCallIds.map(async (id) => [id, await this.#window.outcomeOf(id)] as const));
    return Object.fromEntries(outcomes.flatMap(([id, text]) => (text === undefined ? [] : [[id, text]])));
  }
}

/** Welcomes a bridge, and passes the bytes after its hello to `serve`, which must start to listen synchronously. */
function startSession(
  socket: Socket,
  { outcomes, rest }: { readonly outcomes: Record<string, string>; readonly rest: Uint8Array },
  serve: () => void,
): void {
  // The bridge may have disconnected meanwhile.
  if (socket.destroyed) return;
  send(socket, { ok: true, outcomes });
  if (rest.length > 0) socket.unshift(rest);
  serve();
  socket.resume();
}

interface HelloLine {
  readonly line: InputLine;
  /** Bytes received after the line. */
  readonly rest: Uint8Array;
}

/** Reads the first line and pauses the stream. Undefined on timeout, disconnect, or if the line is blank or too long. */
function readHelloLine(socket: Socket): Promise<HelloLine | undefined> {
  return new Promise((resolve) => {
    const pieces: Uint8Array[] = [];
    const finish = (helloLine: HelloLine | undefined): void => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).pause();
      resolve(helloLine);
    };
    const timer = setTimeout(() => finish(undefined), helloTimeoutMs);
    const onClose = (): void => finish(undefined);
    const onData = (chunk: Uint8Array): void => {
      pieces.push(chunk);
      const bytes = Buffer.concat(pieces);
      const lineEnd = bytes.indexOf('\n');
      if (lineEnd < 0) {
        if (bytes.length > maxHelloBytes) finish(undefined);
        return;
      }
      const [line] = new LineSplitter(maxHelloBytes).push(bytes.subarray(0, lineEnd + 1));
      finish(line === undefined ? undefined : { line, rest: bytes.subarray(lineEnd + 1) });
    };
    socket.on('data', onData).on('close', onClose);
  });
}

/** Compares tokens in constant time, to prevent timing attacks. */
function areTokensEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function send(socket: Socket, welcome: Welcome): void {
  socket.write(`${JSON.stringify(welcome)}\n`);
}

/** Sends the only line of a connection, and closes it. */
function sendAndClose(socket: Socket, welcome: Welcome): void {
  // Drains the socket, since unread input would keep it open, and destroys it after a while in any case.
  socket.resume();
  socket.end(`${JSON.stringify(welcome)}\n`);
  setTimeout(() => socket.destroy(), lingerTimeoutMs).unref();
}

function refuseConnection(socket: Socket, reason: string): void {
  sendAndClose(socket, { ok: false, reason });
}

const wrongToken = 'This window does not accept the connection: its token is another one. Call the tool again.';
const otherVersion = 'The window runs another version of Redline. Ask the user to reload the VS Code window.';
const tooManyAgents = `${maxConnections} agents are connected to this window already. Ask the user to end one.`;
