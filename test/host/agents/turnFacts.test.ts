import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import type { HookCall, Output } from '../../../src/core/dialects/dialect.ts';
import { Machine } from '../../node/endpoint/machine.ts';
import { says } from '../driver/model-script.ts';
import { startAgent } from './agent.ts';
import { chosenGates, type GatedAgent } from './allAgents.ts';
import { installAgent } from './installAgent.ts';

/** Its plugin knows of tools alone. */
const withoutTurns = 'opencode';

// What Redline relies on to tell an agent of reverts. The real bridge and endpoint; the window's answers are scripted.
describe('what an agent does with its hooks at both ends of a turn', () => {
  let machine: Machine;
  const gates = chosenGates().filter(({ agent }) => agent.id !== withoutTurns);
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { agent } of gates) await installAgent(agent.npm);
    machine = await Machine.start();
  });
  after('the machine', () => machine.stop());

  /** Runs an agent that only says something; returns its hooks at the ends of turns. */
  async function turn(
    { agent, gate }: GatedAgent,
    answer: (call: HookCall) => Output,
    check: (heard: (text: RegExp) => Promise<string>) => Promise<unknown>,
  ): Promise<readonly HookCall[]> {
    const folder = await machine.folder('project');
    const { endpoint, window } = await machine.openWindow([folder]);
    const seen: HookCall[] = [];
    window.onHook = async ({ input }) => {
      const call = dialects.get(agent.id)?.readCall(input);
      if (call === undefined) throw new Error('The hook was not understood.');
      seen.push(call);
      return answer(call);
    };
    const hook = { command: `${machine.launcher} hook ${agent.id}`, timeout: 60, mode: gate.modes[0], turns: true };
    const run = await startAgent(agent, { folder, launcher: machine.launcher, script: [says('Done.')], hook });
    try {
      await check(run.heard);
      await run.ended;
      return seen;
    } finally {
      await run.stop();
      endpoint.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  for (const gated of gates) {
    const { agent, gate } = gated;
    const { answer } = dialects.get(agent.id) ?? {};
    if (answer === undefined) throw new Error(`There is no dialect of ${agent.id}.`);
    describe(`${agent.name} ${gate.way ?? ''}`, function () {
      this.timeout(120_000);

      it('goes on with the words that refuse the end, once, and says so at the next end', async () => {
        let ends = 0;
        const seen = await turn(
          gated,
          (call) => {
            const isFirst = call.phase === 'turnEnd' && ++ends === 1;
            return isFirst ? answer.deny(call, 'The user took it back.') : answer.abstain();
          },
          (heard) => heard(/The user took it back\./),
        );
        const last = seen.filter(({ phase }) => phase === 'turnEnd');
        assert.equal(last.length, 2);
        assert.equal(last[0]?.isContinued, undefined);
        if (agent.id !== 'copilot') assert.equal(last[1]?.isContinued, true);
      });

      const context = answer.context?.bind(answer);
      if (context !== undefined)
        it('gives its model words beside the prompt', async () => {
          await turn(
            gated,
            (call) => (call.phase === 'turnStart' ? context(call, 'The user took it back.') : answer.abstain()),
            (heard) => heard(/The user took it back\./),
          );
        });
    });
  }
});
