import assert from 'node:assert/strict';
import { picture, useHost } from '../driver/use-host.ts';
import { brewGreenLonger, once, seeNoReview } from './tea.ts';

describe('in Chinese', () => {
  const host = useHost({ language: 'zh-cn' });

  it('the view, the card, the diff and the answers of the person are in Chinese; the model reads English', async () => {
    const { chat, evaluate, page, person, workspace } = host();
    const before = await workspace.hashes();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.pending.focus').then(() => null));
    await page.locator('.sidebar').getByText('没有等待您审阅的更改').waitFor();
    const sent = await chat.send('propose to somebody who reads Chinese', once(brewGreenLonger));
    assert.match(await chat.card(), /差异已在编辑器中打开/);
    await person.titleAction('批准更改').waitFor();
    await picture(host(), 'chinese');
    await person.titleAction('拒绝更改').first().click();
    assert.match(await sent.answer(), /^\[REJECTED\] The user rejected the change\./);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
