import * as vscode from 'vscode';
import { shown } from '../shared/shown.ts';
import { formatError, isFinal, type ToolError } from '../../core/wording/errors.ts';
import { splitParts } from '../../core/diff/excerpt.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import { runTool, type Outcome } from '../../tools/pipeline/run.ts';
import type { World } from '../../tools/ports/ports.ts';
import type { Tool } from '../../tools/shared/tool.ts';
import { toSignal } from '../shared/toSignal.ts';

/** A tool as the host calls it. The host's confirmation is not used: the gate stands inside `invoke`. */
export function hostTool(tool: Tool, world: World): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => progressOf(tool, input),
    async invoke(options, token) {
      const call = { tool: tool.name, token: options.toolInvocationToken, signal: toSignal(token) };
      return toHostResult(await runTool(tool, options.input, call, world));
    },
  };
}

/** Words the progress; an input that cannot be read is told by `invoke`. */
function progressOf(tool: Tool, input: unknown): vscode.PreparedToolInvocation {
  try {
    return { invocationMessage: escapeForDisplay(shown(tool.prepare(input).progress)) };
  } catch {
    // The editor then names the tool.
    return {};
  }
}

/** The host tells the model "check your input and try again" after a thrown error, so final outcomes are returned. */
function toHostResult(outcome: Outcome): vscode.LanguageModelToolResult {
  if (!outcome.ok) {
    if (isFinal(outcome.error.code)) return textResult(formatError(outcome.error));
    throw toHostError(outcome.error);
  }
  const result = textResult(outcome.text);
  const images = outcome.images.map((image) => vscode.LanguageModelDataPart.image(image.bytes, image.mimeType));
  return new vscode.LanguageModelToolResult([...result.content, ...images]);
}

function toHostError(error: ToolError): Error {
  return new Error(formatError(error));
}

/** The host writes a part over 8,192 characters to a file that the model must open; so the text comes in parts. */
function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult(splitParts(text).map((part) => new vscode.LanguageModelTextPart(part)));
}
