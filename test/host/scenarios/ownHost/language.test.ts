import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, brewGreenLonger, once, seeNoReview } from '../tea.ts';

const two = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});
const runs = tool('redline_write_file', { filePath: 'package.json', content: '{}\n' });

describe('in Chinese', () => {
  const host = useHost({ language: 'zh-cn' });
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  /** As a smaller screen has it, where words are cut off first. */
  async function smallPicture(name: string): Promise<void> {
    const { page } = host();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1000, height: 700 });
    await picture(host(), name);
    if (size !== null) await page.setViewportSize(size);
  }

  async function focus(view: 'pending' | 'history'): Promise<void> {
    await host().evaluate((vscode, id) => vscode.commands.executeCommand(`redline.${id}.focus`).then(() => null), view);
  }

  async function approve(query: string, call: ToolCall): Promise<string> {
    const { chat, person } = host();
    const sent = await chat.send(query, once(call));
    await person.titleAction('批准').waitFor();
    await person.look();
    await person.titleAction('批准').click();
    const answer = await sent.answer();
    await sent.finished();
    return answer;
  }

  it('the view, the card, the diff, the menus and the reason are in Chinese; the model reads English', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    await focus('pending');
    await page.locator('.sidebar').getByText('没有等待您审阅的更改').waitFor();
    await smallPicture('chinese-empty');
    const sent = await chat.send('propose to somebody who reads Chinese', once(two));
    assert.match(await chat.card(), /2 项更改，\+2 −2 行：.*差异已在编辑器中打开/s);
    assert.match(await chat.card(), /Redline: 编辑 2 个文件.*编辑 src\/brew\.js/s);
    await person.titleAction('批准').waitFor();
    await person.tab('等 (Redline)').waitFor();
    const changed = row('main.js');
    assert.match(
      (await changed.getAttribute('aria-label')) ?? '',
      /^编辑 src\/main\.js，添加 1 行，删除 1 行, 已包含$/,
    );
    await changed.click({ button: 'right' });
    await person.choose('排除并说明原因…');
    await person.quickInput.getByText('为什么？代理会看到您写的内容。').waitFor();
    await person.enter('保留');
    await changed.filter({ hasText: '已排除' }).waitFor();
    await picture(host(), 'chinese');
    await smallPicture('chinese-review');
    await person.titleAction('拒绝').first().click();
    assert.match(await sent.answer(), /^\[REJECTED\] The user rejected the change\./);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('so is why something is guarded, and what a tool is at', async () => {
    const { chat, page, person, workspace } = host();
    await focus('pending');
    const sent = await chat.send('change what runs in Chinese', once(runs));
    await person.tab('package.json (Redline, 受保护, 新建)').waitFor();
    await row('创建 package.json').hover();
    await page.locator('.monaco-hover').getByText('"package.json" 受保护：它可能改变运行的内容').waitFor();
    await page.locator('.interactive-session').getByText('写入 package.json').first().waitFor();
    await smallPicture('chinese-protected');
    await person.titleAction('拒绝').first().click();
    assert.match(await sent.answer(), /^\[REJECTED\] The user rejected the change\./);
    await sent.finished();

    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    const read = await chat.send('read a secret in Chinese', once(tool('redline_read_file', { filePath: '.env' })));
    await page.locator('.notifications-toasts').getByText('.env 可能包含机密。 代理将看到其内容。').waitFor();
    await smallPicture('chinese-secret');
    await person.answerNotification('.env', '不允许');
    assert.match(await read.answer(), /^\[REJECTED\] The user did not allow reading \.env\./);
    await read.finished();
  });

  it('so are the tools, for whoever runs one, and what each of their inputs is', async () => {
    const { evaluate, page, person } = host();
    void evaluate((vscode) => {
      void vscode.commands.executeCommand('redline.runTool');
      return null;
    });
    await person.quickInput.getByText('一次进行多处替换，经您审阅').waitFor();
    await smallPicture('chinese-tools');
    await person.pick('查找文件');
    await person.quickInput.getByText('任意深度').waitFor();
    await person.enter('*.js');
    await person.quickInput.getByText('包括被忽略的文件').waitFor();
    await page.keyboard.press('Escape');
  });

  // The last one: the window stays in English.
  it('so is the history, of which each window shows what was done in its own language', async () => {
    const { page, ready } = host();
    assert.match(await approve('stronger tea in Chinese', brewGreenLonger), /^Edited src\/brew\.js: 1 replacement/);
    assert.match(await approve('a package in Chinese', runs), /^Created package\.json/);
    await focus('history');
    await row('创建 package.json').waitFor();
    await row('编辑 src/brew.js').waitFor();
    await smallPicture('chinese-history');
    await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = 'en'`);
    await page.reload();
    await ready();
    await focus('history');
    await row('Create package.json').waitFor();
    await row('Edit src/brew.js').waitFor();
  });
});
