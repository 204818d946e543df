import assert from 'node:assert/strict';
import type { ErrorCode } from '../../src/core/wording/errors.ts';
import { runTool } from '../../src/tools/pipeline/run.ts';
import type { Tool } from '../../src/tools/shared/tool.ts';
import type { MemoryWorld } from './memoryWorld.ts';

export interface Success {
  readonly text: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Calls a tool and expects it to succeed; its result must be what its schema promises. */
export async function succeed(tool: Tool, world: MemoryWorld, input: unknown): Promise<Success> {
  const outcome = await runTool(tool, input, world.call, world.world());
  if (!outcome.ok) assert.fail(`${outcome.error.code}: ${outcome.error.message}`);
  assert.deepEqual(tool.result.parse(outcome.result), outcome.result);
  return { text: outcome.text, result: outcome.result as Success['result'] };
}

/** Calls a tool and expects this failure; nothing may be different afterwards. Returns the message. */
export async function fail(tool: Tool, world: MemoryWorld, input: unknown, code: ErrorCode): Promise<string> {
  const before = new Map(world.files);
  const folders = [...world.folders];
  const outcome = await runTool(tool, input, world.call, world.world());
  if (outcome.ok) assert.fail(`succeeded: ${outcome.text}`);
  assert.equal(outcome.error.code, code, outcome.error.message);
  assert.deepEqual(world.files, before);
  assert.deepEqual([...world.folders], folders);
  return outcome.error.message;
}
