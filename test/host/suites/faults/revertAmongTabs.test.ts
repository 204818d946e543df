import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { vscodeEditor } from '../../../../src/vscode/documents/vscodeEditor.ts';
import { useGround } from '../ground.ts';

const rounds = 5;

describe('faults: reverting a document while other tabs come to the front', () => {
  const ground = useGround('revertAmongTabs');

  it('reverts it each time, and no other', async function () {
    this.timeout(90_000);
    ground.put('mine.txt', 'mine\n');
    ground.put('other.txt', 'other\n');
    const mine = await edited(ground.uri('mine.txt'));
    const stop = { now: false };
    const switching = [mine.uri, ground.uri('other.txt')].map((uri) => keepShowing(uri, stop));
    const failed: number[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const file = `a${round}.txt`;
        ground.put(file, `round ${round}\n`);
        const document = await edited(ground.uri(file));
        const text = vscodeEditor.loadedDocument(document.uri.toString());
        assert.ok(text !== undefined);
        if (!(await vscodeEditor.revert(text, document.getText()))) failed.push(round);
        assert.equal(document.isDirty, false, `round ${round}`);
      }
    } finally {
      stop.now = true;
      await Promise.all(switching);
    }
    assert.deepEqual(failed, []);
    assert.deepEqual([mine.isDirty, mine.getText()], [true, 'unsaved\nmine\n']);
  });
});

async function edited(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), 'unsaved\n');
  assert.ok(await vscode.workspace.applyEdit(edit));
  return document;
}

async function keepShowing(uri: vscode.Uri, stop: { readonly now: boolean }): Promise<void> {
  while (!stop.now) {
    await vscode.window.showTextDocument(uri, { preserveFocus: true }).then(undefined, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
