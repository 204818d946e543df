import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, once, seeCount, seeNoReview } from '../tea.ts';

const broken: ToolCall = tool('redline_edit_file', {
  filePath: brew,
  oldString: 'return minutes[tea] * 60;',
  newString: 'return (minutes[tea] * 60;',
});

describe('syntax errors of a proposal', () => {
  const host = useHost();

  it('are told in the list with their line, gone to by key, and go with the amendment that mends them', async () => {
    const { chat, page, person, workspace } = host();
    const sent = await chat.send('propose what is no JavaScript', once(broken));
    await chat.card();
    await person.command('Redline: Focus on Waiting for Review View');
    const row = (text: string): Locator => page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
    const warning = page.getByRole('treeitem', { name: /new syntax errors \(\d+\), first in line 9: / });
    await warning.and(page.getByRole('treeitem', { name: /^Warning: src\/brew\.js/ })).waitFor();
    await waitFor('the card', async () => (await chat.card()).includes('new syntax errors'));
    await picture(host(), 'syntax-errors');
    await row('Edit src/brew.js').first().click();
    await person.press('Mod+Alt+Shift+D');
    await waitFor('the line', async () =>
      (await page.locator('.statusbar-item').allInnerTexts()).some((each) => each.includes('Ln 9')),
    );
    await person.typeAfter('minutes[tea] * 60', ')');
    await warning.first().waitFor({ state: 'detached' });
    await person.approve();
    await sent.answer();
    await sent.finished();
    assert.match(await workspace.read(brew), /minutes\[tea\] \* 60\)/);
    await seeNoReview(host());
  });

  it('are not looked for where the compiler breaks down, and the next review has them again', async () => {
    const { chat, page, person, workspace } = host();
    const deep = `${'('.repeat(20_000)}\n`;
    const sent = await chat.send(
      'nest it deeply',
      once(tool('redline_write_file', { filePath: 'deep.js', content: deep })),
    );
    await chat.card();
    await person.approve();
    await sent.answer();
    await sent.finished();
    assert.equal(await workspace.read('deep.js'), deep);
    const next = await chat.send('propose what is no JavaScript again', once(broken));
    await waitFor('the warning', async () => (await chat.card()).includes('new syntax errors'));
    await seeCount(page.locator('.statusbar-item').filter({ hasText: 'Redline: 1' }), 1);
    await person.reject();
    await next.finished();
    await seeNoReview(host());
  });
});
