import assert from 'node:assert/strict';
import { calls, says, tool } from '../driver/model-script.ts';
import { Machine } from '../../node/endpoint/machine.ts';
import { startAgent, type AgentRun, type TerminalAgent } from './agent.ts';
import { chosenAgents } from './allAgents.ts';
import { installAgent } from './installAgent.ts';

/** Longer than any agent waits by default, in milliseconds: with the settings of these tests, none gives up. */
const longReview = 330_000;

const written = 'Edited src/brew.js: 1 replacement.';
const edit = tool('edit_file', { filePath: 'src/brew.js', oldString: '2', newString: '3' });

// The real bridge and the real endpoint; the window's part is scripted, since only the waiting matters here.
describe('a review that takes 330 s', () => {
  let machine: Machine;
  const runs: AgentRun[] = [];

  before('the agents', async function () {
    this.timeout(600_000);
    for (const agent of chosenAgents()) await installAgent(agent.npm);
    machine = await Machine.start();
  });
  after('the agents', async function () {
    this.timeout(60_000);
    await Promise.all(runs.map(({ stop }) => stop()));
    await machine.stop();
  });

  it('is waited for by every agent, whose model reads the answer', async function () {
    this.timeout(longReview + 600_000);
    const folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    const stopped: string[] = [];
    window.onCall = ({ answer, caller, signal }) => {
      signal.addEventListener('abort', () => stopped.push(caller.agent));
      setTimeout(() => answer({ text: written, result: { done: true }, images: [] }), longReview);
    };
    const ask = async (agent: TerminalAgent): Promise<string> => {
      const script = [calls(edit), says('Done.')];
      const run = await startAgent(agent, { folder, launcher: machine.launcher, script });
      runs.push(run);
      const since = Date.now();
      const answer = await run.answer(0, longReview + 120_000).catch(String);
      console.log(`    ${agent.name}: after ${Math.round((Date.now() - since) / 1000)} s: ${answer.slice(0, 200)}`);
      return answer.includes(written) ? '' : `${agent.name}: ${answer}`;
    };
    const failures = await Promise.all(chosenAgents().map(ask));
    assert.equal(failures.join(''), '');
    assert.deepEqual(stopped, []);
    assert.deepEqual(
      window.calls.map(({ caller }) => caller.agent).toSorted(),
      chosenAgents()
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});
