import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { approveByKey, brew, brewGreenLonger, once, seeNoReview, statusItem, withLongerGreen } from '../tea.ts';

const several = tool('redline_multi_edit', {
  edits: [
    { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
    { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
    { filePath: 'README.md', oldString: '# Tea timer', newString: '# Tea clock' },
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
    await person.press('Mod+Alt+Shift+Enter');
    await waitFor('the diff in front', async () =>
      (await editors.tabs()).some(({ label, active }) => active && label.includes('(Redline')),
    );
    assert.deepEqual(sent.answers(), [], 'the first press only goes there');
    await picture(host(), 'keyboard-hc');
    await approveByKey(host(), sent);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await waitFor('the focus in the editor behind', async () => (await person.focus()) === 'editor');
  });

  const rows = (): Locator => host().page.locator('.sidebar .monaco-list-row');

  /** Goes to the view by the palette, and there to the first line. */
  async function goToView(): Promise<void> {
    const { person } = host();
    await waitFor('the focus in the view', async () => {
      await person.command('Redline: Focus on Waiting for Review View');
      // A view that is opened for the first time has its lines later than the focus, and then it is asked for once more.
      await rows().nth(3).waitFor();
      return (await person.focus()) === 'list';
    });
    await person.press('Home');
    await focused(0);
  }

  const focused = (index: number): Promise<void> => rows().nth(index).and(host().page.locator('.focused')).waitFor();

  /** Waits until a screen reader would read this of a line. */
  async function reads(index: number, label: RegExp): Promise<void> {
    await waitFor(`line ${index} to read ${label}`, async () =>
      label.test((await rows().nth(index).getAttribute('aria-label')) ?? ''),
    );
  }

  it('files are excluded and included again in the view, and the rest is approved', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const before = await workspace.hashes();
    const sent = await chat.send('propose three, and I take one by keys', once(several));
    await chat.card();
    const label = await statusItem(host()).locator('a').first().getAttribute('aria-label');
    assert.match(label ?? '', /1 change is waiting for your review, Edit 3 files/);
    await goToView();
    await reads(0, /^Edit 3 files, lines added: 3, removed: 3, waiting for your review$/);
    await reads(1, /^Edit src\/brew\.js, lines added: 1, removed: 1, included$/);
    await person.press('ArrowDown');
    await focused(1);
    await person.press('Space');
    await reads(1, /excluded$/);
    await person.press('Space');
    await reads(1, /included$/);
    // Two files at once, with a reason; this is VS Code's key for adding a line to the selection.
    for (const index of [2, 3]) {
      await person.press('ArrowDown');
      await focused(index);
      await person.press('Mod+Shift+Enter');
    }
    await person.press('Mod+Alt+Shift+Delete');
    await person.enter('not these');
    await reads(2, /main\.js.*excluded$/);
    await reads(3, /README\.md.*excluded$/);
    await reads(0, /lines added: 1, removed: 1, waiting for your review, 2 excluded$/);
    await picture(host(), 'keyboard-view-hc');
    assert.equal(await person.focus(), 'list', 'the focus stays in the view');
    await person.press('Home');
    await person.press('Enter');
    await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
    assert.deepEqual(sent.answers(), []);
    await approveByKey(host(), sent);
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /The user excluded: src\/main\.js, README\.md\. Their reason: not these/);
    assert.deepEqual({ ...(await workspace.hashes()), [brew]: '' }, { ...before, [brew]: '' });
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });

  it('a call is approved, rejected, and rejected with a reason from its line in the view', async () => {
    const { chat, editors, person, workspace } = host();
    const untouched = await workspace.hashes();
    const taken = await chat.send('propose three, and I approve by keys', once(several));
    await chat.card();
    await goToView();
    await person.press('ArrowDown');
    await focused(1);
    await person.look();
    await person.press('Mod+Alt+Shift+Enter');
    await waitFor('the focus in the diff', async () => (await person.focus()) === 'editor');
    assert.deepEqual(taken.answers(), [], 'on the line of one file this key only goes there');
    await goToView();
    await approveByKey(host(), taken);
    assert.match(await taken.answer(), /^Edited/);
    await taken.finished();
    assert.notDeepEqual(await workspace.hashes(), untouched);
    await host().reset();
    const before = await workspace.hashes();
    const first = await chat.send('propose three, and I reject by keys', once(several));
    await chat.card();
    await goToView();
    await person.press('Mod+Alt+Shift+Backspace');
    assert.match(await first.answer(), /^\[REJECTED\]/);
    await first.finished();
    const second = await chat.send('propose three again, and I say why not', once(several));
    await chat.card();
    await goToView();
    await person.press('Mod+Alt+Shift+Delete');
    await person.enter('keep it as it is');
    assert.match(await second.answer(), /^\[REJECTED\].*keep it as it is/s);
    await second.finished();
    assert.deepEqual(await workspace.hashes(), before);
    assert.deepEqual(
      (await editors.tabs()).filter(({ label }) => label.includes('(Redline')),
      [],
    );
    await seeNoReview(host());
  });
});
