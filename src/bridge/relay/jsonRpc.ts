// Parses and formats JSON-RPC 2.0 messages, on which MCP is built.
import { parseJson } from '../../core/endpoint/parseJson.ts';

/** A JSON-RPC 2.0 message, with the fields that the relay needs. `result` and `error` are not validated. */
export interface Message {
  /** Absent for notifications. */
  readonly id?: RequestId;
  /** Absent for responses. */
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type RequestId = string | number;

/** Error codes of the JSON-RPC 2.0 specification, section 5.1. */
export const parseErrorCode = -32_700;
export const invalidRequestCode = -32_600;
export const methodNotFoundCode = -32_601;
export const internalErrorCode = -32_603;

/** Parses a message; undefined for invalid JSON, and for JSON that is not a message, such as a batch. */
export function readMessage(text: string): Message | undefined {
  const value = parseJson(text);
  return isMessage(value) ? value : undefined;
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, params }: Partial<Record<string, unknown>> = { ...value };
  // Unlike JSON-RPC, MCP allows neither null nor fractions.
  const isIdValid = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  const isMethodValid = method === undefined || typeof method === 'string';
  const areParamsValid =
    params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params));
  return jsonrpc === '2.0' && isIdValid && isMethodValid && areParamsValid;
}

export function formatResult(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** @param id null if the request's id is unknown */
export function formatError(id: RequestId | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/**
 * Finds the id of a message over the limit of `LineSplitter`, of which only the ends were kept. Looks only where
 * libraries write it: after scalars at the beginning (`{"jsonrpc":"2.0","id":1,`), and as the last member (`"id":1}`).
 * Undefined if it is not there: an `id` anywhere else may belong to a nested object.
 * @param keptEnds the joined beginning and end of the message
 */
export function findRequestId(keptEnds: string): RequestId | undefined {
  const atStart = /^\s*\{[^{}[\]]*?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE]))/.exec(keptEnds)?.[1];
  const atEnd = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*\}$/.exec(keptEnds)?.[1];
  const id = parseJson(atStart ?? atEnd ?? '');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
