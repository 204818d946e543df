import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answered, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('modes', 'the mode of a file that a reviewed call created', () => {
  const ground = useGround('created-modes');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const revertAll = async (): Promise<void> => {
    await run('show');
    await answered(run('revertAll', { ask: false }));
  };
  const keepAll = async (): Promise<void> => {
    await run('show');
    await run('keepAll');
  };
  const setMode = (mode: number): void => chmodSync(path.join(ground.folder, 'run.sh'), mode);
  afterEach(keepAll);

  it('is to be reviewed where somebody sets it right after', async () => {
    ground.put('a.txt', 'a\n');
    await keepAll();
    await ground.done('redline_write_file', { filePath: ground.path('run.sh'), content: 'echo 1\n' });
    setMode(0o755);
    await revertAll();
    assert.deepEqual([ground.text('run.sh'), ground.mode('run.sh') & 0o111], ['echo 1\n', 0]);
  });

  it('is not to be reviewed where an undo gave it back', async () => {
    ground.put('run.sh', 'echo 1\n', 0o755);
    await keepAll();
    await ground.done('redline_delete', { path: ground.path('run.sh') });
    await answered(vscode.commands.executeCommand('redline.undoLastChange', { ask: false }));
    await revertAll();
    assert.deepEqual([ground.text('run.sh'), ground.mode('run.sh')], ['echo 1\n', 0o755]);
  });
});
