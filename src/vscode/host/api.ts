// The API for other extensions: its type, and the call of a tool.

import type * as vscode from 'vscode';
import type { ErrorCode } from '../../core/wording/errors.ts';
import { runTool } from '../../tools/pipeline/run.ts';
import { otherExtension } from '../../tools/ports/caller.ts';
import type { World } from '../../tools/ports/world.ts';
import type { Image, Tool } from '../../tools/shared/tool.ts';
import { toSignal } from '../shared/toSignal.ts';

/** `result` conforms to the tool's result schema; `images` are those read, undefined for none. */
export type CallResult =
  | { readonly success: true; readonly result: unknown; readonly images?: readonly Image[] }
  | { readonly success: false; readonly error: { readonly code: ErrorCode; readonly message: string } };

/** The API for other extensions, which `activate` returns. */
export interface RedlineApi {
  /** The tools; their input schemas are in the extension's manifest. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Calls a tool; the user reviews its changes like any others. Rejects only if Redline cannot be loaded. */
  call(name: string, input: unknown, token?: vscode.CancellationToken): Promise<CallResult>;
}

/** Calls a tool by name for another extension. Never rejects, since `runTool` does not. */
export async function callTool(
  tools: readonly Tool[],
  world: World,
  name: string,
  input: unknown,
  cancellation?: vscode.CancellationToken,
): Promise<CallResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const names = tools.map((each) => each.name).join(', ');
    return failed('VALIDATION_ERROR', `There is no tool "${name}". The tools are: ${names}.`);
  }
  const signal = cancellation === undefined ? new AbortController().signal : toSignal(cancellation);
  // Without a chat, there is no invocation token.
  const call = { tool: name, caller: otherExtension, token: undefined, signal };
  const outcome = await runTool(tool, input, call, world);
  if (!outcome.ok) return failed(outcome.error.code, outcome.error.message);
  const { result, images } = outcome;
  return { success: true, result, ...(images.length === 0 ? {} : { images }) };
}

function failed(code: ErrorCode, message: string): CallResult {
  return { success: false, error: { code, message } };
}
