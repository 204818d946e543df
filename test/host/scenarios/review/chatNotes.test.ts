import assert from 'node:assert/strict';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeEnd, seeNoReview, statusItem } from '../tea.ts';

describe('the chat, of a change', () => {
  const host = useHost();

  /** What the card's own call says to a screen reader, which reads the turn out as the label of its row. */
  async function turnAsRead(): Promise<string> {
    const row = host().page.locator('.interactive-session .monaco-list-row').last();
    return (await row.getAttribute('aria-label')) ?? '';
  }

  it('ends as it was answered, with nothing that looks failed, and a screen reader reads neither escapes nor JSON', async () => {
    const { chat, page, person } = host();
    const sent = await chat.send('brew green tea longer, read aloud', once(brewGreenLonger));
    assert.match(await chat.card(), /Redline: Edit src\/brew\.js\u200e \(\+1 −1\)/);
    assert.match(await turnAsRead(), /: Redline: Edit src\/brew\.js\u200e \(\+1 −1\)\. /);
    await person.approve();
    await sent.finished();
    await seeEnd(host(), '✓ Approved in the editor: Edit src/brew.js');
    assert.deepEqual(await chat.lines(), ['Editing src/brew.js', '✓ Approved in the editor: Edit src/brew.js']);
    await page.locator('.completed-response-summary').last().click();
    await picture(host(), 'chat-approved');
  });

  it('says that a protected change waits in the editor, as the status bar does', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('package.json', '{}\n');
    const call = tool('redline_write_file', { filePath: 'package.json', content: '{ "scripts": {} }\n' });
    const sent = await chat.send('change what runs, and say so', once(call));
    const item = statusItem(host()).filter({ hasText: 'Redline: 1 · needs approval in the editor' });
    await item.waitFor();
    const read = (await item.locator('[aria-label]').first().getAttribute('aria-label')) ?? '';
    assert.match(read, /, needs approval in the editor, Overwrite package\.json/);
    const waits = 'Protected, needs approval in the editor: Overwrite package.json';
    await waitFor('the line in the chat', async () => (await chat.lines()).includes(waits));
    assert.equal(await chat.button('Allow Once').count(), 0);
    await picture(host(), 'chat-protected');
    await person.approve();
    await sent.finished();
    await seeEnd(host(), '✓ Approved in the editor: Overwrite package.json');
    await seeNoReview(host());
  });

  it('says what a call waits for that stands behind another chat’s, and the view counts it', async () => {
    const { chat, page, person, workspace } = host();
    const first = await chat.send('brew green tea longer, before another chat', once(brewGreenLonger));
    await chat.card();
    await chat.newSession();
    const white = tool('redline_edit_file', { filePath: brew, oldString: 'white: 3,', newString: 'white: 5,' });
    const same = await chat.send('brew white tea longer, behind another chat', once(white));
    const waits = 'Queued behind a change of the same file: Edit src/brew.js';
    await waitFor('the line in the chat', async () => (await chat.lines()).includes(waits));
    await person.command('Redline: Focus on Waiting for Review View');
    await page.locator('.sidebar .monaco-list-row').filter({ hasText: '1 more behind this one' }).waitFor();
    await picture(host(), 'chat-queued');
    await person.approve();
    await first.closed();
    await waitFor('the second card', async () => (await chat.card()).includes('white: 5'));
    assert.equal(await page.locator('.sidebar .monaco-list-row').filter({ hasText: 'behind this one' }).count(), 0);
    await chat.allow();
    await same.finished();
    assert.match(await workspace.read(brew), /green: 3,[^]*white: 5,/);
  });
});
