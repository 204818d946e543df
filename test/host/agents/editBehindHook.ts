// Has a real agent edit a file behind a hook, without an editor.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import type { HookCall } from '../../../src/core/dialects/dialect.ts';
import { says } from '../driver/model-script.ts';
import { waitFor } from '../driver/wait.ts';
import { startAgent } from './agent.ts';
import type { GatedAgent } from './allAgents.ts';

interface HookPlace {
  /** What is waited for before the agent is stopped: OpenCode tells of a failed tool while its model goes on. */
  readonly isOver?: () => boolean;
  /** The agent's working directory, absolute. */
  readonly folder: string;
  readonly launcher: string;
  /** Options of `redline hook <agent>`. */
  readonly options?: string;
  /** Whether Redline's server starts; true by default. */
  readonly hasServer?: boolean;
  /** In seconds. */
  readonly timeout: number;
  readonly mode?: string;
  /** Whether the agent may end without an answer to its model; some do when they may not ask anybody. */
  readonly mayEnd?: () => boolean;
}

interface HookedOutcome {
  readonly outcome: 'written' | 'refused';
  /** What the model reads, or what the agent printed if it ended before. */
  readonly answer: string;
}

/** Runs an agent whose model replaces one line of a file. */
export async function editBehindHook({ agent, gate }: GatedAgent, place: HookPlace): Promise<HookedOutcome> {
  const {
    folder,
    launcher,
    options = '',
    timeout,
    mode = gate.modes[0],
    mayEnd = () => false,
    hasServer = true,
    isOver = () => true,
  } = place;
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'one\ntwo\n');
  const script = gate.edit(file, 'two', 'TWO');
  const hook = { command: `${launcher} hook ${agent.id}${options}`, timeout, mode };
  // A bridge waits 40 s for a window to come back, once the agent has started.
  const limit = 100_000;
  const run = await startAgent(agent, { folder, launcher, script: [...script, says('Done.')], hook, hasServer });
  try {
    const answer = await run.answer(script.length - 1, limit).catch((error: unknown) => {
      if (mayEnd()) return String(error);
      throw error;
    });
    await waitFor('what the hook is told', isOver);
    return { outcome: (await readFile(file, 'utf8')) === 'one\nTWO\n' ? 'written' : 'refused', answer };
  } finally {
    await run.stop();
  }
}

/** What an agent's hook says; throws where its dialect does not understand it. */
export function hookCallOf(id: string, input: unknown): HookCall {
  const call = dialects.get(id)?.readCall(input);
  if (call === undefined) throw new Error('The hook was not understood.');
  return call;
}

/** Whether the call is made before a tool that changes files. */
export function isEdit(id: string, call: HookCall): boolean {
  return call.phase === 'preToolUse' && dialects.get(id)?.intentOf(call).kind === 'changes';
}
