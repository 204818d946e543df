// Fits tool results to what MCP clients show their models.
import { isKnownAgent } from './agents.ts';

/**
 * Whether a client gets the answer of a tool in words alone. Claude Code and Codex show the model nothing but
 * `structuredContent` where a result has it, others show both; what the person amended or excluded is in the words.
 */
export function readsTextOnly(client: string): boolean {
  return isKnownAgent(client);
}

/** The structured result for all other clients: with the words, since nobody knows which of the two they show. */
export function structured(words: string, result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { answer: words, ...result };
}

/** Tools whose results are words alone: a client refuses a result that lacks what its schema promises. */
export function withoutResultSchemas<T extends { readonly outputSchema?: unknown }>(tools: readonly T[]): T[] {
  return tools.map((tool) => ({ ...tool, outputSchema: undefined }));
}
