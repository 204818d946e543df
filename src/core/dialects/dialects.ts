// Lists all dialects, by the id of their agent. A new one also needs rows in `hookFormats.ts`, `hookFacts.ts`,
// `connect/agentSettings.ts`, `endpoint/agents.ts` and `endpoint/probe.ts`.
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';
import { vscode } from './vscode.ts';

const allDialects: readonly Dialect[] = [vscode, claude, codex, copilot, gemini, qwen, opencode];

/** The dialects by the id of their agent. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(allDialects.map((dialect) => [dialect.id, dialect]));
