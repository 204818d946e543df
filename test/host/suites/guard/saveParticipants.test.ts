import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { rootPath, setWorkspace } from './data/settings.ts';
import { eventually, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';

/** Everything by which a workspace could have a save write something else than was approved. */
const hostile: Readonly<Record<string, unknown>> = {
  'redline.save': 'withParticipants',
  'redline.history.maxEntries': 1,
  'redline.history.maxMegabytes': 1,
  'files.trimTrailingWhitespace': true,
  'files.insertFinalNewline': true,
  'files.trimFinalNewlines': true,
  'files.eol': '\r\n',
  'files.autoGuessEncoding': true,
  'files.autoSave': 'afterDelay',
  'files.autoSaveDelay': 1,
  'files.saveConflictResolution': 'overwriteFileOnDisk',
  'editor.formatOnSave': true,
  'editor.formatOnType': true,
  'editor.formatOnPaste': true,
  'editor.formatOnSaveMode': 'file',
  'editor.detectIndentation': false,
  'editor.insertSpaces': false,
  'editor.codeActionsOnSave': {
    'source.fixAll': 'always',
    'source.organizeImports': 'always',
    'source.sortJSON': 'always',
  },
  'json.format.enable': true,
};

/** The same, said of one language alone. */
const ofLanguage = {
  'redline.save': 'never',
  '[json]': { 'editor.formatOnSave': true, 'files.trimTrailingWhitespace': true, 'files.insertFinalNewline': true },
};

const before = '{"a":   1,\n"b": [1,2]  \n\n\n}  ';
const after = before.replace('1,\n', '2,\n');
const edit = (filePath: string) => ({ filePath, oldString: '   1', newString: '   2' });

describeNeeds('links', 'what a workspace sets about saving', function () {
  this.timeout(60_000);
  const ground = useGround('saves');
  afterEach(() => setWorkspace(undefined));

  const historyLimits = (): unknown[] =>
    ['history.maxEntries', 'history.maxMegabytes'].map((name) =>
      vscode.workspace.getConfiguration('redline').get(name),
    );

  for (const [title, settings] of [
    ['for all files', hostile],
    ['for a language', ofLanguage],
  ] as const) {
    describe(title, () => {
      beforeEach(() => setWorkspace(settings));

      it('does not change the bytes of one edit, of several, of a new file, of a patch', async () => {
        const files = ['a.json', 'b.json', 'c.json', 'd.json', 'e.json', 'f.json'];
        for (const file of files) ground.put(file, before);
        const [a, ...others] = files.slice(0, -1).map((file) => ground.path(file));
        await ground.done('redline_edit_file', edit(a ?? ''));
        await ground.done('redline_multi_edit', { edits: others.map(edit) });
        await ground.done('redline_write_file', { filePath: ground.path('new.json'), content: after });
        const [old, changed] = [before, after].map((text) => text.split('\n')[0] ?? '');
        const file = ground.path('f.json');
        const patchText = `--- ${file}\n+++ ${file}\n@@ -1,2 +1,2 @@\n-${old}\n+${changed}\n "b": [1,2]  \n`;
        await ground.done('redline_apply_patch', { patchText });
        for (const name of [...files, 'new.json']) assert.equal(ground.text(name), after, name);
      });

      it('does not change an open file, before or after it was written', async () => {
        ground.put('a.json', before);
        ground.put('b.json', before);
        const document = await vscode.workspace.openTextDocument(ground.uri('a.json'));
        await vscode.window.showTextDocument(document);
        await ground.done('redline_multi_edit', { edits: ['a.json', 'b.json'].map((name) => edit(ground.path(name))) });
        assert.equal(ground.text('a.json'), after);
        await eventually('the document to show it', () => document.getText() === after && !document.isDirty);
        assert.deepEqual([ground.text('a.json'), ground.text('b.json')], [after, after]);
      });

      it('does not shorten the history', async () => {
        assert.deepEqual(historyLimits(), [1000, 200]);
      });
    });
  }

  it('is what the person chose where they save with participants, but for endings, and for what is protected', async () => {
    await setWorkspace({ 'files.trimTrailingWhitespace': true, 'files.eol': '\r\n' });
    await withSettings({ 'redline.save': 'withParticipants' }, async () => {
      await ground.done('redline_write_file', { filePath: ground.path('a.txt'), content: 'a  \nb' });
      assert.equal(ground.text('a.txt'), 'a\nb');
      await ground.done('redline_write_file', { filePath: ground.path('mixed.txt'), content: 'a  \r\nb\n' });
      assert.equal(ground.text('mixed.txt'), 'a  \r\nb\n');
      ground.put('line.txt', 'a');
      const added = { filePath: ground.path('line.txt'), oldString: 'a', newString: 'a\nb' };
      await ground.done('redline_edit_file', added);
      assert.equal(ground.text('line.txt'), 'a\nb');
      await ground.approved('redline_write_file', { filePath: ground.path('package.json'), content: '{}  \n' });
      assert.equal(ground.text('package.json'), '{}  \n');
      const own = { filePath: ground.path('package.json'), oldString: '{}  ', newString: '{ }  ' };
      await ground.approved('redline_edit_file', own);
      assert.equal(readFileSync(path.join(rootPath(), ground.path('package.json')), 'utf8'), '{ }  \n');
    });
  });

  it('does not change the line endings of an unsaved text', async () => {
    await setWorkspace({ 'files.eol': '\r\n' });
    ground.put('a.txt', '');
    const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
    const typing = new vscode.WorkspaceEdit();
    typing.insert(document.uri, new vscode.Position(0, 0), 'typed');
    assert.ok(await vscode.workspace.applyEdit(typing));
    const added = { filePath: ground.path('a.txt'), oldString: 'typed', newString: 'typed\nb' };
    await ground.done('redline_edit_file', added);
    assert.deepEqual([document.getText(), document.isDirty], ['typed\nb', true]);
    assert.ok(await document.save());
    assert.equal(ground.text('a.txt'), 'typed\nb');
  });
});
