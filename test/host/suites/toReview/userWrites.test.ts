import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserWrites } from '../../../../src/vscode/watch/userWrites.ts';
import { eventually, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('modes', 'what the person renames in the editor', () => {
  const ground = useGround('renamed');

  it('is theirs with every file, also those that the settings hide in the Explorer', () =>
    withSettings({ 'files.exclude': { '**/*.hidden': true } }, async () => {
      ground.put('d/a.txt', 'a\n');
      ground.put('d/b.hidden', 'b\n');
      const folder = vscode.Uri.file(ground.folder).toString();
      const writes = new UserWrites(({ fsPath }) => {
        const name = path.relative(ground.folder, fsPath);
        const isFolder = path.extname(name) === '';
        return { folder, path: name, read: () => (isFolder ? 'unread' : ground.bytes(name)) };
      });
      const names = (): string[] => [...new Set(writes.writesSince(folder, 0).map((write) => write.path))].sort();
      try {
        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(ground.uri('d'), ground.uri('e'));
        assert.ok(await vscode.workspace.applyEdit(edit));
        await eventually('the files to be recorded', () => names().includes('e/a.txt'));
        await writes.whenRecorded();
        assert.deepEqual(names(), ['d', 'e', 'e/a.txt', 'e/b.hidden']);
      } finally {
        writes.dispose();
      }
    }));
});
