import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, tabs, useGround, withSettings } from '../ground.ts';
import { answering, apiCall, proposals } from '../guard/data/calls.ts';

const show = (uri: vscode.Uri): Thenable<vscode.TextEditor> => vscode.window.showTextDocument(uri, { preview: false });

/** Somebody who closes every editor as soon as any tab comes, goes or changes. */
function closesAll(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(
    () => void vscode.commands.executeCommand('workbench.action.closeAllEditors'),
  );
}

describe('tabs that close by themselves', () => {
  const ground = useGround('closing');
  const own = (): string[] => {
    const folder = ground.uri('.').toString();
    return tabs((uri) => uri.toString().startsWith(`${folder}/`));
  };

  it('moves a file whose preview tabs are replaced as it opens at its new place', async () => {
    for (const file of ['a.txt', 'b.txt']) ground.put(file, 'one\n');
    await show(ground.uri('b.txt'));
    await vscode.window.showTextDocument(ground.uri('a.txt'), { preview: true });
    await vscode.window.showTextDocument(ground.uri('a.txt'), { preview: true, viewColumn: vscode.ViewColumn.Beside });
    let [from, to] = ['a.txt', 'c.txt'];
    for (let round = 0; round < 5; round++) {
      await ground.done('redline_move', { from: ground.path(from), to: ground.path(to) });
      // An editor that another suite has asked for may still come.
      await eventually('the tabs to follow', () => own().join() === ['b.txt', to, to].sort().join());
      [from, to] = [to, from];
    }
  });

  it('keeps what was deleted and moved while a person closes the tabs', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const lines = files.slice(0, 2).map((file) => `*** Delete File: ${ground.path(file)}`);
    const moves = files.slice(2).map((file) => {
      const path = ground.path(file);
      return `*** Update File: ${path}\n*** Move to: ${path}.moved\n@@\n-one\n+two`;
    });
    const patchText = ['*** Begin Patch', ...lines, ...moves, '*** End Patch', ''].join('\n');
    for (let round = 0; round < 3; round++) {
      for (const file of files) {
        ground.put(file, 'one\n');
        await show(ground.uri(file));
      }
      const person = closesAll();
      try {
        await ground.done('redline_apply_patch', { patchText });
      } finally {
        person.dispose();
      }
      for (const file of files) assert.equal(ground.exists(file), false);
      for (const file of files.slice(2)) {
        assert.equal(ground.text(`${file}.moved`), 'two\n');
        await ground.done('redline_delete', { path: `${ground.path(file)}.moved` });
      }
    }
  });

  it('writes what was approved while a person closes the tabs', async () => {
    await withSettings({ 'redline.rules': [] }, async () => {
      for (let round = 0; round < 3; round++) {
        for (const file of ['a.txt', 'b.txt']) {
          ground.put(file, `one ${round}\n`);
          await apiCall('read_file', { filePath: ground.path(file) });
        }
        const edits = ['a.txt', 'b.txt'].map((file) => ({
          filePath: ground.path(file),
          oldString: `one ${round}`,
          newString: `TWO ${round}`,
        }));
        let person: vscode.Disposable | undefined;
        const { outcome } = await answering(
          'approve',
          () => apiCall('multi_edit', { edits }),
          () => {
            setTimeout(() => {
              person = closesAll();
            }, 0);
          },
        );
        person?.dispose();
        // Who closes the diff before the answer has refused it.
        if (outcome.success) assert.equal(ground.text('b.txt'), `TWO ${round}\n`);
        else assert.equal(outcome.error.code, 'REJECTED', outcome.error.message);
        await eventually('the diff to close', () => proposals().length === 0);
      }
    });
  });
});
