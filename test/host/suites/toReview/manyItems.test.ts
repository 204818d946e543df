import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

const count = 2000;

describeNeeds('links', 'thousands of files to review', () => {
  const ground = useGround('many');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const all = Array.from({ length: count }, (_, index) => `f${index % 50}/${index}.txt`);
  const haveText = (text: string): boolean => all.every((file) => ground.text(file) === text);

  it('are listed, kept and reverted together, and the revert undone, without losing one', async function () {
    this.timeout(240_000);
    for (const file of all) ground.put(file, 'one\n');
    await run('show');
    await run('keepAll');
    for (const file of all) ground.put(file, 'two\n');
    await run('show');
    await run('revertAll', { ask: false });
    assert.ok(haveText('one\n'));
    await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.ok(haveText('two\n'));
    await run('show');
    await run('keepAll');
  });
});
