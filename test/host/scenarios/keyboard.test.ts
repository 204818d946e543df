import assert from 'node:assert/strict';
import { tool } from '../driver/model-script.ts';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, statusItem, withLongerGreen } from './tea.ts';

const several = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
  ],
});

describe('by keys alone, in high contrast', () => {
  const host = useHost({ settings: { 'workbench.colorTheme': 'Default High Contrast' } });

  it('a change is gone to, and approved', async () => {
    const { chat, editors, person, workspace } = host();
    const original = await workspace.read(brew);
    await editors.open('README.md');
    const sent = await chat.send('propose, and I use keys', once(brewGreenLonger));
    await chat.card();
    // From the chat with the keyboard to the editor, and from there to the waiting change.
    await person.press('Mod+1');
    await waitFor('the focus in the editor', async () => (await person.focus()) === 'editor');
    await editors.open('README.md');
    await person.press('Mod+Alt+Enter');
    await waitFor('the diff in front', async () =>
      (await editors.tabs()).some(({ label, active }) => active && label.startsWith('Redline: Edit')),
    );
    assert.deepEqual(sent.answers(), [], 'the first press only goes there');
    await picture(host(), 'keyboard-hc');
    await waitFor('the answer', async () => {
      if (sent.answers().length === 0) await person.press('Mod+Alt+Enter');
      return sent.answers().length === 1;
    });
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });

  it('a change is gone to from the view, and rejected', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('propose two, and I use keys', once(several));
    await chat.card();
    const label = await statusItem(host()).locator('a').first().getAttribute('aria-label');
    assert.match(label ?? '', /1 change waits for your review, Edit 2 files/);
    await person.command('Redline: Focus on Waiting for Review View');
    const rows = page.locator('.sidebar .monaco-list-row');
    await rows.nth(2).waitFor();
    // A view that is opened for the first time has its rows later than the focus; then it is asked for once more.
    if ((await person.focus()) !== 'list') await person.command('Redline: Focus on Waiting for Review View');
    await waitFor('the focus in the list', async () => (await person.focus()) === 'list');
    assert.match((await rows.nth(0).getAttribute('aria-label')) ?? '', /Edit 2 files, 2 lines added, 2 lines removed/);
    await person.press('Home');
    await person.press('Enter');
    await waitFor('the diff to have the focus', async () => (await person.focus()) === 'editor');
    await person.press('Mod+Alt+Backspace');
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
