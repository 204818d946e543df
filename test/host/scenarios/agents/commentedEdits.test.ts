import assert from 'node:assert/strict';
import path from 'node:path';
import type { AgentRun } from '../../agents/agent.ts';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { says } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { commentByKeys } from '../commenting.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

for (const gated of chosenGates())
  if (gated.isFirstOfFormat)
    describe(`comments on an edit of ${gated.agent.name} ${gated.gate.way ?? ''}`, () => commented(gated));

function commented({ agent, gate }: GatedAgent): void {
  const host = useHost();
  const startInWindow = useAgents(host, [agent]);

  /** Has the agent edit a file; `answer` is what its model reads of the edit. */
  async function edit(): Promise<Pick<AgentRun, 'ended' | 'heard'> & { readonly answer: () => Promise<string> }> {
    const turns = gate.edit(path.join(host().workspace.root, brew), '  green: 2,', '  green: 3,');
    const { answer, ended, heard } = await startInWindow(agent, [...turns, says('Done.')], gate.modes[0]);
    await seeReview(host(), `brew.js (Redline, ${agent.name}`);
    return { ended, heard, answer: () => answer(turns.length - 1) };
  }

  it('reach its model with the denial: place, line and words', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    const { answer, ended } = await edit();
    await commentByKeys(host(), 'green: 3', 'Two minutes are right.');
    await person.titleAction('Request Changes').click();
    assert.match(
      await answer(),
      /by 1 comment on 1 file[^]*src\/brew\.js:[^]*Line 4 of your proposal:[^]*green: 3,[^]*Two minutes are right\./,
    );
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  if (gate.readsApproval === false) return;
  it('reach its model with what was written', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const { heard, ended } = await edit();
    await commentByKeys(host(), 'green: 3', 'Say why, too.');
    await person.approve();
    // Some agents tell it beside the tool's own answer.
    await heard(/The user approved with 1 comment[^]*Line 4 of the approved text:[^]*Say why, too\./);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });
}
