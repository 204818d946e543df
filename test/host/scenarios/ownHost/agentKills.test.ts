import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { textOf } from '../../../bridge/client.ts';
import { LineAgents } from '../../agents/lineAgents.ts';
import { editorsOf } from '../../driver/editors.ts';
import { personAt } from '../../driver/person.ts';
import { waitFor } from '../../driver/wait.ts';
import type { BareHost } from '../../faults/bareHost.ts';
import { entriesOf, journalled, openEntries } from '../../faults/calls.ts';
import { lay, stateOf } from '../../faults/files.ts';
import { fortyFiles } from '../../faults/fortyFiles.ts';
import { useBareHost } from '../../faults/useBareHost.ts';
import { brew, withLongerGreen } from '../tea.ts';

const edit = { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' };
const cutOff = /The connection to the VS Code window was lost while "Codex: .*" was under way \(/;

const agents = new LineAgents();

async function kill({ evaluate, revived }: BareHost): Promise<void> {
  process.kill(await evaluate(() => process.pid), 'SIGKILL');
  await revived();
}

describe('an agent in a terminal whose window is killed', function () {
  this.timeout(240_000);
  const host = useBareHost({ 'redline.rules': [] });
  afterEach(() => agents.stop());

  it('is told that nothing was changed while the review waited, and has it again when it asks again', async () => {
    const bare = host();
    const { workspace, page, evaluate } = bare;
    const person = personAt(page);
    const original = await workspace.read(brew);
    const { client } = await agents.start({ launcher: bare.agentLauncher, cwd: workspace.root });
    const waiting = client.call('edit_file', edit);
    await person.tab('brew.js (Redline, Codex)').waitFor();
    await kill(bare);
    assert.match(textOf(await waiting.response), /Nothing was changed\. Call the tool again/);
    assert.equal(await workspace.read(brew), original);
    const again = client.call('edit_file', edit);
    const reviews = async (): Promise<number> =>
      (await editorsOf(evaluate, workspace).tabs()).filter(({ scheme }) => scheme === 'redline-proposal').length;
    await waitFor('the review', async () => (await reviews()) === 1);
    await person.approve();
    assert.match(textOf(await again.response), /Edited src\/brew\.js/);
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });

  it('is told that its change stands when it was approved and written before', async () => {
    const bare = host();
    const { workspace, page } = bare;
    const original = await workspace.read(brew);
    const pid = await bare.evaluate(() => process.pid);
    const { client } = await agents.start({ launcher: bare.agentLauncher, cwd: workspace.root });
    const { response } = client.call('edit_file', edit);
    await personAt(page).tab('brew.js (Redline, Codex)').waitFor();
    // Stopped before the answer can come, as soon as the file is written.
    const written = waitFor('the write', async () => (await workspace.read(brew)) !== original).then(() => {
      process.kill(pid, 'SIGKILL');
    });
    await personAt(page).approve();
    await written;
    await bare.revived();
    const told = textOf(await response);
    if (/Edited src\/brew\.js/.test(told)) assert.doesNotMatch(told, cutOff);
    else assert.match(told, /The history has it as applied\. Do not repeat the call/);
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });
});

describe('an agent in a terminal whose change is cut off', function () {
  this.timeout(240_000);
  const host = useBareHost();
  afterEach(() => agents.stop());

  it('is told whether its change was completed or taken back, whenever that was cut off', async () => {
    const bare = host();
    const { client } = await agents.start({ launcher: bare.agentLauncher, cwd: bare.workspace.root });
    const seen: string[] = [];
    for (const after of [0, 20, 60]) {
      const folder = `kill${after}`;
      const plan = await lay(bare, fortyFiles(folder));
      const before = entriesOf(bare).length;
      const pid = await bare.evaluate(() => process.pid);
      const { response } = client.call('apply_patch', { patchText: plan.patch });
      await journalled(bare, before);
      await delay(after);
      process.kill(pid, 'SIGKILL');
      // VS Code starts its extension host again by itself, but not for the third time in a short while.
      await (seen.length < 2 ? bare.revived() : bare.reload());
      const told = textOf(await response);
      await waitFor('the journal to have no open entry', () => openEntries(bare) === 0);
      const state = stateOf(bare, plan);
      assert.notEqual(state, 'mixed', folder);
      if (state === 'before') assert.match(told, /Nothing was changed|taken back|undone/, folder);
      else assert.match(told, /history has it as applied|^Applied|^Patched|Changed 40/, folder);
      seen.push(state);
      assert.ok(existsSync(path.join(bare.workspace.root, folder)));
    }
    assert.equal(seen.length, 3);
  });
});
