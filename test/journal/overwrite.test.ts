import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { encodeUtf8 } from '../../src/core/text/encoding.ts';
import type { Editor, OpenDocument } from '../../src/vscode/ports/editor.ts';
import type { Disk } from '../../src/vscode/ports/localDisk.ts';
import { overwrite } from '../../src/vscode/documents/undoableUpdates.ts';

const at = { uri: 'file:///ws/a.txt', path: 'a.txt', real: 'file:///ws/a.txt' };

/** A file with a document that reloads it on demand. */
function openFile() {
  let shown = 'one';
  const listeners = new Set<() => void>();
  const document: OpenDocument = {
    uri: at.uri,
    eol: '\n',
    isDirty: false,
    isClosed: false,
    getText: () => shown,
    save: () => Promise.resolve(true),
  };
  const written: string[] = [];
  const editor: Pick<Editor, 'loadedDocument' | 'onDidChange'> = {
    loadedDocument: () => document,
    onDidChange: (_text, changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  const replace = (_uri: string, bytes: Uint8Array): Promise<boolean> => {
    written.push(new TextDecoder().decode(bytes));
    return Promise.resolve(true);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other members are not used
  const disk = { editor, files: { replace } } as unknown as Disk;
  return {
    written,
    reload(text: string): void {
      shown = text;
      for (const changed of listeners) changed();
    },
    write: (before: string, text: string): Promise<void> => {
      const after = { kind: 'text', text, encoding: 'utf8', bytes: encodeUtf8(text), sha256: text } as const;
      return overwrite(at, { before: encodeUtf8(before), after }, disk, { mayLoad: true });
    },
  };
}

async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await turn();
}

describe('writing a file under its document, right after another write', () => {
  // Fake timers, so that a slow machine changes nothing.
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('waits for the reload of the previous write, for an undo step of its own', async () => {
    const file = openFile();
    await file.write('one', 'two');
    const second = file.write('two', 'three');
    await turns();
    assert.deepEqual(file.written, ['two']);
    file.reload('two');
    await turns();
    assert.deepEqual(file.written, ['two', 'three']);
    await second;
  });

  it('does not wait for a text that another program has replaced', async () => {
    const file = openFile();
    await file.write('one', 'two');
    await Promise.race([file.write('theirs', 'three'), turns()]);
    assert.deepEqual(file.written, ['two', 'three']);
  });

  it('goes on if the editor does not reload', async () => {
    const file = openFile();
    await file.write('one', 'two');
    const second = file.write('two', 'three');
    await turns();
    assert.deepEqual(file.written, ['two']);
    mock.timers.tick(100);
    await second;
    assert.deepEqual(file.written, ['two', 'three']);
  });
});
