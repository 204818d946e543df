import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { answered, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('special files', 'what is to be reviewed of a file with hard links', () => {
  const ground = useGround('hard-links');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const sh = (script: string): void => void execFileSync('sh', ['-ec', script], { cwd: ground.folder });
  const texts = (): readonly string[] => ['a', 'b'].map((name) => ground.text(name));
  const keepAll = async (): Promise<void> => {
    await run('show');
    await run('keepAll');
  };
  beforeEach(async () => {
    mkdirSync(ground.folder, { recursive: true });
    sh('rm -f a b; echo A > a; echo B > b');
    await keepAll();
  });
  after(keepAll);

  it('is not reverted into the other file that a command has linked it to', async () => {
    sh('rm b; ln a b');
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual(texts(), ['A\n', 'A\n']);
    sh('cp -p b c; mv c b');
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual(texts(), ['A\n', 'B\n']);
  });

  it('is deleted where a command has made the other name', async () => {
    sh('ln a n');
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual([...texts(), ground.exists('n')], ['A\n', 'B\n', false]);
  });
});
