import assert from 'node:assert/strict';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brewGreenLonger, once, seeReview } from '../tea.ts';
import { commentByKeys } from '../commenting.ts';

describe('a comment that was not sent when the window is reloaded', () => {
  const host = useHost();

  it('is told of and offered', async () => {
    const { chat, evaluate, page, person, ready, workspace } = host();
    const before = await workspace.hashes();
    await chat.send('propose, comment, and then the window goes', once(brewGreenLonger));
    await chat.card();
    await seeReview(host(), 'brew.js (Redline');
    await person.look();
    await commentByKeys(host(), 'green: 3', 'Two minutes, please.');
    // As a person does: with what VS Code saves before.
    const loaded = page.waitForEvent('load');
    await evaluate((vscode) => void vscode.commands.executeCommand('workbench.action.reloadWindow'));
    await loaded;
    await ready();
    const told = page.getByText('window was closed or reloaded before your comments (1)');
    await told.first().waitFor();
    await picture(host(), 'comment-lost');
    assert.deepEqual(await workspace.hashes(), before);
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await told.first().waitFor({ state: 'hidden' });
    const copied = (): Promise<string> => evaluate((vscode) => vscode.env.clipboard.readText().then(String));
    await waitFor('the words to be copied', async () => (await copied()) === 'src/brew.js: Two minutes, please.');
  });
});
