import assert from 'node:assert/strict';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, once, seeNoReview } from '../tea.ts';

const two = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

describe('in Chinese', () => {
  const host = useHost({ language: 'zh-cn' });

  it('the view, the card, the diff, the menus and the reason are in Chinese; the model reads English', async () => {
    const { chat, evaluate, page, person, workspace } = host();
    const before = await workspace.hashes();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.pending.focus').then(() => null));
    await page.locator('.sidebar').getByText('没有等待您审阅的更改').waitFor();
    const sent = await chat.send('propose to somebody who reads Chinese', once(two));
    assert.match(await chat.card(), /2 项更改，\+2 −2 行：.*差异已在编辑器中打开/s);
    assert.match(await chat.card(), /Redline: 2 项更改.*编辑 src\/brew\.js/s);
    await person.titleAction('批准更改').waitFor();
    await person.tab('Redline：2 项更改').waitFor();
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
    assert.match((await row.getAttribute('aria-label')) ?? '', /^编辑 src\/main\.js，添加 1 行，删除 1 行, 已纳入$/);
    await row.click({ button: 'right' });
    await person.choose('排除并说明原因…');
    await person.quickInput.getByText('告诉代理原因；它会收到您的原话。').waitFor();
    await person.enter('保留');
    await row.filter({ hasText: '已排除' }).waitFor();
    await picture(host(), 'chinese');
    await person.titleAction('拒绝更改').first().click();
    assert.match(await sent.answer(), /^\[REJECTED\] The user rejected the change\./);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
