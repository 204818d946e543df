import assert from 'node:assert/strict';
import { createPack } from '../../src/core/journal/journalFiles.ts';
import { PackReader } from '../../src/vscode/journal/packReader.ts';
import { textOf } from '../engine/plans.ts';
import { Disk, sha256Of, storageOn } from './disk.ts';

const blockSize = 1024 * 1024;

/** Puts a pack of texts on a disk. */
function putPack(disk: Disk, file: string, texts: readonly string[]): void {
  disk.put(file, Buffer.concat(createPack(texts.map(textOf))));
}

/** A reader of the packs on a disk, with its reads. */
function readerOn(disk: Disk) {
  const reads: string[] = [];
  const failing = { isOn: false };
  const storage = storageOn(disk, async (what) => {
    reads.push(what);
    if (failing.isOn) throw new Error('EMFILE');
  });
  const reader = new PackReader(storage);
  const read = async (file: string, text: string): Promise<string | undefined> => {
    const bytes = await reader.read(file, sha256Of(text));
    return bytes && Buffer.from(bytes).toString();
  };
  return { reader, read, reads, failing };
}

describe('a reader of packs', () => {
  it('finds a pack that was missing when it was looked for', async () => {
    const disk = new Disk();
    const { read } = readerOn(disk);
    assert.equal(await read('blobs/1', 'a'), undefined);
    putPack(disk, 'blobs/1', ['a']);
    assert.equal(await read('blobs/1', 'a'), 'a');
  });

  it('reads again after a read that failed', async () => {
    const disk = new Disk();
    putPack(disk, 'blobs/1', ['a']);
    const { read, failing } = readerOn(disk);
    failing.isOn = true;
    await assert.rejects(read('blobs/1', 'a'), /EMFILE/);
    failing.isOn = false;
    assert.equal(await read('blobs/1', 'a'), 'a');
  });

  it('takes a pack for missing that is removed while its table is read', async () => {
    const disk = new Disk();
    // A table that takes a read of its own.
    disk.put('blobs/1', `redline pack ${String(2 * blockSize).padStart(10, '0')}\n`);
    let reads = 0;
    const storage = storageOn(disk, async () => void (++reads === 2 && disk.files.delete('blobs/1')));
    assert.equal(await new PackReader(storage).read('blobs/1', sha256Of('a')), undefined);
    assert.equal(reads, 2);
  });

  it('reads each block once, forgets one pack alone, and holds few blocks in memory', async () => {
    const disk = new Disk();
    const large = Array.from({ length: 24 }, (_, at) => String.fromCodePoint(97 + at).repeat(blockSize / 4));
    putPack(disk, 'blobs/1', large);
    putPack(disk, 'blobs/2', ['small']);
    const { reader, read, reads } = readerOn(disk);
    await read('blobs/2', 'small');
    reader.forget('blobs/1');
    assert.equal(await read('blobs/2', 'small'), 'small');
    assert.equal(reads.length, 1);
    for (const text of large) assert.equal(await read('blobs/1', text), text);
    reads.length = 0;
    assert.equal(await read('blobs/2', 'small'), 'small');
    assert.equal(reads.length, 1);
  });
});
