import assert from 'node:assert/strict';
import path from 'node:path';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { says } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, editorShows, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

describe('a patch that moves a file to itself', () => {
  for (const gated of chosenGates()) movedToItself(gated);
});

/** The agents' own tools write the file, and then delete it. */
function movedToItself({ agent, gate: { modes, patch, way = 'by its patch tool', written } }: GatedAgent): void {
  if (patch === undefined) return;
  const host = useHost();
  const startInWindow = useAgents(host, [agent]);

  it(`is shown as the edit that it is, and ${agent.name} ${way} keeps the file`, async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    const before = await workspace.hashes();
    const file = path.join(workspace.root, brew);
    const section = `*** Update File: ${file}\n*** Move to: ${file}\n@@\n-  green: 2,\n+  green: 3,\n`;
    const turns = patch(section);
    const { answer, ended } = await startInWindow(agent, [...turns, says('Done.')], modes[0]);
    await seeReview(host(), `brew.js (Redline, ${agent.name}`);
    await editorShows(host(), 'green: 3');
    await picture(host(), `moved-to-itself-${agent.id}`);
    assert.deepEqual(await workspace.hashes(), before);
    await person.approve();
    assert.match(await answer(turns.length - 1), written);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await page
      .locator('.statusbar-item')
      .filter({ hasText: `Redline applied: ${agent.name}: ` })
      .waitFor();
    // Nothing else was written than what was approved.
    assert.deepEqual(await person.notifications(), []);
  });
}
