import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { once, seeNoReview } from '../tea.ts';

const names = Array.from({ length: 40 }, (_, index) => `many/file${String(index + 1).padStart(2, '0')}.txt`);
const unwanted = names.slice(13, 26);
const why = 'these belong to another team';

describe('a call over forty files of which a third is excluded', () => {
  const host = useHost();

  it('writes the others, tells the model which and why, and is taken back as one', async () => {
    const { chat, evaluate, page, person, workspace } = host();
    for (const name of names) await workspace.write(name, 'old\nsecond\n');
    const edits = names.map((filePath) => ({ filePath, oldString: 'old', newString: `new ${filePath}` }));
    const sent = await chat.send('rename in forty files', once(tool('redline_multi_edit', { edits })));
    assert.match(await chat.card(), /40 changes, \+40 −40 lines/);
    // Beside it, the list is too low for all files.
    await evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await person.command('Redline: Focus on Waiting for Review View');
    const row = (name: string): Locator =>
      page.locator('.sidebar .monaco-list-row').filter({ hasText: path.basename(name) });
    await row(unwanted[0] ?? '').click();
    await waitFor('the last of them to be scrolled into view', async () => {
      await page.mouse.wheel(0, 100);
      return row(unwanted.at(-1) ?? '').count();
    });
    await row(unwanted.at(-1) ?? '').click({ modifiers: ['Shift'] });
    await row(unwanted.at(-1) ?? '').click({ button: 'right' });
    await person.choose('Exclude with Reason…');
    await person.enter(why);
    await row('file20.txt').hover();
    await waitFor('the first row to be scrolled into view', async () => {
      await page.mouse.wheel(0, -100);
      return row('Edit 27 of 40 files').count();
    });
    await row('Edit 27 of 40 files').filter({ hasText: '13 excluded · +27 −27' }).waitFor();
    await picture(host(), 'forty');
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();

    assert.ok(answer.includes(`The user excluded 13 files: ${unwanted.join(', ')}. Their reason: ${why}`), answer);
    for (const name of names) {
      const text = unwanted.includes(name) ? 'old\nsecond\n' : `new ${name}\nsecond\n`;
      assert.equal(await workspace.read(name), text, name);
    }
    await seeNoReview(host());

    await person.command('Redline: History');
    const call = row('Edit 27 of 40 files');
    await call.hover();
    await call.locator('a.action-label[aria-label^="Undo"]').click();
    await call.filter({ hasText: 'undone' }).waitFor();
    for (const name of names) assert.equal(await workspace.read(name), 'old\nsecond\n', name);
    await waitFor('the way back', () => call.locator('a.action-label[aria-label^="Redo"]').count());
  });
});
