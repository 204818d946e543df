/** A message of JSON-RPC 2.0, as far as a relay has to understand it. */
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

/** Codes of the JSON-RPC 2.0 specification, section 5.1. */
export const parseError = -32_700;
export const invalidRequest = -32_600;
export const methodNotFound = -32_601;
export const internalError = -32_603;

/** Reads a message; undefined for JSON that is none, such as a batch, and for what is no JSON at all. */
export function readMessage(text: string): Message | undefined {
  const value = parseJson(text);
  return isMessage(value) ? value : undefined;
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, params }: Partial<Record<string, unknown>> = { ...value };
  const hasGoodId = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  const hasGoodMethod = method === undefined || typeof method === 'string';
  const hasGoodParams =
    params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params));
  return jsonrpc === '2.0' && hasGoodId && hasGoodMethod && hasGoodParams;
}

export function resultLine(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorLine(id: RequestId | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
