// Answers an agent's MCP requests while no window is linked: the handshake and the list of tools are known without one.
import { formatError, methodNotFoundCode, formatResult, type Message, type RequestId } from './jsonRpc.ts';
import { formatFailedCall, isStateless, type ToolDescription } from './toolCalls.ts';

/** Content of `tools.json`, which is installed beside this program: `serverInfo`, and the answer to `tools/list`. */
export interface ServerDescription {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** For the model, about the server as a whole. */
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
}

/** Revisions of MCP that open with `initialize`, newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** The revision that opens with `server/discover`. */
const statelessVersion = '2026-07-28';

/** Answers a request while no window is linked. Only tools need one; `reason` says to the model what is missing. */
export function answerOffline(id: RequestId, message: Message, server: ServerDescription, reason: string): string {
  const { serverInfo, instructions, tools } = server;
  const capabilities = { tools: {} };
  switch (message.method ?? '') {
    case 'initialize': {
      const protocolVersion = negotiateVersion(message.params?.['protocolVersion']);
      return formatResult(id, { protocolVersion, capabilities, serverInfo, instructions });
    }
    case 'server/discover': {
      const supportedVersions = [statelessVersion];
      return formatResult(id, { ...createStatelessFields(server), supportedVersions, capabilities, instructions });
    }
    case 'ping':
      return formatResult(id, {});
    case 'tools/list':
      return formatResult(id, { ...(isStateless(message) ? createStatelessFields(server) : {}), tools });
    case 'tools/call':
      return formatFailedCall(id, message, reason);
    default:
      return formatError(id, methodNotFoundCode, `Redline does not offer ${message.method ?? 'this'}. ${reason}`);
  }
}

/**
 * Fields that the stateless revision of MCP requires in the results of `server/discover` and `tools/list`. Nothing may
 * be cached, since a window may open at any time, and offer other tools.
 */
function createStatelessFields({ serverInfo }: ServerDescription): object {
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
}

function negotiateVersion(requestedVersion: unknown): string {
  return handshakeVersions.find((version) => version === requestedVersion) ?? handshakeVersions[0];
}
