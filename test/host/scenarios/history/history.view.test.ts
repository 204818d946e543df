import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Host } from '../../driver/host.ts';
import { calls, says, tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { keptForRestart } from '../../driver/kept.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger } from '../tea.ts';

const create: ToolCall = tool('redline_write_file', { filePath: 'docs/teas.md', content: '# Teas\n' });
const remove: ToolCall = tool('redline_delete', { path: 'src/main.js' });

/** Lets an agent make these calls for one message, and approves each on its card. */
async function agentDoes({ chat }: Host, query: string, ...all: readonly ToolCall[]): Promise<void> {
  const sent = await chat.send(query, [...all.map((each) => calls(each)), says('Done.')]);
  for (const [index] of all.entries()) {
    await chat.card();
    await chat.allow();
    await sent.answer(index);
  }
  await sent.finished();
}

describe('the history view', () => {
  const host = useHost();
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  async function clickOn(text: string, action: string): Promise<void> {
    await row(text).first().hover();
    await row(text).first().locator(`a.action-label[aria-label^="${action}"]`).click();
  }

  /** The lines of the view with their levels: "2 Edit src/brew.js". */
  async function levels(): Promise<string[]> {
    const lines = host().page.locator(
      '.sidebar [aria-label="History"] .monaco-list-row, .sidebar .monaco-list[aria-label^="History"] .monaco-list-row',
    );
    return lines.evaluateAll((all) =>
      all.map((each) => `${each.getAttribute('aria-level')} ${each.querySelector('.label-name')?.textContent ?? ''}`),
    );
  }

  const command = (id: string, how?: object): Promise<null> =>
    host().evaluate((vscode, [id, how]) => vscode.commands.executeCommand(id, how ?? undefined).then(() => null), [
      id,
      how ?? null,
    ] as const);

  /** Clears the history. @param last is done right before it is agreed to */
  async function clear(last?: () => Promise<unknown>): Promise<void> {
    const { page, person } = host();
    // What others left is seen, and kept: what is still to be reviewed would stay listed.
    await command('redline.toReview.show');
    await command('redline.toReview.keepAll');
    await command('redline.history.focus');
    // Not by the palette: the view gets its focus after the command above has ended, which would close it.
    const cleared = command('redline.history.clear');
    await page.locator('.monaco-dialog-box').waitFor();
    await last?.();
    await person.answerDialog('Clear History');
    await cleared;
    await page.locator('.sidebar').getByText('No agent has changed anything here yet.').waitFor();
  }

  /** Clears what other scenarios of the same window have left, and the call of an agent. */
  async function clearAll(): Promise<void> {
    const { workspace } = host();
    const note = tool('redline_write_file', { filePath: 'note.md', content: '\n' });
    await agentDoes(host(), 'a note to be forgotten', note);
    await clear(async () => {
      // By Redline, and too late for Watch to look: it is none of the changes from outside, which would stay listed.
      await command('redline.undoLastChange', { ask: false });
      await waitFor('the note to be gone', async () => !(await workspace.exists('note.md')));
    });
  }

  it('has the turns of the agent after a reload, and takes calls back and applies them again', async () => {
    const { chat, page, person, ready, workspace } = host();
    await clearAll();
    const [original, main] = [await workspace.read(brew), await workspace.read('src/main.js')];
    await agentDoes(host(), 'stronger tea for the history', brewGreenLonger);
    await chat.newSession();
    await agentDoes(host(), 'a list and a deletion for the history', create, remove);
    await person.command('Redline: History');
    await row('Create docs/teas.md').click();
    const restored = page.locator('.part.editor .view-line').filter({ hasText: 'Teas' });
    await restored.waitFor();
    await keptForRestart(page, 'redline-history');
    await page.reload();
    await ready();
    await restored.waitFor();
    await person.command('Redline: History');
    // One day, in it a turn of two calls, which names the files, and one of one call, which is a line of its own.
    await row('Today').filter({ hasText: '3 changes' }).waitFor();
    await row('main.js, teas.md')
      .filter({ hasText: /\+1 −4 · 2 changes/ })
      .waitFor();
    await row('Edit src/brew.js').filter({ hasText: '+1 −1' }).waitFor();
    assert.deepEqual(await levels(), [
      '1 Today',
      '2 main.js, teas.md',
      '3 Delete src/main.js',
      '3 Create docs/teas.md',
      '2 Edit src/brew.js',
    ]);
    await row('Delete src/main.js').click();
    await person.tab('src/main.js (deleted)').waitFor();
    await row('Edit src/brew.js').click();
    await person.tab('src/brew.js (before ↔ after)').waitFor();
    await picture(host(), 'history');

    // In any order: the oldest first, then the newest, then the oldest again.
    await clickOn('Edit src/brew.js', 'Undo');
    await row('Edit src/brew.js').filter({ hasText: 'undone' }).waitFor();
    // What is undone has not the icon of the button that undoes.
    await row('Edit src/brew.js').locator('.codicon-circle-slash').waitFor();
    assert.equal(await workspace.read(brew), original);
    await clickOn('Delete src/main.js', 'Undo');
    await row('Delete src/main.js').filter({ hasText: 'undone' }).waitFor();
    await row('main.js, teas.md').filter({ hasText: 'partly undone' }).waitFor();
    await picture(host(), 'history-undone');
    assert.equal(await workspace.read('src/main.js'), main);
    await clickOn('Edit src/brew.js', 'Redo');
    await waitFor('the edit again', async () => (await workspace.read(brew)).includes('green: 3'));
    await row('Edit src/brew.js').locator('a.action-label[aria-label^="Undo"]').waitFor();

    await row('Edit src/brew.js').click({ button: 'right' });
    await person.choose('Undo This and Everything After It…');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('Undo 2 changes, back to before "Edit src/brew.js"?').waitFor();
    assert.match(await dialog.innerText(), /Create docs\/teas\.md · \+1 −0[^]*Edit src\/brew\.js · \+1 −1/);
    await picture(host(), 'history-undo-all');
    await person.answerDialog('Undo');
    await waitFor('all to be as it was', async () => (await workspace.read(brew)) === original);
    await waitFor('the list to be gone', async () => !(await workspace.exists('docs/teas.md')));
    await waitFor('the names of what was undone', async () =>
      (await person.notifications()).some((text) =>
        text.includes('Undid 2 changes: "Create docs/teas.md", "Edit src/brew.js"'),
      ),
    );
    await row('main.js, teas.md').filter({ hasText: 'undone' }).waitFor();
    await row('Edit src/brew.js').filter({ hasText: 'undone' }).waitFor();

    await person.command('Show Redline History of This File');
    await person.quickInput.getByText('Edit src/brew.js').waitFor();
    await picture(host(), 'history-file');
    await person.press('Escape');

    await clear();
  });

  it('refuses what meets later work, and shows both in the merge editor', async () => {
    const { chat, editors, page, person, workspace } = host();
    await agentDoes(host(), 'stronger tea, and then I change it too', brewGreenLonger);
    const mine = (await workspace.read(brew)).replace('green: 3', 'green: 5');
    await workspace.write(brew, mine);
    await editors.settled();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await page.locator('.notifications-toasts').getByText('Show Conflict').click();
    await page.locator('.merge-editor').getByText('Your version').first().waitFor();
    await page.locator('.merge-editor').getByText("Before the agent's change").first().waitFor();
    assert.equal(await workspace.read(brew), mine);
    await picture(host(), 'conflict');
    await page.locator('.merge-editor').getByText("Accept Before the agent's change", { exact: true }).first().click();
    await waitFor('the merged text', async () => (await editors.text(brew))?.includes('green: 2'));
    await chat.idle();
  });
});
