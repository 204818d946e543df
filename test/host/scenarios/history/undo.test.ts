import assert from 'node:assert/strict';
import { tool } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoTabs, withLongerGreen } from '../tea.ts';

describe('undo', () => {
  const host = useHost();

  async function edit(query: string): Promise<string> {
    const { chat, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send(query, once(brewGreenLonger));
    await chat.card();
    await chat.allow();
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    return original;
  }

  /** Undoes by the command, which names first what it would undo. */
  async function undoLast(title = 'Edit src/brew.js'): Promise<void> {
    const { page, person } = host();
    await person.command('Redline: Undo Last Agent Change');
    await page.locator('.monaco-dialog-box').getByText(`Undo "${title}"?`).waitFor();
    await person.answerDialog('Undo');
  }

  it('by one Ctrl+Z in the file, which was open', async () => {
    const { editors, person } = host();
    await editors.open(brew);
    const original = await edit('edit, for Ctrl+Z in an open file');
    await editors.open(brew);
    assert.equal(await editors.text(brew), withLongerGreen(original));
    await person.press('Mod+z');
    await waitFor('the text to be back', async () => (await editors.text(brew)) === original);
  });

  it('by one Ctrl+Z in the file, which was not open', async () => {
    const { editors, person } = host();
    const original = await edit('edit, for Ctrl+Z in a closed file');
    await editors.open(brew);
    await person.press('Mod+z');
    await waitFor('the text to be back', async () => (await editors.text(brew)) === original);
  });

  it('by the command, from anywhere', async () => {
    const { page, workspace } = host();
    const original = await edit('edit, for the undo command');
    const told = page.locator('.statusbar-item').filter({ hasText: 'undid "Edit src/brew.js"' }).waitFor();
    await undoLast();
    await told;
    await waitFor('the file to be back', async () => (await workspace.read(brew)) === original);
    await seeNoTabs(host());
  });

  it('by the command takes a new file away', async () => {
    const { chat, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send(
      'write a file, to be undone',
      once(tool('redline_write_file', { filePath: 'note.txt', content: 'x\n' })),
    );
    await chat.card();
    await chat.allow();
    await sent.finished();
    assert.equal(await workspace.exists('note.txt'), true);
    await undoLast('Create note.txt');
    await waitFor('the file to be gone', async () => !(await workspace.exists('note.txt')));
    assert.deepEqual(await workspace.hashes(), before);
  });
});
