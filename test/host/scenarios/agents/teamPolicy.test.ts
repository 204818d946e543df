import assert from 'node:assert/strict';
import path from 'node:path';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

const policyFile = '.redline/policy.json';

// One that has both its own tools and those of the server in sight.
const [gated] = chosenGates().filter(({ agent }) => ['gemini', 'codex'].includes(agent.id));
if (gated !== undefined) describe(`a team's policy and ${gated.agent.name}`, () => underPolicy(gated));

function underPolicy({ agent, gate }: GatedAgent): void {
  const host = useHost({ isOwnWindow: true, settings: { 'redline.review.when': 'after' } });
  const startInWindow = useAgents(host, [agent]);

  const byHook = (oldText: string, newText: string): readonly Turn[] =>
    gate.edit(path.join(host().workspace.root, brew), oldText, newText);
  const byServer = (oldString: string, newString: string): Turn =>
    calls(tool('edit_file', { filePath: brew, oldString, newString }));

  /** Writes the policy, and waits until the window has told of it. */
  async function demand(policy: object, told: string): Promise<void> {
    await host().workspace.write(policyFile, JSON.stringify(policy));
    await waitFor(`the words "${told}"`, async () =>
      (await host().person.notifications()).some((text) => text.includes(told)),
    );
  }

  it('keeps an agent out that is not allowed: by its own tools and by the server its model reads why', async function () {
    this.timeout(120_000);
    const { workspace } = host();
    await demand({ agents: ['claude'] }, 'only these agents are allowed: Claude Code');
    const before = await workspace.hashes();
    const own = byHook('  green: 2,', '  green: 3,');
    const script = [
      ...own,
      byServer('  green: 2,', '  green: 3,'),
      calls(tool('read_file', { filePath: brew })),
      says('Done.'),
    ];
    const { answer, ended } = await startInWindow(agent, script, gate.modes[0]);
    const words = new RegExp(
      String.raw`\[PERMISSION_DENIED\] The team policy \.redline/policy\.json does not allow ${agent.name} \(${agent.id}\) here, only Claude Code \(claude\)\. Do not try again\.`,
    );
    for (const call of [own.length - 1, own.length, own.length + 1]) assert.match(await answer(call), words);
    assert.doesNotMatch(await answer(own.length + 1), /green/);
    await ended;
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('has changes reviewed before they are written, although the person reviews them afterwards', async function () {
    this.timeout(120_000);
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    // Without the policy, as the person has set it.
    const free = await startInWindow(agent, [...byHook('  green: 2,', '  green: 3,'), says('Done.')], gate.modes[0]);
    await free.ended;
    await free.stop();
    assert.equal(await workspace.read(brew), withLongerGreen(original));

    await demand({ 'review.when': 'before' }, 'changes are reviewed before they are written');
    const own = byHook('  green: 3,', '  green: 4,');
    const script = [...own, byServer('  green: 3,', '  green: 5,'), says('Done.')];
    const { answer, ended } = await startInWindow(agent, script, gate.modes[0]);
    await seeReview(host(), `brew.js (Redline, ${agent.name}`);
    await picture(host(), `team-policy-${agent.id}`);
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await person.command('Redline: Reject with Reason…');
    await person.enter('Three minutes are enough.');
    assert.match(await answer(own.length - 1), /\[REJECTED\][^]*Three minutes are enough\./);
    await host().page.locator('.view-line', { hasText: 'green: 5,' }).first().waitFor();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await person.approve();
    assert.match(await answer(own.length), /^Edited src\/brew\.js/m);
    await ended;
    assert.equal(await workspace.read(brew), original.replace('green: 2,', 'green: 5,'));
    await seeNoReview(host());
  });
}
