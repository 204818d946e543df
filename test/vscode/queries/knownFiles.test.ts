import assert from 'node:assert/strict';
import { KnownFiles } from '../../../src/vscode/queries/knownFiles.ts';

const content = { sha256: 'a', bytes: new Uint8Array(3) };

function knownAt(files: KnownFiles, top: string): string[] {
  return files
    .listTree(top)
    .map(([uri]) => uri)
    .sort();
}

describe('the files that changes are told against', () => {
  it('are found by their folder', () => {
    const files = new KnownFiles();
    const uris = ['file:///w/a', 'file:///w/in/b', 'file:///w/in/deep/c', 'file:///w/inn/d', 'file:///e'];
    for (const uri of uris) files.set(uri, content, '');
    assert.deepEqual(knownAt(files, 'file:///w/in'), ['file:///w/in/b', 'file:///w/in/deep/c']);
    assert.deepEqual(knownAt(files, 'file:///w/in/'), ['file:///w/in/b', 'file:///w/in/deep/c']);
    assert.deepEqual(knownAt(files, 'file:///w/in/b'), ['file:///w/in/b']);
    assert.deepEqual(knownAt(files, 'file:///'), uris.toSorted());
    files.delete('file:///w/in/deep/c');
    files.delete('file:///w/in/b');
    assert.deepEqual(knownAt(files, 'file:///w/in'), []);
    assert.deepEqual(knownAt(files, 'file:///w'), ['file:///w/a', 'file:///w/inn/d']);
  });

  it('go along with their folder, into itself and onto others too', () => {
    const files = new KnownFiles();
    for (const uri of ['m:/in/a', 'm:/in/b', 'm:/on/a']) files.set(uri, { ...content, sha256: uri }, '');
    files.move('m:/in', 'm:/in/in');
    assert.deepEqual(knownAt(files, 'm:/in'), ['m:/in/in/a', 'm:/in/in/b']);
    files.move('m:/in/in', 'm:/on');
    assert.deepEqual(knownAt(files, 'm:/'), ['m:/on/a', 'm:/on/b']);
    assert.equal(files.get('m:/on/a')?.sha256, 'm:/in/a');
  });

  it('are forgotten one after the other, however many there are', () => {
    const files = new KnownFiles();
    for (let at = 0; at < 100_000; at++) files.set(`file:///w/${at % 300}/${at}`, content, '');
    // If each looked through all of them, this would not end within the timeout.
    for (let at = 0; at < 50_000; at++) {
      for (const [uri] of files.listTree(`file:///w/${at % 300}/${at}`)) files.delete(uri);
    }
    assert.equal(files.listTree('file:///w').length, 50_000);
  });
});
