// Lists all dialects, by the id of their agent. A new one also needs rows in `hookFormats.ts`, `hookFacts.ts`,
// `connect/agentSettings.ts`, `endpoint/agents.ts` and `endpoint/probe.ts`.
import { claude } from './agents/claude.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './agents/gemini.ts';
import { opencode } from './agents/opencode.ts';
import { qwen } from './agents/qwen.ts';
import { vscodeAgent } from './agents/vscode.ts';

const allDialects: readonly Dialect[] = [vscodeAgent, claude, codex, copilot, gemini, qwen, opencode];

/** The dialects by the id of their agent. */
export const dialects: ReadonlyMap<string, Dialect> = new Map(allDialects.map((dialect) => [dialect.id, dialect]));
