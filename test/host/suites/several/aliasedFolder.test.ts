import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../ground.ts';
import { apiCall, ending } from '../guard/data/calls.ts';
import { describeNeeds } from '../place.ts';
import { folderOf, openAll, replaceFolders, root, wholePath } from './roots.ts';

describeNeeds('links', 'a folder inside another, opened by a link', function () {
  const files = ['own.txt', 'open.txt', '.vscode/settings.json'];
  const deny = [{ operations: ['read'], paths: ['own.txt'], action: 'deny' }];
  let alias = '';
  before(async () => {
    for (const file of files) root('inner').put(file, 'content\n');
    root('inner').put('.vscode/settings.json', JSON.stringify({ 'redline.workspaceRules': deny }));
    alias = path.join(mkdtempSync(path.join(tmpdir(), 'redline-alias-')), 'linked');
    symlinkSync(folderOf('inner').uri.fsPath, alias);
    const folders = vscode.workspace.workspaceFolders ?? [];
    const index = folders.findIndex(({ uri }) => uri.toString() === folderOf('inner').uri.toString());
    await replaceFolders(index, 1, { uri: vscode.Uri.file(alias), name: 'linked' });
    for (const [name, target] of Object.entries(links(alias))) symlinkSync(target, wholePath('one', name));
    const rules = (): unknown =>
      vscode.workspace.getConfiguration('redline', vscode.Uri.file(alias)).get('workspaceRules');
    await eventually('its rules', () => JSON.stringify(rules()) === JSON.stringify(deny));
  });
  after(async () => {
    for (const name of Object.keys(links(alias))) rmSync(wholePath('one', name));
    for (const file of files) root('inner').remove(file);
    await openAll();
    rmSync(path.dirname(alias), { recursive: true });
  });

  for (const [tool, input] of [
    ['search_text', () => ({ query: 'content' })],
    ['search_text', () => ({ query: 'content', path: wholePath('one', 'packages') })],
    ['find_files', () => ({ pattern: '**/*.txt' })],
    ['list_directory', () => ({ dirPath: wholePath('one', ''), recursive: true })],
  ] as const)
    it(`keeps its rules for ${tool} ${input.toString()} of the folder around it`, async () => {
      const answer = ending(await apiCall(tool, input()));
      assert.match(answer, /open\.txt/);
      assert.doesNotMatch(answer, /own\.txt/);
    });

  for (const name of ['to-alias/own.txt', 'to-packages/inner/own.txt', 'to-file.txt', 'packages/inner/own.txt'])
    it(`keeps its rules for a file by the name ${name} in the folder around it`, async () => {
      const file = wholePath('one', name);
      for (const call of [
        apiCall('read_file', { filePath: file }),
        apiCall('search_text', { query: 'content', path: file }),
      ])
        assert.match(ending(await call), /^PERMISSION_DENIED/);
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      await editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'unsaved'));
      try {
        for (const scope of [{}, { path: path.dirname(file) }, { path: alias }])
          assert.doesNotMatch(ending(await apiCall('search_text', { query: 'unsaved', ...scope })), /own\.txt|to-file/);
      } finally {
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });
});

/** Links in the outer folder that lead to the inner one, and what they lead to. */
function links(alias: string): Readonly<Record<string, string>> {
  return {
    'to-alias': alias,
    'to-packages': wholePath('one', 'packages'),
    'to-file.txt': path.join(alias, 'own.txt'),
  };
}
