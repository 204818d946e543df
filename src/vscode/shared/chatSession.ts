// Identifies the chat session of a call.

import * as vscode from 'vscode';
import type { Caller } from '../../tools/ports/caller.ts';

/** The chat session of a call, from VS Code's opaque token; undefined for a call without a chat. */
export function sessionOf(token: object | undefined): string | undefined {
  if (token === undefined || !('sessionResource' in token)) return undefined;
  const resource: unknown = token.sessionResource;
  if (resource instanceof vscode.Uri) return resource.toString();
  if (typeof resource !== 'object' || resource === null || !('path' in resource)) return undefined;
  return String(resource.path);
}

/** The editor's chat as a caller, by the host's token of a call. */
export function chatCaller(token: object | undefined): Caller {
  const session = sessionOf(token);
  return { agent: 'vscode', via: 'chat', ...(session === undefined ? {} : { session }) };
}
