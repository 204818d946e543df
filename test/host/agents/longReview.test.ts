import assert from 'node:assert/strict';
import { calls, says, tool } from '../driver/model-script.ts';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { seeNoReview, seeReview } from '../scenarios/tea.ts';
import type { AgentRun, TerminalAgent } from './agent.ts';
import { chosenAgents } from './allAgents.ts';
import { installAgent } from './installAgent.ts';
import { startInWindow } from './startInWindow.ts';

/** Longer than any agent waits by default, in milliseconds: with Redline's settings, none gives up. */
const longReview = 330_000;

describe('a review that takes 330 s', () => {
  const host = useHost();
  const runs: AgentRun[] = [];

  before('the agents', async function () {
    this.timeout(600_000);
    for (const agent of chosenAgents()) await installAgent(agent.npm);
  });
  afterEach('the agents', async function () {
    this.timeout(60_000);
    await Promise.all(runs.splice(0).map(({ stop }) => stop()));
  });

  it('is waited for by every agent, each of which reads that its edit is written', async function () {
    this.timeout(longReview + 600_000);
    const { person, workspace } = host();
    const started: { agent: TerminalAgent; file: string; run: AgentRun; since: number }[] = [];
    for (const agent of chosenAgents()) {
      const file = `src/${agent.id}.js`;
      const run = await startEdit(agent, file);
      await person.tab(`${agent.id}.js (Redline, ${agent.name})`).waitFor();
      started.push({ agent, file, run, since: Date.now() });
    }
    for (const { agent, file, run, since } of started) {
      await waitFor(`${agent.name} to have waited`, () => Date.now() - since > longReview, longReview + 60_000);
      const tab = `${agent.id}.js (Redline, ${agent.name})`;
      await person.tab(tab).click();
      await seeReview(host(), tab);
      await picture(host(), `agent-${agent.id}-long`);
      await person.approve();
      assert.match(await run.answer(0), new RegExp(`Edited ${file}`));
      console.log(`    ${agent.name} read the answer after ${Math.round((Date.now() - since) / 1000)} s`);
      await run.ended;
      assert.equal(await workspace.read(file), 'export const minutes = 5;\n');
    }
    await seeNoReview(host());
  });

  async function startEdit(agent: TerminalAgent, file: string): Promise<AgentRun> {
    await host().workspace.write(file, 'export const minutes = 4;\n');
    const edit = tool('edit_file', { filePath: file, oldString: 'minutes = 4', newString: 'minutes = 5' });
    const run = await startInWindow(host(), agent, [calls(edit), says('Done.')]);
    runs.push(run);
    return run;
  }
});
