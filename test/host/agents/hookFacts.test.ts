import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { hookFacts, type HookFacts } from '../../../src/core/dialects/hookFacts.ts';
import { Machine } from '../../node/endpoint/machine.ts';
import { says } from '../driver/model-script.ts';
import { startAgent } from './agent.ts';
import { chosenGates, type GatedAgent } from './allAgents.ts';
import { installAgent } from './installAgent.ts';

/** How long a hook may take that is slower, in seconds. */
const timeout = 2;

// What `redline doctor` tells, and what Redline relies on. The real bridge and endpoint; the window's answers are scripted.
describe('what an agent does with its hook', () => {
  let machine: Machine;
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { agent } of chosenGates()) await installAgent(agent.npm);
    machine = await Machine.start();
  });
  after('the machine', () => machine.stop());

  /** Has an agent edit a file behind this hook. */
  async function edit(
    { agent, gate }: GatedAgent,
    { mode = gate.modes[0], launcher = machine.launcher }: { mode?: string; launcher?: string },
  ): Promise<{ outcome: 'written' | 'refused'; answer: string; hasAllowed: boolean }> {
    const folder = await machine.folder('project');
    const { endpoint, window } = await machine.openWindow([folder]);
    let hasAllowed = false;
    window.onHook = async ({ input }) => {
      const { output, isChange } = allowance(agent.id, input);
      hasAllowed ||= isChange;
      return output;
    };
    const file = path.join(folder, 'a.txt');
    await writeFile(file, 'one\ntwo\n');
    const script = gate.edit(file, 'two', 'TWO');
    const hook = { command: `${launcher} hook ${agent.id}`, timeout, mode };
    const run = await startAgent(agent, { folder, launcher, script: [...script, says('Done.')], hook });
    try {
      // Some agents end when they may not ask anybody.
      const answer = await run.answer(script.length - 1).catch((error: unknown) => {
        if (hasAllowed) return String(error);
        throw error;
      });
      const outcome = (await readFile(file, 'utf8')) === 'one\nTWO\n' ? 'written' : 'refused';
      return { outcome, answer, hasAllowed };
    } finally {
      await run.stop();
      endpoint.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** A launcher whose hook is another one; as an MCP server it is Redline's. */
  async function launcherOf(hook: string): Promise<string> {
    const folder = path.join(machine.root, 'other/bin');
    const launcher = path.join(folder, 'redline');
    await mkdir(folder, { recursive: true });
    const server = `[ "$1" = mcp ] && exec '${machine.launcher}' mcp\n`;
    await writeFile(launcher, `#!/bin/sh\n${server}${hook}\n`, { mode: 0o755 });
    return launcher;
  }

  for (const gated of chosenGates()) {
    const { agent, gate } = gated;
    const facts = factsOf(agent.id);
    describe(`${agent.name} ${gate.way ?? ''}`, function () {
      this.timeout(120_000);

      for (const crash of ['exit 1', 'kill -KILL $$'])
        it(`that crashes (${crash}): the edit is ${facts.onCrash}`, async () => {
          const { outcome, answer } = await edit(gated, { launcher: await launcherOf(crash) });
          assert.equal(outcome, facts.onCrash, answer);
        });

      it('that ends with code 2 and words, as the bridge does where it fails: the edit is refused', async () => {
        const { outcome, answer } = await edit(gated, { launcher: await launcherOf('echo Failed. >&2; exit 2') });
        assert.equal(outcome, 'refused', answer);
      });

      // The plugin has a time limit of its own, which is tested without OpenCode.
      if (agent.id !== 'opencode')
        it(`that takes too long: the edit is ${facts.onTimeout}`, async () => {
          const { outcome, answer } = await edit(gated, { launcher: await launcherOf('exec sleep 20') });
          assert.equal(outcome, facts.onTimeout, answer);
        });

      for (const mode of gate.modes)
        it(`that allows in mode ${mode}: the edit is written, and the agent asks nothing`, async () => {
          const { outcome, answer, hasAllowed } = await edit(gated, { mode });
          assert.deepEqual({ outcome, hasAllowed }, { outcome: 'written', hasAllowed: true }, answer);
        });

      for (const mode of gate.asksIn ?? [])
        it(`that has no opinion in mode ${mode}: the agent would ask, and nobody is there`, async () => {
          const { outcome, answer } = await edit(gated, { mode, launcher: await launcherOf('exit 0') });
          assert.equal(outcome, 'refused', answer);
        });

      for (const mode of gate.asksAgainIn ?? [])
        it(`that allows in mode ${mode}: the agent asks or refuses nonetheless`, async () => {
          const { outcome, answer, hasAllowed } = await edit(gated, { mode });
          assert.deepEqual({ outcome, hasAllowed }, { outcome: 'refused', hasAllowed: true }, answer);
        });
    });
  }
});

function factsOf(id: string): HookFacts {
  const facts = hookFacts.find((each) => each.id === id);
  if (facts === undefined) throw new Error(`There are no facts about ${id}.`);
  return facts;
}

/** What Redline answers once the person has approved. */
function allowance(id: string, input: unknown) {
  const dialect = dialects.get(id);
  const call = dialect?.readCall(input);
  if (dialect === undefined || call === undefined) throw new Error('The hook was not understood.');
  const isChange = call.phase === 'before' && dialect.intentOf(call).kind === 'changes';
  return { isChange, output: isChange ? dialect.answer.allow(call) : dialect.answer.none() };
}
