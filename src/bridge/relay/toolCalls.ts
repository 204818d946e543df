// Recognizes agents' calls of tools that may change files, and formats the results of failed calls.
import { formatResult, type Message, type RequestId } from './jsonRpc.ts';

/** The part of a tool's definition that the relay reads. */
export interface ToolDescription {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
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
export function isStateless({ params }: Message): boolean {
  const meta: unknown = params?.['_meta'];
  return typeof meta === 'object' && meta !== null && 'io.modelcontextprotocol/protocolVersion' in meta;
}
