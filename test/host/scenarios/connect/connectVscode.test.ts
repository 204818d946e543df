import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';
import { approveAll, pickOnly } from './connectSteps.ts';

describe("connecting VS Code's own agent mode", () => {
  const host = useHost();

  const edit = (oldString: string, newString: string): readonly Turn[] => {
    const filePath = path.join(host().workspace.root, brew);
    return [calls(tool('replace_string_in_file', { filePath, oldString, newString })), says('Done.')];
  };

  async function told(words: string): Promise<void> {
    await waitFor(`the words "${words}"`, async () =>
      (await host().person.notifications()).some((text) => text.includes(words)),
    );
  }

  it('writes its hooks after a review, has its own edit reviewed, and works as before once it is disconnected', async function () {
    this.timeout(240_000);
    const { agentLauncher: launcher, chat, editors, person, workspace } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    const hooks = path.resolve(launcher, '../../../.copilot/hooks/redline-vscode.json');
    const original = await workspace.read(brew);

    await person.command('Redline: Connect an Agent…');
    await pickOnly(host(), 'VS Code', 'connect-pick-vscode');
    await person.pick('Everywhere');
    await waitFor('the review', async () => (await editors.tabs()).length > 0);
    assert.ok(!existsSync(hooks), 'nothing is written unseen');
    await approveAll(host());
    await told('VS Code: connected');
    assert.match((await person.notifications()).join('\n'), /asked in \d+ ms/);
    assert.match(await readFile(hooks, 'utf8'), /redline hook vscode --timeout=3600/);
    await picture(host(), 'connect-done-vscode');

    const sent = await chat.send('edit by the tool of the editor', edit('  green: 2,', '  green: 3,'));
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    assert.equal(await workspace.read(brew), original);
    await picture(host(), 'connect-edit-vscode');
    await person.approve();
    assert.match(await sent.answer(), /successfully edited/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());

    await person.command('Redline: Disconnect an Agent…');
    await pickOnly(host(), 'VS Code', 'connect-pick-vscode');
    await waitFor('the review', async () => (await editors.tabs()).some(({ label }) => label.includes('Redline')));
    await approveAll(host());
    await told('VS Code works without Redline again');
    assert.ok(!existsSync(hooks));
    const again = await chat.send('edit it once more', edit('  green: 3,', '  green: 4,'));
    assert.match(await again.answer(), /successfully edited/);
    await again.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3,', 'green: 4,'));
    await seeNoReview(host());
  });
});
