import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { paint, themes, type Theme } from '../../../../scripts/pictures/stage.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, withLongerGreen } from '../tea.ts';

describe('what the agent in the chat changed at once', () => {
  const host = useHost({ isOwnWindow: true, settings: { 'redline.review.when': 'after' } });
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
  const command = (id: string): Promise<null> =>
    host().evaluate((vscode, id) => vscode.commands.executeCommand(id).then(() => null), id);

  /** Has the agent edit the file, which is then listed. */
  async function edit(query: string): Promise<string> {
    const { chat, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send(query, [calls(brewGreenLonger), says('Done.')]);
    assert.match(JSON.stringify(await sent.answer(0)), /The user reviews it later/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await command('redline.toReview.show');
    await row('brew.js').first().waitFor();
    return original;
  }

  async function openPeek(): Promise<void> {
    const { evaluate, page } = host();
    // The editor would show the diff of the file again.
    await command('workbench.action.closeAllEditors');
    await evaluate((vscode) =>
      vscode.commands
        .executeCommand(
          'vscode.open',
          vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'), 'src/brew.js'),
        )
        .then(() => null),
    );
    await page.locator('.dirty-diff-modified, .dirty-diff-glyph').first().waitFor();
    await command('editor.action.dirtydiff.next');
    await peekAction('Revert This Change').waitFor();
  }

  const peekAction = (label: string): Locator =>
    host().page.locator(`.zone-widget a.action-label[aria-label*="${label}"]`).first();

  it('is listed, marked in the gutter, and reverted from its peek; the next answer says so', async () => {
    const { chat, page, workspace } = host();
    const original = await edit('brew green tea longer');
    // As a screen reader reads it: name, what became of it, who did it.
    const label = (await row('brew.js').first().getAttribute('aria-label')) ?? '';
    assert.match(label, /brew\.js/);
    assert.match(label, /modified/);
    const badge = page.locator('.activitybar .action-item').filter({ hasText: '1' });
    assert.match((await badge.locator('a').first().getAttribute('aria-label')) ?? '', /Source Control.*1/);
    for (const theme of Object.keys(themes) as Theme[]) {
      await paint(host(), theme);
      await picture(host(), `to-review-${theme}`);
    }
    await row('brew.js').first().click();
    await page.locator('.part.editor .diff-editor, .part.editor .monaco-diff-editor').first().waitFor();
    await picture(host(), 'to-review-diff');
    await openPeek();
    for (const theme of Object.keys(themes) as Theme[]) {
      await paint(host(), theme);
      await picture(host(), `to-review-peek-${theme}`);
    }
    await paint(host(), 'light');
    await peekAction('Keep This Change').waitFor();
    await peekAction('Revert This Change').click();
    await waitFor('the file as it was', async () => (await workspace.read(brew)) === original);
    await row('brew.js').first().waitFor({ state: 'detached' });
    const read = calls(tool('redline_read_file', { filePath: brew }));
    const sent = await chat.send('read it again', [read, says('Read.')]);
    const answer = JSON.stringify(await sent.answer(0));
    assert.match(answer, /They took these back/);
    assert.match(answer, /src\/brew\.js/);
    await sent.finished();
  });

  it('is kept and reverted by keys alone', async () => {
    const { page, person, workspace } = host();
    const original = await edit('brew green tea longer once more');
    await command('workbench.view.scm');
    await row('brew.js').first().click();
    await page.locator('.part.editor .monaco-diff-editor').first().waitFor();
    await command('workbench.action.focusActiveEditorGroup');
    await person.command('Redline: Revert');
    await waitFor('the file as it was', async () => (await workspace.read(brew)) === original);
    await row('brew.js').first().waitFor({ state: 'detached' });
  });
});
