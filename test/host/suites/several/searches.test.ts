import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import * as vscode from 'vscode';
import { apiCall, resultOf } from '../guard/data/calls.ts';
import { root, wholePath, type RootName } from './roots.ts';

const needle = 'several-searches';

describe('several folders: searches', () => {
  const files: readonly (readonly [RootName, string])[] = [
    ['one', 'first.several'],
    ['one', 'closed.several'],
    ['inner', 'second.several'],
    ['inner', '.env'],
    ['Handbook', 'third.several'],
  ];
  const search = async (input: object) => resultOf(await apiCall('search_text', { query: needle, ...input }));

  beforeEach(() => {
    for (const [name, file] of files) root(name).put(file, `${needle}\n`);
  });
  afterEach(() => {
    for (const [name, file] of files) root(name).remove(file);
  });

  it('tell a secret in a folder inside another one once', async () => {
    const { matches, secretsLeftOut } = await search({});
    assert.deepEqual([(matches as unknown[]).length, secretsLeftOut], [4, 1]);
  });

  it('count the files of a folder inside another one once', async () => {
    const { filesSearched } = await search({});
    const { total } = resultOf(await apiCall('find_files', { pattern: '**' }));
    // All but the secret.
    assert.equal(filesSearched, (total as number) - 1);
  });

  it('say that there are more matches only where there are', async () => {
    const { matches, truncated, nextOffset } = await search({ maxMatches: 4 });
    assert.deepEqual([(matches as unknown[]).length, truncated, nextOffset], [4, false, null]);
    const { truncated: isCut, nextOffset: next } = await search({ maxMatches: 3 });
    assert.deepEqual([isCut, next], [true, 3]);
  });

  it('sort by the time of the change over all folders', async () => {
    for (const [index, name] of (['inner', 'Handbook', 'one'] as const).entries()) {
      root(name).put(`${name}.several`, needle);
      utimesSync(wholePath(name, `${name}.several`), 2e9 + index, 2e9 + index);
    }
    try {
      const { files: found } = resultOf(
        await apiCall('find_files', { pattern: '{inner,Handbook,one}.several', sortBy: 'modified' }),
      );
      const names = (found as string[]).map((file) => file.slice(file.lastIndexOf('/') + 1));
      assert.deepEqual(names, ['one.several', 'Handbook.several', 'inner.several']);
    } finally {
      for (const name of ['inner', 'Handbook', 'one'] as const) root(name).remove(`${name}.several`);
    }
  });

  it('take globs that begin with the name of a folder, as paths in answers do', async () => {
    for (const [glob, expected] of [
      ['Handbook/*.several', 'Handbook/third.several'],
      ['Handbook/**', 'Handbook/third.several'],
      ['Handbook/first.several', ''],
    ]) {
      const { matches } = await search({ glob });
      assert.equal((matches as { filePath: string }[]).map(({ filePath }) => filePath).join(), expected);
    }
    const { files: found } = resultOf(await apiCall('find_files', { pattern: 'Handbook/*.several' }));
    assert.deepEqual(found, ['Handbook/third.several']);
    const { matches } = await search({ glob: '!Handbook/**' });
    assert.equal((matches as unknown[]).length, 3);
  });

  it('read the unsaved text of a folder inside the one that is named', async () => {
    const uri = vscode.Uri.file(wholePath('inner', 'second.several'));
    await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), `unsaved ${needle} `);
    assert.ok(await vscode.workspace.applyEdit(edit));
    try {
      const { matches } = await search({ query: `unsaved ${needle}`, path: wholePath('one', '.') });
      assert.equal((matches as unknown[]).length, 1);
    } finally {
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});
