import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { call } from '../../faults/calls.ts';
import { useBareHost } from '../../faults/useBareHost.ts';

describe('the history after a restart of VS Code', () => {
  const host = useBareHost({}, true);

  const done = async (tool: string, input: object): Promise<void> => {
    assert.equal(await call(host().evaluate, tool, input), null);
  };
  const undoLast = (): Promise<null> =>
    host().evaluate((vscode) =>
      vscode.commands.executeCommand('redline.undoLastChange', { ask: false }).then(() => null),
    );

  it('takes back what earlier sessions did, merged with later work, and what was taken back stays so', async function () {
    this.timeout(240_000);
    const { reload, workspace } = host();
    const text = 'one\r\ntwo\r\nthree\r\nfour';
    await workspace.write('past/a.txt', text);
    await workspace.write('past/f/run.sh', 'echo\n');
    await workspace.write('past/f/bytes.bin', Buffer.of(0, 255, 13, 10));
    chmodSync(path.join(workspace.root, 'past/f/run.sh'), 0o750);
    const before = await workspace.hashes();
    await done('redline_edit_file', { filePath: 'past/a.txt', oldString: 'two', newString: 'TWO' });
    await done('redline_delete', { path: 'past/f', recursive: true });
    await done('redline_write_file', { filePath: 'past/n.txt', content: 'new\n' });
    await undoLast();
    assert.equal(await workspace.exists('past/n.txt'), false);
    await reload();
    await done('redline_move', { from: 'past/a.txt', to: 'past/b.txt' });
    await workspace.write('past/b.txt', text.replace('two', 'TWO').replace('four', 'four and more'));
    await reload();
    // The move and the deletion of this session and of the one before, then the edit.
    for (let undo = 0; undo < 3; undo++) await undoLast();
    assert.equal(await workspace.read('past/a.txt'), text.replace('four', 'four and more'));
    assert.equal(statSync(path.join(workspace.root, 'past/f/run.sh')).mode & 0o777, 0o750);
    await workspace.write('past/a.txt', text);
    assert.deepEqual(await workspace.hashes(), before);
    await undoLast();
    assert.deepEqual(await workspace.hashes(), before, 'nothing is left that could be undone');
  });
});
