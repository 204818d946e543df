// Answers an agent's MCP messages without a window.
import { errorLine, methodNotFound, resultLine, type Message, type RequestId } from './jsonRpc.ts';

/** Content of the launcher's `tools.json`: the server's `serverInfo`, and its answer to `tools/list`. */
export interface KnownServer {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly tools: readonly KnownTool[];
}

export interface KnownTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** Revisions of MCP that open with `initialize`, newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** The revision that opens with `server/discover`. */
const statelessVersion = '2026-07-28';

/** Answers a request while no window is open. Only tools need a window; `reason` says to the model what is missing. */
export function answerOffline(id: RequestId, message: Message, server: KnownServer, reason: string): string {
  const { serverInfo, instructions, tools } = server;
  const capabilities = { tools: {} };
  switch (message.method ?? '') {
    case 'initialize': {
      const protocolVersion = agreedVersion(message.params?.['protocolVersion']);
      return resultLine(id, { protocolVersion, capabilities, serverInfo, instructions });
    }
    case 'server/discover': {
      const supportedVersions = [statelessVersion];
      return resultLine(id, { ...withoutCache(server), supportedVersions, capabilities, instructions });
    }
    case 'ping':
      return resultLine(id, {});
    case 'tools/list':
      return resultLine(id, { ...(isStateless(message) ? withoutCache(server) : {}), tools });
    case 'tools/call':
      return failedCall(id, message, reason);
    default:
      return errorLine(id, methodNotFound, `Redline does not offer ${message.method ?? 'this'}. ${reason}`);
  }
}

/** Result of a tool call that did nothing; `reason` is for the model. */
export function failedCall(id: RequestId, message: Message, reason: string): string {
  const isComplete = isStateless(message) ? { resultType: 'complete' } : {};
  return resultLine(id, { ...isComplete, content: [{ type: 'text', text: reason }], isError: true });
}

/** Fields that the stateless revision of MCP requires in each result: do not cache, since a window may open at any time. */
function withoutCache({ serverInfo }: KnownServer): object {
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
}

function isStateless({ params }: Message): boolean {
  const meta: unknown = params?.['_meta'];
  return typeof meta === 'object' && meta !== null && 'io.modelcontextprotocol/protocolVersion' in meta;
}

function agreedVersion(wanted: unknown): string {
  return handshakeVersions.find((version) => version === wanted) ?? handshakeVersions[0] ?? statelessVersion;
}

/** Whether a message calls a tool that may change files. */
export function isChange({ method, params }: Message, { tools }: KnownServer): boolean {
  if (method !== 'tools/call') return false;
  const tool = tools.find(({ name }) => name === params?.['name']);
  return tool?.annotations?.readOnlyHint !== true;
}
