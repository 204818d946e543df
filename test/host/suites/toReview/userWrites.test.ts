import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { sha256 } from '../../../../src/core/text/bytes.ts';
import { UserWrites } from '../../../../src/vscode/watch/userWrites.ts';
import { eventually, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';

function fail(cause: unknown): never {
  throw cause;
}

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
        const read = () => (isFolder ? 'unread' : ground.bytes(name));
        return { folder, path: name, listToReview: () => [], read };
      }, fail);
      const names = (): string[] => [...new Set(writes.writesSince(folder, 0).map((write) => write.path))].sort();
      try {
        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(ground.uri('d'), ground.uri('e'));
        assert.ok(await vscode.workspace.applyEdit(edit));
        await eventually('the files to be recorded', () => names().includes('e/a.txt'));
        await writes.whenRecorded();
        assert.deepEqual(names(), ['d', 'e', 'e/a.txt', 'e/b.hidden']);
        // By their time, the old paths are known to have had the same content.
        assert.equal(new Set(writes.writesSince(folder, 0).map(({ time }) => time)).size, 1);
      } finally {
        writes.dispose();
      }
    }));

  it('is listed where a file with changes to review goes into another workspace folder, not where others do', async () => {
    ground.put('one/d/waits.txt', 'by an agent\n');
    ground.put('one/d/known.txt', 'known\n');
    ground.put('one/d2/known.txt', 'known\n');
    ground.put('two/x.txt', 'x\n');
    const writes = new UserWrites(({ fsPath }) => {
      const [top = '', ...names] = path.relative(ground.folder, fsPath).split(path.sep);
      const name = names.join('/');
      const read = () => (path.extname(name) === '' ? 'unread' : ground.bytes(`${top}/${name}`));
      return { folder: top, path: name, listToReview: () => (top === 'one' ? ['d/waits.txt'] : []), read };
    }, fail);
    const recorded = (folder: string) =>
      writes
        .writesSince(folder, 0)
        .map(
          (write) =>
            `${write.path} ${write.by === 'editor' ? 'listed' : 'known'} ${write.after === 'absent' ? '-' : '+'}`,
        );
    try {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(ground.uri('one/d'), ground.uri('two/d'));
      assert.ok(await vscode.workspace.applyEdit(edit));
      await eventually('the files to be recorded', () => recorded('two').length > 2);
      await writes.whenRecorded();
      const expected = (sign: string) => [`d known ${sign}`, `d/known.txt known ${sign}`, `d/waits.txt listed ${sign}`];
      assert.deepEqual(recorded('one').sort(), expected('-'));
      assert.deepEqual(recorded('two').sort(), expected('+'));
      // Where none is to review, the folder's deletion stands for all files in it, however many they are.
      const other = new vscode.WorkspaceEdit();
      other.renameFile(ground.uri('one/d2'), ground.uri('two/d2'));
      assert.ok(await vscode.workspace.applyEdit(other));
      await eventually('the file to be recorded', () => recorded('two').length > 4);
      await writes.whenRecorded();
      assert.deepEqual(recorded('one').slice(3), ['d2 known -']);
      assert.equal(writes.writesSince('one', 0).at(-1)?.isFolder, true);
    } finally {
      writes.dispose();
    }
  });
});

