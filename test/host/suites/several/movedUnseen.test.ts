import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answered } from '../ground.ts';
import { allowAll, setUser, unsetUser } from '../guard/data/settings.ts';
import { openAll, openFolders, root, wholePath } from './roots.ts';

describe('several folders: a change that no scan has seen yet', () => {
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  before(async () => {
    await setUser({ 'redline.rules': allowAll });
    await openFolders('one', 'two');
  });
  after(async () => {
    await run('keepAll');
    await unsetUser({ 'redline.rules': undefined });
    for (const name of ['one', 'two'] as const)
      for (const file of ['unseen.txt', 'new.txt', 'moved.txt']) root(name).remove(file);
    await openAll();
  });

  it('is reverted although a call moves its file into another folder right after it', async () => {
    root('one').put('unseen.txt', 'old\n');
    for (let scan = 0; scan < 2; scan++) await run('show');
    await run('keepAll');
    root('one').put('unseen.txt', 'by an agent\n');
    const input = { from: wholePath('one', 'unseen.txt'), to: wholePath('two', 'unseen.txt') };
    await vscode.lm.invokeTool('redline_move', { input, toolInvocationToken: undefined });
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual([root('one').bytes('unseen.txt').toString(), root('two').exists('unseen.txt')], ['old\n', false]);
  });

  it('is listed where a command has made the file that a call moves right after it', async () => {
    await run('show');
    root('one').put('new.txt', 'by an agent\n');
    const input = { from: wholePath('one', 'new.txt'), to: wholePath('one', 'moved.txt') };
    await vscode.lm.invokeTool('redline_move', { input, toolInvocationToken: undefined });
    await run('show');
    await answered(run('revertAll', { ask: false }));
    assert.deepEqual([root('one').exists('new.txt'), root('one').exists('moved.txt')], [false, false]);
  });
});
