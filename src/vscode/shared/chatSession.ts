// Identifies the chat session of a call.

import * as vscode from 'vscode';
import { otherExtension, type Caller } from '../../tools/ports/caller.ts';

/** The chat session of a call, from VS Code's opaque token; undefined for a call without a chat. */
export function sessionOf(token: object | undefined): string | undefined {
  if (token === undefined || !('sessionResource' in token)) return undefined;
  const resource: unknown = token.sessionResource;
  if (resource instanceof vscode.Uri) return resource.toString();
  if (typeof resource !== 'object' || resource === null || !('path' in resource)) return undefined;
  return String(resource.path);
}

/** The caller of a tool call from VS Code: the chat of its token; without a token, another extension. */
export function hostCaller(token: object | undefined): Caller {
  if (token === undefined) return otherExtension;
  const session = sessionOf(token);
  return { agent: 'vscode', via: 'chat', ...(session === undefined ? {} : { session }) };
}
