// Adapts all tools to VS Code and to other extensions. Loaded at the first call of a tool.

import type * as vscode from 'vscode';
import { allTools } from '../../tools/allTools.ts';
import type { World } from '../../tools/ports/world.ts';
import { callTool, type RedlineApi } from './api.ts';
import { hostTool } from './registration.ts';

/** All tools: for VS Code, by name, and for other extensions. */
export interface ToolHost {
  readonly hostTools: ReadonlyMap<string, vscode.LanguageModelTool<unknown>>;
  readonly call: RedlineApi['call'];
}

export function toolHost(world: World): ToolHost {
  return {
    hostTools: new Map(allTools.map((tool) => [tool.name, hostTool(tool, world)])),
    call: (...call) => callTool(allTools, world, ...call),
  };
}
