// Adapts tool results to MCP clients, since these differ in whether they show their models the text or the structure.
import { isKnownClient } from './agents.ts';

/**
 * Whether a client gets a tool's answer as text only. Claude Code and Codex show the model only `structuredContent` if
 * a result has it, others show both; the user's edits and exclusions are in the text.
 */
export function readsTextOnly(client: string): boolean {
  return isKnownClient(client);
}

/** Creates the structured result for other clients. Repeats the text, since they may show only one of the two. */
export function structuredResult(text: string, result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { answer: text, ...result };
}

/** Removes the result schemas of tools for text-only clients: with one, a client rejects a result that is only text. */
export function withoutResultSchemas<T extends { readonly outputSchema?: unknown }>(tools: readonly T[]): T[] {
  return tools.map((tool) => ({ ...tool, outputSchema: undefined }));
}
