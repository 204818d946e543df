import assert from 'node:assert/strict';
import path from 'node:path';
import type { AgentGate, AgentRun, TerminalAgent } from '../../agents/agent.ts';
import { chosenAgents } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { says } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

for (const agent of chosenAgents()) {
  const { gate } = agent;
  if (gate !== undefined) describe(`${agent.name} behind the gate`, () => behindGate(agent, gate));
}

/** In the permission mode in which the agent itself would write at once. */
function behindGate(agent: TerminalAgent, gate: AgentGate): void {
  const host = useHost();
  const startInWindow = useAgents(host, [agent]);

  /** Starts the agent with an edit of its own; `answer` is what its model reads of that. */
  const edit = async (): Promise<Pick<AgentRun, 'ended'> & { readonly answer: () => Promise<string> }> => {
    const { workspace } = host();
    const turns = gate.edit(path.join(workspace.root, brew), '  green: 2,', '  green: 3,');
    const started = await startInWindow(agent, [...turns, says('Done.')], true);
    await seeReview(host(), `brew.js (Redline, ${agent.name})`);
    return { ended: started.ended, answer: () => started.answer(turns.length - 1) };
  };

  it('has its own edit reviewed, written once it is approved, recorded and undone', async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer, ended } = await edit();
    await picture(host(), `gate-${agent.id}`);
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await answer(), gate.written);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    const applied = `Redline applied: ${agent.name}: Edit src/brew.js`;
    await page.locator('.statusbar-item').filter({ hasText: applied }).waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await waitFor('the undo', async () => (await workspace.read(brew)) === original);
  });

  it('writes what the person made of its edit', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer, ended } = await edit();
    await person.typeAfter('green: 3', '.5');
    await person.approve();
    assert.match(await answer(), gate.written);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3', 'green: 3.5'));
    assert.deepEqual(await person.notifications(), []);
    await seeNoReview(host());
  });

  it('writes nothing that is rejected, and its model reads why', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const { answer, ended } = await edit();
    await person.command('Redline: Reject with Reason…');
    await person.enter('Two minutes are right for green tea.');
    assert.match(await answer(), /\[REJECTED\].*Two minutes are right for green tea\./);
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
}
