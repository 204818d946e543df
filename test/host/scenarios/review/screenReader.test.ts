import assert from 'node:assert/strict';
import { minViewingTimeMs } from '../../../../src/core/rules/approvalGate.ts';
import type { Host } from '../../driver/host.ts';
import { tool, type ToolCall } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { approveByKey, approveKey, brew, brewGreenLonger, once, seeCount, seeNoReview, setSetting } from '../tea.ts';

const twoFiles: ToolCall = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: brew, oldString: 'minutes[tea] * 60', newString: 'minutes[tea] * 61' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

describe('with a screen reader', () => {
  const host = useHost({ settings: { 'editor.accessibilitySupport': 'on' }, isOwnWindow: true });
  beforeEach(() => listen(host()));

  it('the key for the part at the cursor works in a diff of several files, and what it did is read aloud', async () => {
    const { chat, page, person, workspace } = host();
    const sent = await chat.send('propose in two files, and I exclude a part', once(twoFiles));
    await chat.card();
    await person.tab('brew.js and more (Redline)').waitFor();
    await person.press(approveKey);
    await page.locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
    await person.press('Mod+Home');
    for (let line = 1; line < 9; line++) await person.press('ArrowDown');
    await waitFor('the part to be excluded', async () => {
      await person.press('Mod+Alt+Shift+J');
      return /This part is excluded\./.test(await told(host()));
    });
    await approveByKey(host(), sent);
    assert.match(await sent.answer(), /The user excluded these parts of your proposal/);
    await sent.finished();
    assert.match(await workspace.read(brew), /green: 3,[^]*minutes\[tea\] \* 60;/);
    await seeNoReview(host());
  });

  it('a change is approved in the accessible diff viewer', async () => {
    const { chat, page, person } = host();
    const sent = await chat.send('propose, and I read the differences', once(brewGreenLonger));
    await chat.card();
    await person.press(approveKey);
    await page.locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
    await person.press('F7');
    await page.locator('.diff-review-row:focus').waitFor();
    await approveByKey(host(), sent);
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    await seeNoReview(host());
  });

  it('a change that has no card in the chat is told of', async () => {
    const { evaluate, workspace } = host();
    await evaluate((vscode, root) => {
      const input = { filePath: `${root}/docs/teas.md`, content: '# Teas\n' };
      void vscode.lm.invokeTool('redline_write_file', { input, toolInvocationToken: undefined });
      return null;
    }, workspace.root);
    await waitFor('the change to be told of', async () =>
      /1 change is waiting for your review, Create docs\/teas\.md/.test(await told(host())),
    );
    await evaluate((vscode) => vscode.commands.executeCommand('redline.rejectAll').then(() => null));
    await seeNoReview(host());
  });

  it('a key in the list of To Review reverts no other file than the focused one', async () => {
    const { chat, editors, page, person, workspace } = host();
    await setSetting(host(), 'redline.review.when', 'after');
    const sent = await chat.send('write two files', once(twoFiles));
    await sent.finished();
    await setSetting(host(), 'redline.review.when', 'before');
    const row = (name: string) => page.locator('.scm-view .monaco-list-row').filter({ hasText: name });
    const isRow = async (name: string, state: string) =>
      (await row(name)
        .and(page.locator(`.${state}`))
        .count()) > 0;
    await person.command('Redline: Show What Is To Review');
    await waitFor('the diff', async () => {
      // A click is lost where the list is drawn anew in the middle of it; a second one that is not would be a double click.
      if (!(await isRow('main.js', 'selected'))) await row('main.js').click();
      return (await editors.tabs()).some(({ label }) => label.startsWith('src/main.js ('));
    });
    // The diff is in the editor only when it can have the focus: until then, it would take that from the list.
    await waitFor('the focus in the diff', async () => {
      await person.press('Mod+1');
      return (await person.focus()) === 'editor';
    });
    await person.command('Source Control: Focus on Changes View');
    await waitFor('the focus in the list', async () => (await person.focus()) === 'list');
    await waitFor('the focus on the other row', async () => {
      const isThere = await isRow('brew.js', 'focused');
      if (!isThere) await person.press((await isRow('main.js', 'focused')) ? 'ArrowUp' : 'ArrowDown');
      return isThere && (await person.focus()) === 'list';
    });
    const before = await workspace.hashes();
    await person.press('Mod+Alt+Shift+Backspace');
    await person.look();
    assert.deepEqual(await workspace.hashes(), before);
    await person.press('Mod+1');
    await person.press('Mod+Alt+Shift+Backspace');
    await waitFor(
      'main.js to be reverted',
      async () => (await workspace.hashes())['src/main.js'] !== before['src/main.js'],
    );
    assert.equal((await workspace.hashes())[brew], before[brew]);
  });

  it('a key that is held after it has reverted a file is told of once, and no notification is left of it', async () => {
    const { chat, editors, evaluate, page, person, workspace } = host();
    await setSetting(host(), 'redline.review.when', 'after');
    const original = await workspace.read(brew);
    const sent = await chat.send('write at once, and I hold', once(brewGreenLonger));
    await sent.finished();
    await setSetting(host(), 'redline.review.when', 'before');
    const row = page.locator('.scm-view .monaco-list-row').filter({ hasText: 'brew.js' }).first();
    await person.command('Redline: Show What Is To Review');
    await waitFor('the diff to review', async () => {
      await row.click();
      return (await editors.tabs()).some(({ active, label }) => active && label.startsWith('src/brew.js ('));
    });
    await person.press('Mod+1');
    await person.look();
    await listen(host());
    for (const held of ['ControlOrMeta', 'Alt', 'Shift']) await page.keyboard.down(held);
    let longestMs = 0;
    const repeat = async (): Promise<void> => {
      const startMs = performance.now();
      await page.keyboard.down('Backspace');
      // What the extension learns of a press, it learns as late as this at most.
      await evaluate(() => null);
      longestMs = Math.max(longestMs, performance.now() - startMs);
    };
    await waitFor('the revert to be told of', async () => {
      await repeat();
      return /reverted src\/brew\.js/.test(await told(host()));
    });
    for (let press = 0; press < 30; press++) await repeat();
    for (const held of ['Backspace', 'Shift', 'Alt', 'ControlOrMeta']) await page.keyboard.up(held);
    assert.equal(await workspace.read(brew), original);
    // On a machine that stalls, the presses arrive as late as those of a key that is pressed again.
    if (longestMs < minViewingTimeMs / 2)
      assert.ok((await told(host())).split('only just opened').length <= 2, await told(host()));
    // Others may be left, such as one of the reset.
    const left = page.locator('.notification-list-item').filter({ hasText: 'Redline: ' });
    await seeCount(left, 0);
    await person.command('Notifications: Show Notifications');
    await page.locator('.notifications-center.visible').waitFor();
    await seeCount(left, 0);
    await person.press('Escape');
  });

  for (const key of ['Enter', 'Backspace'])
    it(`${key}, held after it has answered a call, does nothing to the change to review behind`, async () => {
      const { chat, editors, page, person, workspace } = host();
      await setSetting(host(), 'redline.review.when', 'after');
      const listed = await chat.send(`write at once, then ${key}`, once(brewGreenLonger));
      await listed.finished();
      await setSetting(host(), 'redline.review.when', 'before');
      const written = await workspace.read(brew);
      const row = page.locator('.scm-view .monaco-list-row').filter({ hasText: 'brew.js' }).first();
      await person.command('Redline: Show What Is To Review');
      const isInFront = async () =>
        (await editors.tabs()).some(({ active, label }) => active && label.startsWith('src/brew.js ('));
      await waitFor('the diff to review', async () => {
        if (!(await isInFront())) await row.click();
        return isInFront();
      });
      const sent = await chat.send(`propose, and I hold ${key}`, once(tool('redline_write_file', notes)));
      await chat.card();
      await person.tab('notes.md (Redline').waitFor();
      await person.press('Mod+1');
      await person.look();
      for (const modifier of ['ControlOrMeta', 'Alt', 'Shift']) await page.keyboard.down(modifier);
      await waitFor('the answer', async () => {
        await page.keyboard.down(key);
        return sent.answers().length === 1;
      });
      // As long as a person may take to notice; a press that comes too late by itself would count.
      for (let press = 0; press < 60; press++) {
        await page.keyboard.down(key);
        await page.waitForTimeout(30);
      }
      for (const held of [key, 'Shift', 'Alt', 'ControlOrMeta']) await page.keyboard.up(held);
      await sent.finished();
      await waitFor('the diff to review in front again', isInFront);
      assert.equal(await workspace.read(brew), written);
      await person.command('Redline: Show What Is To Review');
      await row.waitFor();
    });
});

const notes = { filePath: 'notes.md', content: '# Notes\n' };

interface Told {
  told?: string[];
}

/** Collects what is read aloud from now on, since each text replaces the last one. */
const listen = ({ page }: Host): Promise<void> =>
  page.evaluate(() => {
    const told: string[] = [];
    (globalThis as Told).told = told;
    const note = (): void => {
      for (const { textContent } of document.querySelectorAll('.monaco-aria-container > .monaco-alert'))
        if (textContent !== '' && textContent !== told.at(-1)) told.push(textContent);
    };
    for (const region of document.querySelectorAll('.monaco-aria-container'))
      new MutationObserver(note).observe(region, { childList: true, subtree: true });
  });

async function told({ page }: Host): Promise<string> {
  return (await page.evaluate(() => (globalThis as Told).told ?? [])).join('\n');
}
