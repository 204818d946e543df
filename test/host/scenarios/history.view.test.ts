import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Host } from '../driver/host.ts';
import { calls, says, tool, type ToolCall } from '../driver/model-script.ts';
import { picture, useHost } from '../driver/use-host.ts';
import { keptForRestart } from '../driver/kept.ts';
import { waitFor } from '../driver/wait.ts';
import { brew, brewGreenLonger } from './tea.ts';

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

  async function clear(): Promise<void> {
    const { evaluate, page, person } = host();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await person.command('Redline: Clear History…');
    await person.answerDialog('Clear History');
    await page.locator('.sidebar').getByText('No agent has changed anything here yet.').waitFor();
  }

  it('has the turns of the agent after a reload, and takes calls back and applies them again', async () => {
    const { chat, page, person, ready, workspace } = host();
    // Other scenarios of the same window have left theirs.
    await agentDoes(
      host(),
      'a note to be forgotten',
      tool('redline_write_file', { filePath: 'note.md', content: '\n' }),
    );
    await clear();
    await workspace.reset();
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
    await row('Today').nth(1).waitFor();
    assert.match((await row('Today').allInnerTexts()).join('|'), /2 changes.*\|.*1 change/s);
    await row('Delete src/main.js').click();
    await person.tab('src/main.js (deleted)').waitFor();
    await row('Edit src/brew.js').click();
    await person.tab('src/brew.js (before ↔ after)').waitFor();
    await picture(host(), 'history');

    // In any order: the oldest first, then the newest, then the oldest again.
    await clickOn('Edit src/brew.js', 'Undo');
    await row('Edit src/brew.js').filter({ hasText: 'undone' }).waitFor();
    assert.equal(await workspace.read(brew), original);
    await clickOn('Delete src/main.js', 'Undo');
    await row('Delete src/main.js').filter({ hasText: 'undone' }).waitFor();
    assert.equal(await workspace.read('src/main.js'), main);
    await clickOn('Edit src/brew.js', 'Redo');
    await waitFor('the edit again', async () => (await workspace.read(brew)).includes('green: 3'));
    await row('Edit src/brew.js').locator('a.action-label[aria-label^="Undo"]').waitFor();

    await row('Edit src/brew.js').click({ button: 'right' });
    await person.choose('Undo All Since Here');
    await person.answerDialog('Undo');
    await waitFor('all to be as it was', async () => (await workspace.read(brew)) === original);
    await waitFor('the list to be gone', async () => !(await workspace.exists('docs/teas.md')));
    await page
      .locator('.sidebar .monaco-list-row')
      .filter({ hasText: 'Today' })
      .filter({ hasText: 'undone' })
      .nth(1)
      .waitFor();

    await clear();
  });

  it('refuses what meets later work, and shows both in the merge editor', async () => {
    const { chat, editors, page, person, workspace } = host();
    await agentDoes(host(), 'stronger tea, and then I change it too', brewGreenLonger);
    const mine = (await workspace.read(brew)).replace('green: 3', 'green: 5');
    await workspace.write(brew, mine);
    await editors.settled();
    await person.command('Redline: Undo Last Change');
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
