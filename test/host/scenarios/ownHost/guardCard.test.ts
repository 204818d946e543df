import assert from 'node:assert/strict';
import { minViewingTimeMs } from '../../../../src/core/rules/approvalGate.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeReview } from '../tea.ts';

const confirmKey = { 'redline-tools.redline/redlineConfirm': true };

describe('the card in the chat', () => {
  const host = useHost();

  it('is not the model\u2019s to call: redline_confirm is none of its tools', async () => {
    const { chat, workspace } = host();
    const before = await workspace.hashes();
    const script = [
      calls(tool('redline_confirm', {}), tool('redline_note', { answer: 'approved' })),
      says('That is all.'),
    ];
    const sent = await chat.send('confirm it yourself', script);
    await waitFor('both answers', () => sent.answers().length === 2);
    for (const answer of sent.answers()) assert.match(answer, /does not exist|disabled|cannot be called|internal/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('is the model\u2019s own business no more when it comes in the same breath as a change', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const script = [
      calls(tool('redline_confirm', {}), brewGreenLonger, tool('redline_confirm', {})),
      says('That is all.'),
    ];
    const sent = await chat.send('change and confirm it yourself', script);
    await seeReview(host(), 'brew.js (Redline');
    assert.deepEqual(await workspace.hashes(), before);
    await person.reject();
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('is answered by no key that is held: the change then waits in the editor', async function () {
    const { chat, evaluate, page, person, workspace } = host();
    const before = await workspace.hashes();
    const original = await workspace.read(brew);
    const sent = await chat.send('change while the key is held', once(brewGreenLonger));
    const tooSoon = page.locator('.statusbar-item').filter({ hasText: 'answer in the editor' });
    let longest = 0;
    await waitFor('the press to be refused', async () => {
      const last = performance.now();
      // A key that is held repeats as fast as this.
      for (let repeat = 0; repeat < 10; repeat++) await person.press('Control+Enter');
      const isRefused = (await tooSoon.count()) > 0;
      // What the extension learns of a press it learns as late as this at most.
      await evaluate(() => null);
      longest = Math.max(longest, performance.now() - last);
      return isRefused || sent.answers().length > 0;
    });
    // On a machine that stalls, a press arrives as late as that of a person who has looked.
    if (longest > minViewingTimeMs / 2 && sent.answers().length > 0) {
      await sent.finished();
      await workspace.write(brew, original);
      this.skip();
    }
    await waitFor('the card to be gone', async () => (await chat.button('Allow Once').count()) === 0);
    assert.deepEqual(sent.answers(), []);
    assert.deepEqual(await workspace.hashes(), before);
    await person.approve();
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    await seeNoReview(host());
    await workspace.write(brew, original);
  });

  it('is not used where a workspace has set who answers cards', async () => {
    const { chat, evaluate, person, workspace } = host();
    for (const brought of [
      { 'chat.tools.eligibleForAutoApproval': confirmKey },
      { 'chat.permissions.default': 'autoApprove' },
    ]) {
      const before = await workspace.read(brew);
      await workspace.write('.vscode/settings.json', JSON.stringify(brought));
      const [name = ''] = Object.keys(brought);
      await waitFor('the editor to read them', () =>
        evaluate((vscode, key) => vscode.workspace.getConfiguration().inspect(key)?.workspaceValue !== undefined, name),
      );
      await chat.newSession();
      const sent = await chat.send(`change under ${name}`, once(brewGreenLonger));
      await seeReview(host(), 'brew.js (Redline');
      assert.equal(await chat.button('Allow Once').count(), 0);
      assert.equal(await chat.button('Allow in this Session').count(), 0);
      assert.equal(await workspace.read(brew), before);
      await person.reject();
      assert.match(await sent.answer(), /^\[REJECTED\]/);
      await sent.finished();
    }
  });
});

describe('with paths outside the workspace to be asked', () => {
  const host = useHost({ settings: { 'redline.externalPaths': 'ask' } });
  const outside = '../guard-asked.txt';

  it('reading asks in a notification that names the place; a no tells nothing, a yes is for that file', async () => {
    const { chat, person, workspace } = host();
    await workspace.write(outside, 'SECRET-4711\n');
    const read = calls(tool('redline_read_file', { filePath: outside }));
    const sent = await chat.send('read outside twice', [read, read, says('That is all.')]);
    await person.answerNotification('outside the workspace', "Don't Allow");
    await waitFor('the first answer', () => sent.answers().length === 1);
    await person.answerNotification('outside the workspace', 'Allow Once');
    await sent.finished();
    const [first = '', second = ''] = sent.answers();
    assert.match(first, /^\[REJECTED\]/);
    assert.doesNotMatch(first, /4711/);
    assert.match(second, /4711/);
  });

  it('each call asks one question, which covers a folder with all below it, for the session where that is said', async () => {
    const { chat, page, person, workspace } = host();
    const folder = '../guard-folder';
    for (const name of ['a.txt', 'b.txt', 'c/d.txt', 'c/e/f.txt'])
      await workspace.write(`${folder}/${name}`, 'needle\n');
    await workspace.write(`${folder}/.env`, 'TOKEN=SECRET-4711 needle\n');
    const list = calls(tool('redline_list_directory', { dirPath: folder, recursive: true }));
    const sent = await chat.send('look around outside', [
      list,
      list,
      calls(tool('redline_read_file', { filePath: '../guard-missing.txt' })),
      calls(tool('redline_search_text', { query: 'needle', path: folder })),
      calls(tool('redline_find_files', { pattern: '*.txt', path: folder })),
      calls(tool('redline_read_file', { filePath: `${folder}/c/d.txt` })),
      calls(tool('redline_path_info', { path: `${folder}/a.txt` })),
      calls(tool('redline_read_file', { filePath: `${folder}/.env` })),
      says('That is all.'),
    ]);
    const answered = (count: number) => waitFor(`answer ${count}`, () => sent.answers().length === count);
    await person.answerNotification('guard-folder and everything below it.', "Don't Allow");
    await answered(1);
    await person.answerNotification('An agent wants to list', 'Allow Once');
    await answered(2);
    await person.answerNotification('guard-missing.txt exists.', "Don't Allow");
    await answered(3);
    await page.locator('.notification-list-item').filter({ hasText: 'An agent wants to search' }).waitFor();
    await picture(host(), 'folder-outside');
    await person.answerNotification('An agent wants to search', 'Allow in This Session');
    await person.answerNotification('.env may contain secrets.', "Don't Allow");
    await sent.finished();
    const [first = '', second = '', third = '', search = '', find = '', read = '', info = '', secret = ''] =
      sent.answers();
    assert.match(first, /^\[REJECTED\]/);
    assert.match(second, /a\.txt {2}7 bytes[^]*c\/e\/f\.txt/);
    assert.match(third, /^\[REJECTED\]/);
    assert.match(search, /^4 matches for "needle" in 4 files[^]*1 file/);
    assert.match(find, /c\/e\/f\.txt/);
    assert.match(read, /needle/);
    assert.match(info, /SHA-256/i);
    assert.match(secret, /^\[REJECTED\]/);
    assert.doesNotMatch(sent.answers().join('\n'), /4711/);
  });
});
