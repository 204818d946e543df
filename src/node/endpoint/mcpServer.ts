// Serves Redline's tools to one agent over MCP; loaded when the first agent connects.
import type { Duplex } from 'node:stream';
import { Server, type CallToolResult, type ServerContext, type Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { agentIdOfClient } from '../../core/endpoint/agents.ts';
import { callId } from '../../core/endpoint/handshake.ts';
import { getsTextOnly, structuredResult, withoutResultSchemas } from '../../core/endpoint/toolResults.ts';
import type { AgentAnswer, AgentWindow } from '../../tools/ports/agentPorts.ts';
import type { CallLimits } from './callLimits.ts';
import { LineTransport } from './lineTransport.ts';

/** The server's description of itself, and its tools. Their names are those that agents see, without `toolPrefix`. */
export interface McpTools {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

/** Interval of progress messages while the user is thinking, in milliseconds. Clients time out after 60 s or more. */
const progressIntervalMs = 10_000;
/** Prefix of the tools' full names. */
const toolPrefix = 'redline_';

/** The window and the limits that all connections of agents share. */
export interface McpDeps {
  readonly window: AgentWindow;
  readonly limits: CallLimits;
}

/** The state of one agent's connection, which changes while it is open. */
export interface McpSession {
  /** The agent's id; `unknown` until the client has named itself. */
  readonly agent: string;
  /** Number of unanswered calls. */
  readonly waiting: number;
}

/**
 * Serves MCP to one agent: revisions with `initialize`, and the stateless one of 2026-07-28. A cancelled request or a
 * closed connection aborts its calls.
 * @param stream the connection, after the handshake
 * @param session id of the bridge's session
 */
export function serveMcp(stream: Duplex, session: string, { window, limits }: McpDeps, mcpTools: McpTools): McpSession {
  const state = { agent: 'unknown', waiting: 0 };
  const callTool: CallTool = async (clientName, name, input, ctx) => {
    // The stateless revision names the client in each request.
    state.agent = agentIdOfClient(clientName);
    if (!mcpTools.tools.some((tool) => tool.name === name)) return createFailure(describeUnknownTool(name, mcpTools));
    const admission = limits.enter(state.agent, JSON.stringify(input).length);
    if ('refusal' in admission) return createFailure(admission.refusal);
    state.waiting += 1;
    const stopProgress = reportProgress(ctx);
    try {
      const caller = { agent: state.agent, session, toolUse: callId(session, ctx.mcpReq.id), via: 'mcp' } as const;
      return toResult(await window.call(`${toolPrefix}${name}`, input, caller, ctx.mcpReq.signal), clientName);
    } finally {
      stopProgress();
      admission.exit();
      state.waiting -= 1;
    }
  };
  const onInitialized = (clientName: string): void => {
    state.agent = agentIdOfClient(clientName);
  };
  const onerror = (cause: unknown): void => window.onFailure('talking to an agent', cause);
  serveStdio(() => createServer(mcpTools, callTool, onInitialized), { transport: new LineTransport(stream), onerror });
  return state;
}

type CallTool = (clientName: string, name: string, input: unknown, ctx: ServerContext) => Promise<CallToolResult>;

/** @param onInitialized called with the client's name, by clients of the revisions with `initialize` only */
function createServer(
  { serverInfo, instructions, tools }: McpTools,
  callTool: CallTool,
  onInitialized: (clientName: string) => void,
): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions });
  const initializedName = (): string => server.getClientVersion()?.name ?? '';
  const clientNameOf = (ctx: ServerContext): string => readClientName(ctx) ?? initializedName();
  server.oninitialized = () => onInitialized(initializedName());
  server.setRequestHandler('tools/list', (_request, ctx) => ({
    tools: getsTextOnly(clientNameOf(ctx)) ? withoutResultSchemas(tools) : [...tools],
  }));
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    callTool(clientNameOf(ctx), removePrefix(params.name), params.arguments ?? {}, ctx),
  );
  return server;
}

/** Accepts a tool's full name, too: models read it in the tools' messages. */
function removePrefix(name: string): string {
  return name.startsWith(toolPrefix) ? name.slice(toolPrefix.length) : name;
}

/** The client's name in a request of the stateless revision; undefined for revisions that name it in `initialize`. */
function readClientName({ mcpReq }: ServerContext): string | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const info = envelope['io.modelcontextprotocol/clientInfo'];
  return typeof info === 'object' && info !== null && 'name' in info ? String(info.name) : undefined;
}

/** Reports progress until the returned function is called; never, if the client sent no progress token. */
function reportProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for the review in VS Code' };
    // `notify` rejects once the connection is closed.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, progressIntervalMs);
  return () => clearInterval(timer);
}

/** Converts an answer; one without a result is a failure. Clients that read only text get no structured content. */
function toResult({ text, result, images, comments }: AgentAnswer, clientName: string): CallToolResult {
  const isStructured = !getsTextOnly(clientName);
  const commentsField = comments === undefined ? {} : { comments };
  if (result === undefined) {
    const failure = createFailure(text);
    // A failure without comments has no structured data.
    if (!isStructured || comments === undefined) return failure;
    return { ...failure, structuredContent: structuredResult(text, { failed: true, comments }) };
  }
  const imageContents = images.map(({ bytes, mimeType }) => ({
    type: 'image' as const,
    data: Buffer.from(bytes).toString('base64'),
    mimeType,
  }));
  const content = [{ type: 'text' as const, text }, ...imageContents];
  return isStructured
    ? { content, structuredContent: structuredResult(text, { ...result, ...commentsField }) }
    : { content };
}

function createFailure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function describeUnknownTool(name: string, { tools }: McpTools): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `[VALIDATION_ERROR] There is no tool "${name}". The tools are: ${names}.`;
}
