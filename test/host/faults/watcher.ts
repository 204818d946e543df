import assert from 'node:assert/strict';
import path from 'node:path';
import { startBareHost, type BareHost } from './bareHost.ts';
import { call } from './calls.ts';

/**
 * The watcher tells nothing, so that the editor goes on showing what it once read: edits of files that are open must
 * start from what is on disk, and what another program wrote must be seen.
 */
export async function runWatcher(): Promise<string> {
  const host = await startBareHost({ 'files.watcherExclude': { '**': true } });
  const names = ['silent/a.txt', 'silent/b.txt', 'silent/c.txt'];
  const edit = (filePath: string, oldString: string, newString: string): object => ({ filePath, oldString, newString });
  const done = async (tool: string, input: object): Promise<void> => {
    assert.equal(await call(host.evaluate, tool, input), null);
  };
  try {
    for (const name of names) await host.workspace.write(name, 'one\ntwo\nthree\n');
    for (const name of names) await open(host, name);
    const start = performance.now();
    for (const name of names) await done('redline_edit_file', edit(name, 'one', 'ONE'));
    const single = Math.round((performance.now() - start) / names.length);
    // Another program, of which the editor hears nothing, either.
    for (const name of names) await host.workspace.write(name, 'ONE\ntwo\nthree\nfour\n');
    await done('redline_multi_edit', { edits: names.map((name) => edit(name, 'two', 'TWO')) });
    for (const name of names) assert.equal(await host.workspace.read(name), 'ONE\nTWO\nthree\nfour\n');
    assert.equal(
      await call(host.evaluate, 'redline_edit_file', edit('silent/a.txt', 'one', '1')).then(codeOf),
      'NO_MATCH',
    );
    await done('redline_edit_file', edit('silent/a.txt', 'four', 'FOUR'));
    await host.evaluate((vscode) =>
      vscode.commands.executeCommand('redline.undoLastChange', { ask: false }).then(() => null),
    );
    assert.equal(await host.workspace.read('silent/a.txt'), 'ONE\nTWO\nthree\nfour\n');
    await done('redline_delete', { path: 'silent/b.txt' });
    await done('redline_move', { from: 'silent/c.txt', to: 'silent/d.txt' });
    assert.deepEqual(
      [await host.workspace.exists('silent/b.txt'), await host.workspace.read('silent/d.txt')],
      [false, 'ONE\nTWO\nthree\nfour\n'],
    );
    return `9 changes of open files landed on what is on disk (an edit took ${single} ms)`;
  } finally {
    await host.stop();
  }
}

function codeOf(said: string | null): string | undefined {
  return said?.split(':')[0];
}

async function open(host: BareHost, name: string): Promise<void> {
  await host.evaluate(
    (vscode, file) => vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false }).then(() => null),
    path.join(host.workspace.root, name),
  );
}
