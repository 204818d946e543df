// Answers an agent on the relay's own behalf: requests while no window is linked, since the handshake and the list of
// tools are known without one; calls that were lost, refused or too long; and lines that cannot be relayed.
import { maxLineBytes } from '../../core/endpoint/lineSplitter.ts';
import { parseJson } from '../../core/endpoint/parseJson.ts';
import {
  findRequestId,
  formatError,
  formatResult,
  invalidRequestCode,
  methodNotFoundCode,
  parseErrorCode,
  type Message,
  type RequestId,
} from './jsonRpc.ts';

/** Content of `tools.json`, which is installed beside this program: `serverInfo`, and the answer to `tools/list`. */
export interface ServerDescription {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** For the model, about the server as a whole. */
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
}

/** The part of a tool's definition that the relay reads. */
interface ToolDescription {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
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

/** Whether a message calls a tool that may change files. To be safe, an unknown tool counts as one. */
export function isChangeCall({ method, params }: Message, tools: readonly ToolDescription[]): boolean {
  if (method !== 'tools/call') return false;
  const tool = tools.find(({ name }) => name === params?.['name']);
  return tool?.annotations?.readOnlyHint !== true;
}

/** The error result of a tool call, in its revision of MCP. @param reason what happened, for the model */
export function formatFailedCall(id: RequestId, message: Message, reason: string): string {
  const statelessFields = isStateless(message) ? { resultType: 'complete' } : {};
  return formatResult(id, { ...statelessFields, content: [{ type: 'text', text: reason }], isError: true });
}

/** Whether a request is of the stateless revision of MCP, in which each request names its protocol version. */
function isStateless({ params }: Message): boolean {
  const meta: unknown = params?.['_meta'];
  return typeof meta === 'object' && meta !== null && 'io.modelcontextprotocol/protocolVersion' in meta;
}

export const notWrittenMessage =
  'The VS Code window was closed or reloaded before this change was written. Nothing was changed. Call the tool again.';
export const unknownOutcomeMessage =
  'The VS Code window went away while this change was under way, and nobody can say whether it was written. Read the files before you go on; do not repeat the call without that.';
export const tooManyCallsMessage =
  '[TOO_MANY_CALLS] Too many calls are waiting already. Nothing was changed. Wait for their answers, then call again.';
/** Names `maxLineBytes`. */
export const tooLongAnswerMessage =
  'The answer takes more than 32 MiB. If the call was to change files, it may have done so. Read less at once.';

/** The error response for a line that is not a JSON-RPC message. */
export function formatInvalidLineError(text: string): string {
  return parseJson(text) === undefined
    ? formatError(null, parseErrorCode, 'This line is not JSON.')
    : formatError(null, invalidRequestCode, 'This is not a JSON-RPC message. Batches are not supported.');
}

/** The error response for a line over the length limit. @param keptEnds as for `findRequestId` */
export function formatTooLongLineError(keptEnds: string): string {
  const text = `A message may take ${maxLineBytes} bytes at most. Nothing was changed. Send less at once.`;
  return formatError(findRequestId(keptEnds) ?? null, invalidRequestCode, text);
}
