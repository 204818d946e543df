import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { answered, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

const size = 60_000_000;

describeNeeds('modes', 'a file of 60,000,000 bytes', () => {
  const ground = useGround('large');
  let whole = new Uint8Array();
  before(() => {
    whole = Buffer.alloc(size, 'a line\n');
  });
  const undoLast = (): Thenable<unknown> => vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  /** Compared by hash: a failure would print both. */
  const requireBytes = (file: string, bytes: Uint8Array): void =>
    assert.equal(hashOf(ground.bytes(file)), hashOf(bytes));

  it('is appended to, moved, copied and overwritten, and each is undone to the byte', async () => {
    const [a, b] = [ground.path('a.txt'), ground.path('b.txt')];
    ground.put('a.txt', whole, 0o640);
    assert.deepEqual(await ground.done('redline_write_file', { filePath: a, content: 'end\n', mode: 'append' }), {
      filePath: a,
      created: false,
      mode: 'append',
      bytesWritten: 4,
      newSize: size + 4,
      diff: `Edit ${a} (60000000 → 60000004 bytes)\n--- a/${a}\n+++ b/${a}\n@@ -0,0 +1 @@\n+end\n`,
      sha256Before: hashOf(whole),
      sha256After: hashOf(Buffer.concat([whole, Buffer.from('end\n')])),
    });
    requireBytes('a.txt', Buffer.concat([whole, Buffer.from('end\n')]));
    await undoLast();
    requireBytes('a.txt', whole);
    await ground.done('redline_move', { from: a, to: b });
    await ground.done('redline_copy', { from: b, to: a });
    requireBytes('a.txt', whole);
    assert.equal(ground.mode('a.txt'), 0o640);
    await undoLast();
    assert.equal(ground.exists('a.txt'), false);
    await undoLast();
    await ground.done('redline_write_file', { filePath: a, content: 'short\n' });
    assert.equal(ground.text('a.txt'), 'short\n');
    await undoLast();
    requireBytes('a.txt', whole);
  });

  it('is deleted with its folder, and comes back with its mode', async () => {
    ground.put('folder/a.txt', whole, 0o640);
    await ground.done('redline_delete', { path: ground.path('folder'), recursive: true });
    assert.equal(ground.exists('folder'), false);
    await undoLast();
    requireBytes('folder/a.txt', whole);
    assert.equal(ground.mode('folder/a.txt'), 0o640);
  });

  it('cannot be made by one call, or edited; both are told with the limit and what to do', async () => {
    ground.put('a.txt', whole);
    const written = await ground.refused('redline_write_file', {
      filePath: ground.path('b.txt'),
      content: 'x'.repeat(size),
    });
    assert.match(written, /^TOO_LARGE: .* at most 52428800 bytes \(50 MiB\).* Write less, or .*"append"/);
    const edit = { filePath: ground.path('a.txt'), oldString: 'a line', newString: 'b' };
    assert.match(
      await ground.refused('redline_edit_file', edit),
      /^TOO_LARGE: .* over 52428800 bytes \(50 MiB\).* Read parts of it/,
    );
  });
});

describeNeeds('a size of its own', 'a large file that cannot be read in parts', () => {
  const ground = useGround('unread');
  const undoLast = (): Promise<void> =>
    answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));
  const put = (file: string): void => {
    ground.put(file, 'a few bytes\n');
    ground.enlarge(file, size);
  };

  it('is moved and moved back', async () => {
    put('a.bin');
    await ground.done('redline_move', { from: ground.path('a.bin'), to: ground.path('b.bin') });
    assert.deepEqual([ground.exists('a.bin'), ground.text('b.bin')], [false, 'a few bytes\n']);
    await undoLast();
    assert.deepEqual([ground.text('a.bin'), ground.exists('b.bin')], ['a few bytes\n', false]);
  });

  it('is copied and deleted by who approves it, for good', async () => {
    put('a.bin');
    await ground.approved('redline_copy', { from: ground.path('a.bin'), to: ground.path('b.bin') });
    assert.equal(ground.text('b.bin'), 'a few bytes\n');
    await undoLast();
    assert.ok(ground.exists('b.bin'));
    await ground.approved('redline_delete', { path: ground.path('a.bin') });
    assert.equal(ground.exists('a.bin'), false);
    await undoLast();
    assert.deepEqual([ground.exists('a.bin'), ground.exists('b.bin')], [false, true]);
  });

  it('goes with nothing else, and is neither added to nor replaced', async () => {
    put('folder/a.bin');
    ground.put('b.txt', 'b\n');
    const [folder, file] = [ground.path('folder'), ground.path('folder/a.bin')];
    assert.match(
      await ground.refused('redline_delete', { path: folder, recursive: true }),
      /TOO_LARGE.*by itself first/,
    );
    const overwriting = { from: ground.path('b.txt'), to: file, overwrite: true };
    assert.match(await ground.refused('redline_move', overwriting), /TOO_LARGE.*redline_delete first/);
    for (const mode of ['append', 'overwrite']) {
      const failure = await ground.refused('redline_write_file', { filePath: file, content: 'more\n', mode });
      assert.match(failure, /TOO_LARGE.*60000000 bytes.*50 MiB.*delete it and write a new file/);
    }
    assert.ok(ground.exists('folder/a.bin') && ground.exists('b.txt'));
  });
});
