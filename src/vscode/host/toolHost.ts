// Adapts the tools to VS Code's language model tools and the API for other extensions. Loaded at the first call.

import * as vscode from 'vscode';
import { describeError, forbidsRetry } from '../../core/wording/errors.ts';
import { splitIntoParts } from '../../core/diff/excerpt.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { allTools } from '../../tools/allTools.ts';
import { runTool, withFeedback, type Outcome } from '../../tools/pipeline/run.ts';
import type { World } from '../../tools/ports/world.ts';
import type { Tool } from '../../tools/shared/tool.ts';
import { hostCaller } from '../shared/chatSession.ts';
import { toSignal } from '../shared/toSignal.ts';
import { translate } from '../shared/translate.ts';
import { callTool, type RedlineApi } from './api.ts';

/** All tools: for VS Code, by name, and for other extensions. */
export interface ToolHost {
  readonly hostTools: ReadonlyMap<string, vscode.LanguageModelTool<unknown>>;
  readonly call: RedlineApi['call'];
}

export function createToolHost(world: World): ToolHost {
  return {
    hostTools: new Map(allTools.map((tool) => [tool.name, toHostTool(tool, world)])),
    call: (...call) => callTool(allTools, world, ...call),
  };
}

/** Adapts a tool to VS Code. It asks for no confirmation in `prepareInvocation`: the review is part of `invoke`. */
function toHostTool(tool: Tool, world: World): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => progressMessageOf(tool, input),
    async invoke(options, token) {
      const { toolInvocationToken } = options;
      const caller = hostCaller(toolInvocationToken);
      const call = { tool: tool.name, caller, token: toolInvocationToken, signal: toSignal(token) };
      const outcome = await runTool(tool, options.input, call, world);
      const text = outcome.ok ? outcome.text : describeError(outcome.error);
      // Only for chats, not for other extensions. A cancelled call would lose the feedback, which is reported once.
      const getsFeedback = caller.via === 'chat' && !call.signal.aborted;
      return toHostResult(outcome, getsFeedback ? await withFeedback(text, caller, world) : text);
    },
  };
}

/**
 * The progress message of a call; none for an invalid input, which `invoke` reports: VS Code then shows the tool's
 * name.
 */
function progressMessageOf(tool: Tool, input: unknown): vscode.PreparedToolInvocation {
  try {
    return { invocationMessage: escapeForDisplay(translate(tool.prepare(input).progress)) };
  } catch {
    return {};
  }
}

/** Converts an outcome. Throws only errors that allow a retry, since VS Code then advises the model to try again. */
function toHostResult(outcome: Outcome, text: string): vscode.LanguageModelToolResult {
  if (!outcome.ok && !forbidsRetry(outcome.error.code)) throw new Error(text);
  const result = textResult(text);
  if (!outcome.ok) return result;
  const images = outcome.images.map((image) => vscode.LanguageModelDataPart.image(image.bytes, image.mimeType));
  return new vscode.LanguageModelToolResult([...result.content, ...images]);
}

/** Splits the text: VS Code writes a part over 8,192 characters to a file that the model has to open separately. */
function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult(splitIntoParts(text).map((part) => new vscode.LanguageModelTextPart(part)));
}
