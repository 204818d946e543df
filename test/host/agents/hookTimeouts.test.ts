import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hookFacts, type HookFacts } from '../../../src/core/dialects/hookFacts.ts';
import { Machine } from '../../node/endpoint/machine.ts';
import { says } from '../driver/model-script.ts';
import { waitFor } from '../driver/wait.ts';
import { startAgent, type AgentRun } from './agent.ts';
import { chosenGates, type GatedAgent } from './allAgents.ts';
import { installAgent } from './installAgent.ts';

/** How much longer than its time an agent may take to give up a hook and to write, in seconds. */
const slack = 30;

// The plugin for OpenCode has a time limit of its own, which is tested without OpenCode.
const gates = chosenGates().filter(({ agent }) => agent.id !== 'opencode');

describe('the time that an agent gives a hook whose settings name none', () => {
  let machine: Machine;
  const runs: AgentRun[] = [];
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { agent } of gates) await installAgent(agent.npm);
    machine = await Machine.start();
    // It writes the launcher, whose MCP server Codex wants to be there.
    const { window } = await machine.openWindow([await machine.folder('asked')]);
    window.onHook = () => new Promise(() => undefined);
  });
  after('the agents', async function () {
    this.timeout(60_000);
    await Promise.all(runs.map(({ stop }) => stop()));
    await machine.stop();
  });

  it('is kept by Redline, which refuses before the agent would write', async function () {
    this.timeout(200_000);
    const brief = gates.filter(({ agent }) => (factsOf(agent.id)?.defaultTimeoutSeconds ?? 0) <= 60);
    const failures = await Promise.all(
      brief.map(async ({ agent, gate }, index) => {
        const folder = await machine.folder(`asked/${index}`);
        const [file, { launcher }] = [path.join(folder, 'tea.txt'), machine];
        const hook = { command: `${launcher} hook ${agent.id}`, timeout: undefined, mode: gate.modes[0] };
        const run = await startAgent(agent, {
          folder,
          launcher,
          script: [...gate.create(file, 'tea\n'), says('Done.')],
          hook,
        });
        runs.push(run);
        const answer = await run.answer(0, 150_000);
        const isRefused = !existsSync(file) && answer.includes('The user has not answered');
        return isRefused ? [] : `${agent.name}: ${answer}`;
      }),
    );
    assert.deepEqual(failures.flat(), []);
  });

  /** Seconds from the start of the hook, which never answers, to the new file. */
  async function timeOf({ agent, gate }: GatedAgent, index: number): Promise<number> {
    const folder = await machine.folder(`project-${index}`);
    const [launcher, started, file] = ['redline', 'started', 'tea.txt'].map((name) => path.join(folder, name));
    if (launcher === undefined || started === undefined || file === undefined) throw new Error('There is no folder.');
    const server = `[ "$1" = mcp ] && exec '${machine.launcher}' mcp\n`;
    await writeFile(launcher, `#!/bin/sh\n${server}: > '${started}'\nexec sleep 900\n`, { mode: 0o755 });
    const hook = { command: `${launcher} hook ${agent.id}`, timeout: undefined, mode: gate.modes[0] };
    runs.push(
      await startAgent(agent, { folder, launcher, script: [...gate.create(file, 'tea\n'), says('Done.')], hook }),
    );
    await waitFor(`the hook of ${agent.name}`, () => existsSync(started), 120_000);
    const since = Date.now();
    await waitFor(`what ${agent.name} writes`, () => existsSync(file), 700_000);
    return (Date.now() - since) / 1000;
  }

  it('is what doctor tells', async function () {
    this.timeout(900_000);
    const failures = await Promise.all(
      gates.map(async (gated, index) => {
        const { agent, gate } = gated;
        const { defaultTimeoutSeconds: defaultTimeout = 0 } = factsOf(agent.id) ?? {};
        const seconds = await timeOf(gated, index).catch(String);
        console.log(`    ${agent.name} ${gate.way ?? ''}: ${seconds} s`);
        const isAsTold =
          typeof seconds === 'number' && seconds > defaultTimeout - 1 && seconds < defaultTimeout + slack;
        return isAsTold ? [] : `${agent.name}: ${seconds}, not ${defaultTimeout}`;
      }),
    );
    assert.deepEqual(failures.flat(), []);
  });
});

function factsOf(agent: string): HookFacts | undefined {
  return hookFacts.find(({ id }) => id === agent);
}