describeNeeds('modes', 'what is written through the editor by the person or an extension', () => {
  const ground = useGround('editor-writes');

  /** Runs what writes, and answers what is recorded of it, but for the saves of texts. */
  async function recorded(write: () => Promise<void>): Promise<readonly (readonly [string, string, string])[]> {
    const folder = vscode.Uri.file(ground.folder).toString();
    const writes = new UserWrites(({ fsPath }) => {
      const name = path.relative(ground.folder, fsPath);
      const read = () => (ground.exists(name) ? ground.bytes(name) : undefined);
      return name.startsWith('..') ? undefined : { folder, path: name, listToReview: () => [], read };
    }, fail);
    const all = () => writes.writesSince(folder, 0).filter(({ by }) => by === 'editor');
    try {
      await write();
      await eventually('the write to be recorded', () => all().length > 0);
      return all().map(({ path: name, before, after }) => [name, before, after] as const);
    } finally {
      writes.dispose();
    }
  }

  it('is recorded with both sides where it creates a file', async () => {
    ground.put('old.txt', 'old\n');
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(ground.uri('new.txt'), { contents: Buffer.from('new\n') });
    assert.deepEqual(await recorded(async () => assert.ok(await vscode.workspace.applyEdit(edit))), [
      ['new.txt', 'absent', await sha256(Buffer.from('new\n'))],
    ]);
  });

  it('is recorded with both sides where it saves a notebook', async () => {
    // From minor version 5 on the editor gives each cell that it meets an id, and so changes the notebook by itself.
    ground.put('n.ipynb', JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 4 }));
    const before = await sha256(ground.bytes('n.ipynb'));
    const notebook = await vscode.workspace.openNotebookDocument(ground.uri('n.ipynb'));
    await vscode.window.showNotebookDocument(notebook);
    const edit = new vscode.WorkspaceEdit();
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'mine', 'python');
    edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(0, [cell])]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const writes = await recorded(async () => assert.ok(await notebook.save()));
    assert.match(ground.text('n.ipynb'), /mine/);
    assert.deepEqual(writes, [['n.ipynb', before, await sha256(ground.bytes('n.ipynb'))]]);
  });
});

describe('what the person saves', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  let [stored, whileSaving] = [encode(''), (): Promise<unknown> => Promise.resolve()];
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: stored.length }),
    readDirectory: () => [],
    createDirectory: () => undefined,
    readFile: () => stored,
    writeFile: async (_, content) => {
      await whileSaving();
      stored = content;
    },
    delete: () => undefined,
    rename: () => undefined,
  };
  let listeners: vscode.Disposable;
  before(() => {
    listeners = vscode.workspace.registerFileSystemProvider('slow', files);
  });
  after(() => listeners.dispose());

  async function typeIn({ uri, lineCount }: vscode.TextDocument, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  /** Opens a file, types into it and saves; answers what is recorded as the state that the save left. */
  async function savedState(name: string, text: string): Promise<string | undefined> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`slow:/${name}`));
    const writes = new UserWrites(
      () => ({ folder: 'slow:/', path: name, listToReview: () => [], read: () => stored }),
      fail,
    );
    try {
      await typeIn(document, text);
      // Answers false where the document is dirty again by then.
      await document.save();
      await writes.whenRecorded();
      const recorded = writes.writesSince('slow:/', 0);
      assert.equal(recorded.length, 1);
      return recorded[0]?.after;
    } finally {
      writes.dispose();
    }
  }

  it('is theirs, and not what they type while it is being written', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('slow:/typed.txt'));
    whileSaving = () => typeIn(document, 'typed later');
    assert.equal(await savedState('typed.txt', 'saved\n'), await sha256(encode('saved\n')));
    assert.equal(Buffer.from(stored).toString(), 'saved\n');
    assert.equal(document.getText(), 'saved\ntyped later');
    whileSaving = () => Promise.resolve();
    await document.save();
  });

  it('is not known where it could not be recorded, which is reported, and no scan waits for it', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('slow:/failing.txt'));
    const failures: unknown[] = [];
    const failure = new Error('The disk is gone.');
    const read = () => {
      if (stored.length > 0) throw failure;
      return stored;
    };
    const file = { folder: 'slow:/', path: 'failing.txt', listToReview: () => [], read };
    const writes = new UserWrites(
      () => file,
      (cause) => failures.push(cause),
    );
    try {
      stored = encode('');
      whileSaving = () => typeIn(document, 'typed later');
      await typeIn(document, 'saved\n');
      await document.save();
      await writes.whenRecorded();
      assert.deepEqual([failures, writes.writesSince('slow:/', 0)], [[failure], []]);
    } finally {
      writes.dispose();
      whileSaving = () => Promise.resolve();
      await document.save();
    }
  });

  it('is theirs too where the encoding cannot hold it', () =>
    withSettings({ 'files.encoding': 'iso88591' }, async () => {
      stored = encode('');
      const state = await savedState('latin.txt', 'a €\n');
      assert.equal(Buffer.from(stored).toString('latin1'), 'a ?\n');
      assert.equal(state, await sha256(stored));
    }));
});
