import assert from 'node:assert/strict';
import type { Host } from '../../driver/host.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeNoTabs, sha256, withLongerGreen } from '../tea.ts';

/** What saving may do to a text elsewhere must not happen to a proposal, whenever the editor saves. */
const settings = {
  'files.trimTrailingWhitespace': true,
  'files.insertFinalNewline': true,
  'files.trimFinalNewlines': true,
  'editor.formatOnSave': true,
};

/** Waits until what was typed is in the proposal, and the proposal saved: closing it a moment earlier may still ask. */
async function seeKept({ evaluate }: Host, typed: string): Promise<void> {
  await waitFor('the amended text to be kept', () =>
    evaluate(
      (vscode, text) =>
        // During fast typing the tab is dirty before its document is.
        vscode.window.tabGroups.all.every(({ tabs }) => tabs.every(({ isDirty }) => !isDirty)) &&
        vscode.workspace.textDocuments.some(
          (document) =>
            document.uri.scheme === 'redline-proposal' && document.getText().includes(text) && !document.isDirty,
        ),
      typed,
    ),
  );
}

for (const autoSave of ['off', 'afterDelay', 'onFocusChange']) {
  describe(`an amended proposal, with files.autoSave ${autoSave}`, () => {
    const host = useHost({ settings: { ...settings, 'files.autoSave': autoSave, 'files.autoSaveDelay': 200 } });

    it('is closed without a question, can be reopened as it was, and is rejected by name', async () => {
      const { chat, page, person, workspace } = host();
      const before = await workspace.hashes();
      const sent = await chat.send(`amend and close (${autoSave})`, once(brewGreenLonger));
      await chat.card();
      await person.typeAfter('green: 3', '.25  ');
      await seeKept(host(), 'green: 3.25  ,');
      await person.closeTab('brew.js (Redline)');
      await person.answerNotification('which you had amended', 'Reopen');
      await person.tab('brew.js (Redline)').waitFor();
      await seeKept(host(), 'green: 3.25  ,');
      assert.deepEqual(sent.answers(), []);
      await waitFor('the card', async () => (await chat.card()).includes('green: 3.25  ,'));
      if (autoSave === 'off') await picture(host(), 'reopened');
      await person.closeTab('brew.js (Redline)');
      await person.answerNotification('which you had amended', 'Reject');
      assert.match(await sent.answer(), /^\[REJECTED\]/);
      await sent.finished();
      assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
      assert.deepEqual(await workspace.hashes(), before);
      await seeNoReview(host());
      await seeNoTabs(host());
    });

    it('is applied byte for byte as it stands on screen', async () => {
      const { chat, person, workspace } = host();
      const original = await workspace.read(brew);
      const sent = await chat.send(`amend with spaces at the end (${autoSave})`, once(brewGreenLonger));
      await chat.card();
      await person.typeAfter('green: 3,', ' // strong   ');
      await seeKept(host(), 'green: 3, // strong   ');
      if (autoSave === 'onFocusChange') await person.tab('brew.js (Redline)').click();
      await person.approve();
      const answer = await sent.answer();
      await sent.finished();
      const wanted = withLongerGreen(original).replace('green: 3,', 'green: 3, // strong   ');
      assert.equal(await workspace.read(brew), wanted);
      assert.match(answer, /amended/);
      assert.ok(answer.includes(sha256(wanted)), answer);
      await seeNoReview(host());
    });
  });
}

describe('a proposal put back to what it was', () => {
  const host = useHost();

  it('is excluded, and the model is told; the other file is written', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('revert one of two', [
      calls(
        tool('redline_multi_edit', {
          edits: [
            { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' },
            { filePath: 'src/main.js', oldString: 'seconds', newString: 'moments' },
          ],
        }),
      ),
      says('I see.'),
    ]);
    await chat.card();
    // The revert arrow of the file's only hunk. Rows of an earlier diff stay in the page, hidden.
    const diff = host().page.locator('.multiDiffEntry').filter({ hasText: 'brew.js' }).filter({ visible: true });
    const arrow = diff.locator('.gutter .actions-container a.action-label').first();
    await arrow.click();
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /The user excluded: src\/brew\.js\./);
    assert.equal(await workspace.read(brew), original);
    assert.ok((await workspace.read('src/main.js')).includes('moments'));
    await seeNoReview(host());
  });

  it('as a whole is a rejection', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('revert the only one', once(brewGreenLonger));
    await chat.card();
    await person.typeAfter('green: 3', '');
    await person.press('Backspace');
    await host().page.keyboard.type('2');
    await person.approve();
    assert.match(await sent.answer(), /^\[REJECTED\].*excluded/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});
