import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeCount, seeNoReview, withLongerGreen } from '../tea.ts';

const patchText = `*** Begin Patch
*** Delete File: src/main.js
*** Add File: src/cold/iced.js
+export const iced = 6;
*** Update File: src/brew.js
@@
-  green: 2,
+  green: 3,
*** End Patch
`;
const patch = tool('redline_apply_patch', { patchText });

describe('the words in a diff', () => {
  const host = useHost();
  const words = (): Locator => host().page.locator('.modified .codelens-decoration a').filter({ visible: true });
  const word = (text: string): Locator => words().filter({ hasText: text });

  /** A word in the part of a diff of several files that shows one of them. The parts need not follow each other in the page. */
  const wordOf = (file: string, text: string): Locator =>
    host()
      .page.locator('.multiDiffEntry')
      .filter({ hasText: file })
      .filter({ visible: true })
      .locator('.codelens-decoration a', { hasText: text });

  /** Clicks on a word until it counts, and so goes. */
  async function approveBy(text: string): Promise<void> {
    await waitFor(`${text} to count`, async () => {
      await host().person.look();
      if ((await word(text).count()) === 0) return true;
      await word(text)
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return false;
    });
  }

  /** What stands above the changes, from top to bottom, without the icons. */
  async function shownWords(): Promise<string[]> {
    const texts = await words().allInnerTexts();
    return texts.map((text) => text.replace(/[^\x20-\x7e…]/g, '').trim());
  }

  it('approve one file, and stand in no other diff', async () => {
    const { chat, evaluate, page, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('stronger tea, approved by a word', once(brewGreenLonger));
    await chat.card();
    await person.tab('brew.js (Redline)').waitFor();
    await word('Approve').waitFor();
    assert.deepEqual(await shownWords(), ['Approve', 'Reject', 'Reject with Reason…']);
    // Right above the line that is new.
    const [above, line] = await Promise.all([
      word('Approve').boundingBox(),
      page.locator('.modified .view-line').filter({ hasText: 'green:' }).last().boundingBox(),
    ]);
    assert.ok(above !== null && line !== null && line.y > above.y && line.y - above.y < 40);
    await picture(host(), 'words-one');
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1000, height: 700 });
    await word('Approve').waitFor();
    await picture(host(), 'words-one-small');
    if (size !== null) await page.setViewportSize(size);
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeActiveEditor').then(() => null));
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();

    const again = await chat.send('stronger tea again', once(brewGreenLonger));
    await chat.card();
    await approveBy('Approve');
    await again.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    // In all other diffs the editor's own setting goes on holding.
    assert.equal(await evaluate((vscode) => vscode.workspace.getConfiguration('diffEditor').get('codeLens')), false);
  });

  it('exclude one of several files, or those that are picked, and approve the rest', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('patch, and I exclude in the diff', once(patch));
    await chat.card();
    await person.tab('main.js and more (Redline) (3 files)').waitFor();
    await word('Approve 3 Files').waitFor();
    // What is deleted has no line of its own.
    await seeCount(word('Exclude This File'), 2);
    await picture(host(), 'words-several');
    await wordOf('iced.js', 'Exclude This File').click();
    await person.tab('(Redline, 1 excluded)').waitFor();
    await word('Approve 2 Files').waitFor();
    assert.equal(await person.focus(), 'editor', 'the focus stays in the diff');
    await word('Exclude Files…').click();
    await person.quickInput.getByText('src/cold/iced.js').waitFor();
    const boxes = person.quickInput.locator('.monaco-list-row');
    assert.match((await boxes.allInnerTexts()).join('\n'), /src\/main\.js[^]*deleted/);
    await picture(host(), 'words-pick');
    const selected = (n: number): Promise<void> => person.quickInput.getByText(`${n} Selected`).waitFor();
    await boxes.filter({ hasText: 'src/cold/iced.js' }).click();
    await selected(3);
    await boxes.filter({ hasText: 'src/main.js' }).click();
    await selected(2);
    await person.quickInput.getByText('OK', { exact: true }).click();
    await person.tab('iced.js and more (Redline, 1 excluded) (2 files)').waitFor();
    await word('Approve 2 Files').waitFor();
    await approveBy('Approve 2 Files');
    assert.match(await sent.answer(), /excluded: .*src\/main\.js/);
    await sent.finished();
    assert.equal((await workspace.hashes())['src/main.js'], before['src/main.js']);
    assert.equal(await workspace.exists('src/cold/iced.js'), true);
    await seeNoReview(host());
  });

  it('count anew what is excluded in the view, where the first file is new', async () => {
    const { chat, evaluate, page } = host();
    const newFirst = tool('redline_apply_patch', {
      patchText: patchText.replace(/(\*\*\* Delete.*\n)([^]*?)(\*\*\* Up)/, '$2$1$3'),
    });
    const sent = await chat.send('a new file first, and I exclude in the view', once(newFirst));
    await chat.card();
    await word('Approve 3 Files').waitFor();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.pending.focus').then(() => null));
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
    await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
    await row.filter({ hasText: 'excluded' }).waitFor();
    await word('Approve 2 Files').waitFor();
    await seeCount(word('Exclude This File'), 2);
    await word('Reject').first().click();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    await seeNoReview(host());
  });
});

describe('the palette', () => {
  const host = useHost();

  /** What the palette lists for a text. */
  async function listed(text: string): Promise<string[]> {
    const { person } = host();
    await person.press('F1');
    await person.quickInput.locator('input').first().fill(`>${text}`);
    const rows = person.quickInput.locator('.monaco-list-row');
    await rows.first().waitFor();
    const labels = await waitFor('the commands', async () => {
      const texts = await rows.locator('.label-name').allInnerTexts();
      return texts.length > 0 && texts;
    });
    await person.press('Escape');
    return labels;
  }

  it('approves the review by "Redline: Approve", and offers "all" where two wait', async () => {
    const { chat, evaluate, person } = host();
    assert.deepEqual(
      (await listed('Redline')).filter((label) => /Approve|Path Info|Find Files|Search Text/.test(label)),
      [],
    );
    const sent = await chat.send('one to be approved', once(brewGreenLonger));
    await chat.card();
    // The editor puts what was used lately first.
    assert.equal((await listed('Redline: Approve')).slice(0, 2).includes('Redline: Approve'), true);
    assert.doesNotMatch((await listed('All Waiting Changes')).join('\n'), /All Waiting Changes: Approve/);
    await evaluate((vscode) => {
      void vscode.extensions
        .getExtension('redline-tools.redline')
        ?.exports.call('redline_write_file', { filePath: 'two.txt', content: 'two\n' });
      return Promise.resolve(null);
    });
    await waitFor('"all"', async () =>
      (await listed('All Waiting Changes')).includes('All Waiting Changes: Approve (Redline)'),
    );
    assert.deepEqual((await listed('Redline: Approve')).slice(0, 2).toSorted(), [
      'Redline: Approve',
      'Redline: Approve and Remember…',
    ]);
    await person.command('All Waiting Changes: Reject (Redline)');
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    await seeNoReview(host());
  });
});
