import assert from 'node:assert/strict';
import { startHost, type Host } from '../../driver/host.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { waitFor } from '../../driver/wait.ts';
import { hostSettings, memoryFolder } from '../../in-host/where.ts';

const file = `${memoryFolder}/tea.txt`;

// As on vscode.dev: the extension in the browser's worker, the files in a file system that another extension serves.
describe('in the web', function () {
  this.timeout(240_000);
  let host: Host;

  before('a VS Code', async () => {
    const settings = hostSettings({ name: 'web', host: 'worker', opens: 'memory' });
    host = await startHost({ settings, memoryFolder });
  });
  after('the VS Code', () => host.stop());

  it('the agent reads, edits after the review, is rejected, and the person takes the edit back', async () => {
    const { chat, person } = host;
    await write('green: 2\r\nblack: 4\r\n');
    const edit = (oldString: string, newString: string) =>
      calls(tool('redline_edit_file', { filePath: 'tea.txt', oldString, newString }));
    const sent = await chat.send('brew the green tea longer', [
      calls(tool('redline_read_file', { filePath: 'tea.txt' })),
      edit('green: 2', 'green: 3'),
      edit('black: 4', 'black: 5'),
      says('That is all.'),
    ]);
    assert.match(await sent.answer(0), /1→green: 2/);
    await chat.card();
    await person.titleAction('Approve').waitFor();
    assert.equal(await read(), 'green: 2\r\nblack: 4\r\n');
    await person.approve();
    assert.match(await sent.answer(1), /green: 3/);
    assert.equal(await read(), 'green: 3\r\nblack: 4\r\n');
    await chat.card();
    await chat.skip();
    await sent.finished();
    assert.match(await sent.answer(2), /REJECTED/);
    assert.equal(await read(), 'green: 3\r\nblack: 4\r\n');
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await waitFor('the edit to be undone', async () => (await read()) === 'green: 2\r\nblack: 4\r\n');
  });

  /** Through the editor, from the other extension host. */
  function read(): Promise<string> {
    return host.evaluate(
      async (vscode, uri) => new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri))),
      file,
    );
  }

  async function write(text: string): Promise<void> {
    await host.evaluate(
      async (vscode, [uri, content]) => {
        await vscode.workspace.fs.writeFile(vscode.Uri.parse(uri), new TextEncoder().encode(content));
        return null;
      },
      [file, text] as const,
    );
  }
});
