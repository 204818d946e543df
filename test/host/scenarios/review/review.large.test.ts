import assert from 'node:assert/strict';
import { commentByKeys } from '../commenting.ts';
import { once, seeNoReview } from '../tea.ts';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';

const big = 'big.txt';
const lines = 30_000;
const replacement = { filePath: big, oldString: 'foo', newString: 'bar', replaceAll: true };
const title = { filePath: 'README.md', oldString: '# Tea timer\n', newString: '# Tea timers\n' };

describe('a change that is too large for a diff editor', () => {
  const host = useHost();

  it('is a text of its own, where it is the only file, and is written as approved', async () => {
    const { chat, page, person, workspace } = host();
    await workspace.write(big, 'foo\n'.repeat(lines));
    const sent = await chat.send('replace all', once(tool('redline_edit_file', replacement)));
    await person.tab('big.txt ⚠ (Redline, as text)').waitFor();
    await page.locator('.view-line').filter({ hasText: 'too many changes for the diff editor' }).first().waitFor();
    await page.locator('.view-line').filter({ hasText: '-foo' }).first().waitFor();
    await person.look();
    await commentByKeys(host(), '-foo', 'Why is this gone?');
    await waitFor('the card', async () => (await chat.card()).includes('Your comments (1)'));
    await picture(host(), 'review-as-text');
    await person.approve();
    assert.match(await sent.answer(), /Line \d+ of the file before the change:\n +\d+ \| foo\n +> Why is this gone\?/);
    assert.equal(await workspace.read(big), 'bar\n'.repeat(lines));
    await seeNoReview(host());
  });

  it('takes comments on a file that it deletes, which has no other side', async () => {
    const { chat, person, workspace } = host();
    await workspace.write(big, `top\n${'foo\n'.repeat(lines)}`);
    const sent = await chat.send('delete it', once(tool('redline_delete', { path: big })));
    await person.tab('big.txt ⚠ (Redline, deleted, as text)').waitFor();
    // VS Code asks twice which lines may be commented on; a key in between gives it two boxes, neither with the focus.
    await person.look();
    await commentByKeys(host(), '-top', 'Keep this one.');
    await person.reject();
    assert.match(await sent.answer(), /Line 1 of the file before the change:\n +1 \| top\n +> Keep this one\./);
    assert.equal(await workspace.read(big), `top\n${'foo\n'.repeat(lines)}`);
    await seeNoReview(host());
  });

  it('is one of several files in their diff, and is left as it is where it is excluded', async () => {
    const { chat, page, person, workspace } = host();
    await workspace.write(big, 'foo\n'.repeat(lines));
    const edits = [replacement, title];
    const sent = await chat.send('replace all and more', once(tool('redline_multi_edit', { edits })));
    assert.match(await chat.card(), /big\.txt: too many changes for the diff editor/);
    await person.tab('big.txt and more ⚠ (Redline, as text)').waitFor();
    await page.locator('.monaco-diff-editor .view-line').filter({ hasText: '-foo' }).first().waitFor();
    await picture(host(), 'review-as-text-of-several');
    await page
      .locator('.modified .codelens-decoration a')
      .filter({ visible: true, hasText: 'Exclude This File' })
      .first()
      .click();
    // What is excluded is not written, so nobody is warned of it any more.
    await person.tab('README.md (Redline, 1 excluded) (1 file)').waitFor();
    await waitFor('the card', async () => (await chat.card()).includes('Excluded: big.txt'));
    assert.doesNotMatch(await chat.card(), /too many changes/);
    await person.approve();
    assert.match(
      await sent.answer(),
      /^Edited 1 of 2 files; 1 was excluded by the user[^]*The user excluded: big\.txt\./,
    );
    assert.equal(await workspace.read(big), 'foo\n'.repeat(lines));
    assert.match(await workspace.read('README.md'), /# Tea timers/);
    await seeNoReview(host());
  });
});
