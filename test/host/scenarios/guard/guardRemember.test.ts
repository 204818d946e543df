import assert from 'node:assert/strict';
import { symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { tool } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { once, seeNoReview, seeReview } from '../tea.ts';

const append = (filePath: string) => tool('redline_write_file', { filePath, content: '// more\n', mode: 'append' });

describe('what a person agreed to in advance', () => {
  const host = useHost();
  let sends = 0;

  /** Sends a change that must not be asked about. */
  async function passes(filePath: string): Promise<void> {
    const { chat, evaluate, page, workspace } = host();
    const sent = await chat.send(`pass ${++sends}`, once(append(filePath)));
    assert.match(await sent.answer(), /^(?:Appended|Wrote|Updated|Created|Overwrote)/);
    await sent.finished();
    assert.match(await workspace.read(filePath), /more\n$/);
    const told = `Redline applied: Append to ${filePath} (approved in advance) · Undo`;
    await page.locator('.statusbar-item').filter({ hasText: told }).waitFor();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    const row = page
      .locator('.sidebar .monaco-list-row')
      .filter({ hasText: `Append to ${filePath} (approved in advance)` });
    await row.first().waitFor();
  }

  /** Sends a change that must be asked about; it is rejected. */
  async function asks(filePath: string, title = `${path.posix.basename(filePath)} (Redline`): Promise<void> {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send(`ask ${++sends}`, once(append(filePath)));
    await seeReview(host(), title);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
  }

  /** Approves a waiting change of the file by the palette, and remembers it for its folder. */
  async function remember(filePath: string, scope: string): Promise<void> {
    const { chat, person } = host();
    const sent = await chat.send(`remember ${++sends}`, once(append(filePath)));
    await seeReview(host(), `${path.posix.basename(filePath)} (Redline`);
    await person.command('Redline: Approve and Remember\u2026');
    await person.pick('and below');
    // Asked again after a pick that comes too soon after the diff.
    await waitFor('the approval', async () => {
      await person.look();
      if (sent.answers().length === 0) await person.pick(scope);
      return sent.answers().length === 1;
    });
    await sent.finished();
    await seeNoReview(host());
  }

  async function forget(): Promise<void> {
    const { person } = host();
    await person.command('Redline: Manage Remembered Approvals');
    await person.pick('update: /src/**');
    await person.press('Enter');
  }

  async function reload(): Promise<void> {
    await host().page.reload();
    await host().ready();
  }

  it('holds after the window was reloaded, if it is not for that alone, covers nothing else, and is taken back by the palette', async function () {
    this.timeout(180_000);
    await host().workspace.write('teas/list.txt', 'oolong\n');
    await remember('teas/list.txt', 'until this window closes');
    await passes('teas/list.txt');
    await remember('src/brew.js', 'in this workspace');
    await passes('src/main.js');
    await reload();
    await passes('src/brew.js');
    await asks('teas/list.txt');
    await asks('README.md');
    await host().workspace.write('src/package.json', '{}\n');
    await asks('src/package.json');
    const { root } = host().workspace;
    await unlink(path.join(root, 'src/main.js'));
    await symlink('../README.md', path.join(root, 'src/main.js'));
    await asks('src/main.js');
    await forget();
    await asks('src/brew.js');
    await reload();
    await asks('src/brew.js');
  });
});
