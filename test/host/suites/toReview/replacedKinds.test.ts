import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answered, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('special files', 'a file where a folder was, and a folder where a file was', () => {
  const ground = useGround('kinds');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const sh = (script: string): void => void execFileSync('sh', ['-ec', script], { cwd: ground.folder });
  const modes = (...names: readonly string[]): readonly number[] =>
    names.map((name) => lstatSync(path.join(ground.folder, name)).mode & 0o777);

  it('are reverted and undone with their own permissions', async () => {
    mkdirSync(ground.folder, { recursive: true });
    sh('mkdir d; echo 1 > d/x; echo 2 > a; echo 3 > key; chmod 755 d; chmod 644 d/x a; chmod 600 key');
    await run('show');
    await run('keepAll');
    sh('rm -r d a key; echo file > d; chmod 644 d; for n in a key; do mkdir $n; echo new > $n/n; chmod 755 $n; done');
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual(modes('d', 'd/x', 'a', 'key'), [0o755, 0o644, 0o644, 0o600]);
    assert.deepEqual(
      ['d/x', 'a', 'key'].map((name) => ground.text(name)),
      ['1\n', '2\n', '3\n'],
    );
    await answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));
    assert.deepEqual(modes('d', 'a', 'a/n', 'key'), [0o644, 0o755, 0o644, 0o755]);
    await run('show');
    await run('keepAll');
  });
});
