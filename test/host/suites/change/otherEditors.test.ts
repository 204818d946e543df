import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, useGround } from '../ground.ts';
import { apiCall } from '../guard/data/calls.ts';

const cells = (source: string): string =>
  `${JSON.stringify(
    {
      cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: [source] }],
      metadata: {},
      nbformat: 4,
      // From 5 on the editor gives each cell that it meets an id, and so changes the notebook by itself.
      nbformat_minor: 4,
    },
    undefined,
    1,
  )}\n`;

describe('files in other editors', function () {
  const ground = useGround('others');

  /** Every way to change or lose `file`; each must be refused, and nothing be asked or written. */
  async function refuseAll(file: string, oldString: string): Promise<void> {
    const path = ground.path(file);
    const before = ground.bytes(file);
    ground.put('other.txt', 'other\n');
    const calls: readonly (readonly [string, object])[] = [
      ['edit_file', { filePath: path, oldString, newString: 'changed' }],
      ['write_file', { filePath: path, content: 'changed' }],
      ['delete', { path }],
      ['move', { from: path, to: ground.path('moved.x') }],
      ['move', { from: ground.path('other.txt'), to: path, overwrite: true }],
      ['copy', { from: ground.path('other.txt'), to: path, overwrite: true }],
      ['apply_patch', { patchText: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` }],
    ];
    for (const [tool, input] of calls) {
      const outcome = await apiCall(tool, input);
      const told = outcome.success ? 'success' : `${outcome.error.code}: ${outcome.error.message}`;
      assert.match(told, /VALIDATION_ERROR: .*unsaved changes.*Ask the user to save or discard/, tool);
    }
    assert.deepEqual(ground.bytes(file), before);
    assert.equal(ground.text('other.txt'), 'other\n');
  }

  async function openNotebook(file: string): Promise<vscode.NotebookDocument> {
    const notebook = await vscode.workspace.openNotebookDocument(ground.uri(file));
    await vscode.window.showNotebookDocument(notebook);
    return notebook;
  }

  it('an unsaved notebook is never overwritten, deleted or moved', async () => {
    ground.put('n.ipynb', cells('print(1)'));
    const notebook = await openNotebook('n.ipynb');
    const typing = new vscode.WorkspaceEdit();
    const typed = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'typed', 'python');
    typing.set(notebook.uri, [vscode.NotebookEdit.insertCells(0, [typed])]);
    assert.ok(await vscode.workspace.applyEdit(typing));
    await eventually('the notebook to be unsaved', () => notebook.isDirty);
    await refuseAll('n.ipynb', 'print(1)');
    assert.deepEqual([notebook.isDirty, notebook.cellAt(0).document.getText()], [true, 'typed']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('a saved notebook that is open is edited, and shows the edit; an undo takes it back', async () => {
    ground.put('n.ipynb', cells('print(1)'));
    const notebook = await openNotebook('n.ipynb');
    const shown = (): string => notebook.cellAt(0).document.getText();
    await ground.done('redline_edit_file', {
      filePath: ground.path('n.ipynb'),
      oldString: 'print(1)',
      newString: 'print(2)',
    });
    assert.equal(ground.text('n.ipynb'), cells('print(2)'));
    await eventually('the notebook to follow', () => shown() === 'print(2)' && !notebook.isDirty);
    await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
    assert.equal(ground.text('n.ipynb'), cells('print(1)'));
    await eventually('the notebook to follow back', () => shown() === 'print(1)');
    assert.equal(notebook.isDirty, false);
  });

  it('an unsaved custom editor is never overwritten, and nothing is asked', async () => {
    ground.put('a.bytes', 'one\n');
    const extension = vscode.extensions.getExtension('redline-tests.memfs');
    await extension?.activate();
    await vscode.commands.executeCommand('vscode.openWith', ground.uri('a.bytes'), 'redlineTests.bytes');
    const tab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await eventually('the custom editor', () => tab()?.input instanceof vscode.TabInputCustom);
    extension?.exports.changeInEditor(ground.uri('a.bytes'));
    await eventually('it to be unsaved', () => tab()?.isDirty === true);
    await refuseAll('a.bytes', 'one');
    assert.equal(tab()?.isDirty, true);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually('it to be saved', () => tab()?.isDirty !== true);
  });

  it('an image that is open is replaced; its tab goes when it is deleted', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const bytes = Uint8Array.from(atob(pixel), (character) => character.charCodeAt(0));
    for (const file of ['a.png', 'b.png']) ground.put(file, file === 'a.png' ? bytes : Uint8Array.of(...bytes, 0));
    await vscode.commands.executeCommand('vscode.open', ground.uri('a.png'));
    const isOpen = (): boolean =>
      vscode.window.tabGroups.all.some((group) =>
        group.tabs.some(({ input }) => input instanceof vscode.TabInputCustom && input.uri.path.endsWith('/a.png')),
      );
    await eventually('the image', isOpen);
    await ground.done('redline_copy', { from: ground.path('b.png'), to: ground.path('a.png'), overwrite: true });
    assert.equal(ground.bytes('a.png').length, bytes.length + 1);
    await ground.done('redline_delete', { path: ground.path('a.png') });
    await eventually('its tab to go', () => !isOpen());
    assert.equal(ground.exists('a.png'), false);
  });
});
