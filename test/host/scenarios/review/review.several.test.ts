import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Host } from '../../driver/host.ts';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, once, seeNoReview, withLongerGreen } from '../tea.ts';

const patchText = `*** Begin Patch
*** Add File: src/cold/iced.js
+export const iced = 6;
*** Update File: src/brew.js
@@
-  green: 2,
+  green: 3,
*** Delete File: src/main.js
*** Update File: README.md
*** Move to: docs/README.md
@@
-# Tea timer
+# Tea clock
*** End Patch
`;
const patch = tool('redline_apply_patch', { patchText });

describe('a call over several files', () => {
  const host = useHost();

  it('shows ✓ and ✗ first, what each file becomes, and is applied as a whole', async () => {
    const { chat, page, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('apply a patch over four files', once(patch));
    const card = await chat.card();
    await person.titleAction('Approve').waitFor();
    const icons = await page
      .locator('.editor-actions a.action-label')
      .filter({ visible: true })
      .evaluateAll((labels) => labels.map((label) => label.getAttribute('aria-label') ?? ''));
    assert.match(icons[0] ?? '', /^Approve/);
    assert.match(icons[1] ?? '', /^Reject/);
    // The two new folders go without saying.
    // A header is there before it has its text.
    await waitFor('the headers of the files', async () => (await headers(host())).filter(Boolean).length === 4);
    const shown = (await headers(host())).join('\n');
    assert.match(shown, /iced\.js.*A/);
    assert.match(shown, /main\.js.*D/);
    assert.match(shown, /README\.md.*R/);
    assert.doesNotMatch(shown, /brew\.js.*R/);
    for (const words of ['Create src/cold/iced.js', 'Delete src/main.js', 'Move README.md to docs/README.md']) {
      assert.ok(card.includes(words), card);
    }
    await picture(host(), 'several');
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    assert.equal(await workspace.read('src/cold/iced.js'), 'export const iced = 6;\n');
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    assert.equal(await workspace.exists('src/main.js'), false);
    assert.match(await workspace.read('docs/README.md'), /^# Tea clock/);
    assert.equal(await workspace.exists('README.md'), false);
    assert.doesNotMatch(answer, /excluded|amended/);
    await seeNoReview(host());
  });

  it('is approved in part: what is excluded stays as it is, and the model is told', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const original = await workspace.read(brew);
    const sent = await chat.send('apply a patch, and I take half of it', once(patch));
    await chat.card();
    await person.command('Redline: Focus on Waiting for Review View');
    const row = (text: string): Locator => page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
    for (const file of ['main.js', 'iced.js']) {
      await row(file).locator('.monaco-checkbox, .custom-checkbox').first().click();
      await row(file).filter({ hasText: 'excluded' }).waitFor();
    }
    await picture(host(), 'left-out');
    await chat.allow();
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /The user excluded: .*src\/cold\/iced\.js.*/);
    assert.match(answer, /excluded: .*src\/main\.js/);
    const after = await workspace.hashes();
    assert.equal(after['src/main.js'], before['src/main.js']);
    assert.equal(await workspace.exists('src/cold'), false);
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    assert.equal(await workspace.exists('docs/README.md'), true);
    await seeNoReview(host());
  });

  it('that deletes a folder with a binary file is shown as such, and keeps the folder with what is excluded', async () => {
    const { chat, page, person, workspace } = host();
    await workspace.write(
      'old/logo.bin',
      Uint8Array.from({ length: 64 }, (_each, index) => index * 4),
    );
    await workspace.write('old/notes.txt', 'old notes\n');
    const sent = await chat.send(
      'delete the old folder',
      once(tool('redline_delete', { path: 'old', recursive: true })),
    );
    await chat.card();
    await waitFor('the headers of the files', async () => (await headers(host())).length === 3);
    await page.getByText('Binary file, 64 bytes').first().waitFor();
    await person.command('Redline: Focus on Waiting for Review View');
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'logo.bin' });
    await row.hover();
    await row.locator('a.action-label[aria-label^="Exclude"]').click();
    await page.locator('.sidebar .monaco-list-row').filter({ hasText: 'excluded' }).first().waitFor();
    await picture(host(), 'deletion');
    await person.approve();
    const answer = await sent.answer();
    await sent.finished();
    assert.equal(await workspace.exists('old/logo.bin'), true);
    assert.equal(await workspace.exists('old/notes.txt'), false);
    assert.match(answer, /excluded: .*old\/logo\.bin/);
    await seeNoReview(host());
  });
});

describe('what a proposal hides', () => {
  const host = useHost();

  it('in a text is named on the card, in the view and on the tab', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const content = 'const isAdmin = false;\u202e // check\u2066\n';
    const write = tool('redline_write_file', { filePath: 'src/check.js', content });
    const sent = await chat.send('write something that hides', once(write));
    const card = await chat.card();
    assert.match(card, /U\+202E/);
    assert.doesNotMatch(card, /[\u202a-\u202e\u2066-\u2069]/);
    await person.tab('⚠ (Redline').waitFor();
    await person.command('Redline: Focus on Waiting for Review View');
    await page.locator('.sidebar .monaco-list-row .codicon-warning').first().waitFor();
    await picture(host(), 'hidden');
    await chat.skip();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('in a name is spelled out, and asked in the editor alone', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const write = tool('redline_write_file', { filePath: 'src/hid\u200bden.js', content: 'export {};\n' });
    const sent = await chat.send('write to a name that hides', once(write));
    await person.tab('hid⟨U+200B⟩den.js ⚠ (Redline, protected, new)').waitFor();
    assert.equal(await chat.button('Allow Once').count(), 0);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });
});

/** What the diff of several files names each file by, with the letter that says what becomes of it. */
async function headers({ page }: Host): Promise<string[]> {
  const texts = await page
    .locator('.multiDiffEntry .header')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim()));
  // The mark that every document under review has behind its name.
  return texts.map((text) => text.replaceAll(' (Redline)', ''));
}
