import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applied, useGround } from '../ground.ts';

describe('new problems', () => {
  const ground = useGround('problems');
  const found = vscode.languages.createDiagnosticCollection('problems');
  after(() => found.dispose());

  const report = (file: string, message: string): void => {
    const uri = ground.uri(file);
    const range = new vscode.Range(0, 0, 0, 1);
    found.set(uri, [...(found.get(uri) ?? []), new vscode.Diagnostic(range, message)]);
  };

  /** The answer, as a model reads it. */
  async function edit(file: string, oldString: string, newString: string): Promise<string> {
    const input = { filePath: ground.path(file), oldString, newString };
    const { content } = await vscode.lm.invokeTool('redline_edit_file', { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  }

  it('that language support finds after the answer are told by the next one, once', async () => {
    for (const file of ['a.txt', 'b.txt']) ground.put(file, 'one two three\n');
    await vscode.window.showTextDocument(ground.uri('a.txt'), { preview: false });
    report('a.txt', 'an old one');
    assert.doesNotMatch(await edit('a.txt', 'one', 'ONE'), /new problem/);
    report('a.txt', 'a late one');
    const told = await edit('b.txt', 'one', 'ONE');
    assert.match(told, /1 new problem in the editor:\n.*a\.txt:1 error a late one/);
    assert.doesNotMatch(told, /old one/);
    assert.doesNotMatch(await edit('b.txt', 'two', 'TWO'), /new problem/);
  });

  it('that language support finds shortly after the editor has the text are told at once', async () => {
    ground.put('c.txt', 'one two three\n');
    const { document } = await vscode.window.showTextDocument(ground.uri('c.txt'), { preview: false });
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(1, 0), 'typed\n');
    await applied(typed);
    const support = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) setTimeout(() => report('c.txt', 'a prompt one'), 20);
    });
    try {
      assert.match(await edit('c.txt', 'one', 'ONE'), /1 new problem in the editor:\n.*c\.txt:1 error a prompt one/);
    } finally {
      support.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});
