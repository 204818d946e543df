// Adapts tool results to MCP clients, since these differ in whether they show their models the text or the structure.
import { isKnownClient } from './agents.ts';

/**
 * Whether a client gets a tool's answer as text only: every known agent does. Claude Code and Codex would show their
 * models only `structuredContent` if a result had it, and the user's edits and exclusions are in the text.
 */
export function getsTextOnly(client: string): boolean {
  return isKnownClient(client);
}

/** The structured result for all other clients. Repeats the text, since they may show only one of the two. */
export function structuredResult(text: string, result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { answer: text, ...result };
}

/** Removes the result schemas of tools for text-only clients: with one, a client rejects a result that is only text. */
export function withoutResultSchemas<T extends { readonly outputSchema?: unknown }>(tools: readonly T[]): T[] {
  return tools.map((tool) => ({ ...tool, outputSchema: undefined }));
}
