import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, once, seeNoReview, statusItem } from '../tea.ts';

const three = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
    { filePath: 'README.md', oldString: '# Tea timer', newString: '# Tea clock' },
  ],
});

describe('what is excluded or amended', () => {
  const host = useHost();
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  it('is counted at once on the card, in the title, the status bar, the view, the history and the answer', async () => {
    const { chat, editors, evaluate, page, person, workspace } = host();
    const readme = await workspace.read('README.md');
    await evaluate(
      (vscode, name) => vscode.window.showTextDocument(vscode.Uri.file(name), { preview: true }).then(() => null),
      `${workspace.root}/src/main.js`,
    );
    await page.locator('.interactive-session .monaco-editor').filter({ visible: true }).last().click();
    const sent = await chat.send('edit three files, of which I take one, amended', once(three));
    assert.match(await chat.card(), /3 changes, \+3 −3 lines/);
    assert.ok(
      (await editors.tabs()).some(({ label }) => label === 'main.js'),
      'the preview tab stays',
    );
    await person.command('Redline: Focus on Waiting for Review View');
    for (const file of ['main.js', 'README.md']) {
      await row(file).locator('.monaco-checkbox, .custom-checkbox').first().click();
      // The tooltip of one check mark covers the next one.
      await page.mouse.move(700, 500);
      await row(file).filter({ hasText: 'excluded' }).waitFor();
    }
    await person.tab('brew.js (Redline, 2 excluded) (1 file)').waitFor();
    await waitFor('one tab of it', async () => (await person.tab('(Redline').count()) === 1);
    assert.equal(await person.focus(), 'list', 'the focus stays in the view');
    await waitFor('the files of the diff', async () => {
      const headers = await page.locator('.multiDiffEntry .header').filter({ visible: true }).allInnerTexts();
      return headers.length === 1 && headers[0]?.includes('brew.js');
    });
    await waitFor('the card', async () => (await chat.card()).includes('Edit 1 of 3 files'));
    assert.match(await chat.card(), /Edit src\/brew\.js[^]*Excluded: src\/main\.js, README\.md/);
    await row('Edit 1 of 3 files').filter({ hasText: '+1 −1' }).waitFor();
    await person.typeAfter('green: 3,', ' // strong');
    await waitFor('the card', async () => (await chat.card()).includes('// strong'));
    assert.match(await chat.card(), /Edit 1 of 3 files \(amended\)/);
    await row('brew.js').filter({ hasText: 'amended' }).waitFor();
    const label = await statusItem(host()).locator('a').first().getAttribute('aria-label');
    assert.match(label ?? '', /Edit 1 of 3 files \(amended\)/);
    await picture(host(), 'recount');
    await chat.allow();
    assert.match(await sent.answer(), /^Edited 1 of 3 files; 2 were excluded by the user: 1 replacement\./);
    await sent.finished();
    assert.match(await workspace.read(brew), /green: 3, \/\/ strong/);
    assert.equal(await workspace.read('README.md'), readme);
    await evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await row('Edit 1 of 3 files (amended)').waitFor();
    await seeNoReview(host());
  });

  it('comes back into the diff when it is included again, and only then counts as seen', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('edit three files, one of them excluded for a while', once(three));
    await chat.card();
    await person.command('Redline: Focus on Waiting for Review View');
    const box = row('main.js').locator('.monaco-checkbox, .custom-checkbox').first();
    await box.click();
    await person.tab('(Redline, 1 excluded)').waitFor();
    await box.click();
    await person.tab('brew.js and more (Redline) (3 files)').waitFor();
    await waitFor(
      'all files',
      async () => (await page.locator('.multiDiffEntry .header').filter({ visible: true }).count()) === 3,
    );
    await waitFor('one tab of it', async () => (await person.tab('(Redline').count()) === 1);
    await waitFor('the card', async () => (await chat.card()).includes('3 changes'));
    await person.approve();
    assert.match(await sent.answer(), /^Edited 3 files: 3 replacements/);
    await sent.finished();
    assert.notEqual((await workspace.hashes())['src/main.js'], before['src/main.js']);
    await seeNoReview(host());
  });
});
