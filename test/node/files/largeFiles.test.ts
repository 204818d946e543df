import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { nodeLargeFiles as large } from '../../../src/node/files/largeFiles.ts';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';
import type { FileDigest } from '../../../src/tools/ports/diskPorts.ts';

const mebibyte = 1024 * 1024;

describe('large files', () => {
  let root = '';
  const at = (name: string): string => path.join(root, name);
  const uri = (name: string): string => pathToFileURL(at(name)).href;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const weightOf = (content: Uint8Array): FileDigest => ({
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const put = (name: string, content: Uint8Array): FileDigest => {
    writeFileSync(at(name), content);
    return weightOf(content);
  };
  /** A file with bytes of its own in every page of some parts of it, and holes between. */
  const putSparse = (name: string, size: number): void => {
    const fd = openSync(at(name), 'w');
    for (let from = 0; from < size; from += 32 * mebibyte)
      writeSync(fd, Buffer.alloc(mebibyte, `${from} `), 0, mebibyte, from);
    closeSync(fd);
    truncateSync(at(name), size);
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-large-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const old = Buffer.alloc(3 * mebibyte + 17, 'old text\n');

  it('get a tail, lose it, are written over and come back, as one inode', async () => {
    const before = put('a', old);
    const { ino } = statSync(at('a'));
    const tail = bytes('a tail');
    const { after } = await large.digestWithTail(uri('a'), tail);
    assert.ok(await large.rewrite(uri('a'), before, before.size, { bytes: tail }));
    assert.deepEqual(readFileSync(at('a')), Buffer.concat([old, tail]));
    assert.deepEqual(await large.digest(uri('a')), after);
    assert.ok(await large.rewrite(uri('a'), after, before.size, { bytes: new Uint8Array() }));
    assert.deepEqual(readFileSync(at('a')), old);
    copyFileSync(at('a'), at('kept'));
    assert.ok(await large.rewrite(uri('a'), before, 0, { bytes: bytes('short') }));
    assert.equal(readFileSync(at('a'), 'utf8'), 'short');
    assert.ok(await large.rewrite(uri('a'), weightOf(bytes('short')), 0, { uri: uri('kept') }));
    assert.deepEqual(readFileSync(at('a')), old);
    assert.equal(statSync(at('a')).ino, ino);
  });

  it('are left alone where somebody else wrote to them', async () => {
    const before = put('a', old);
    const other = Buffer.from(old);
    other[mebibyte] = 0;
    put('a', other);
    assert.equal(await large.rewrite(uri('a'), before, 0, { bytes: bytes('new') }), false);
    assert.equal(await large.rewrite(uri('a'), before, before.size, { bytes: bytes('new') }), false);
    assert.equal(await large.remove(uri('a'), before), false);
    assert.deepEqual(readFileSync(at('a')), other);
    await assert.rejects(large.create(uri('a'), { bytes: bytes('new') }, weightOf(bytes('new'))), { code: 'EEXIST' });
    assert.deepEqual(readFileSync(at('a')), other);
  });

  it('are created with their permissions, set before the bytes, whatever the umask is', async function () {
    if (process.platform === 'win32') this.skip();
    const modes: number[] = [];
    const source = {
      get bytes(): Uint8Array {
        modes.push(statSync(at('a')).mode & 0o777);
        return old;
      },
    };
    await large.create(uri('a'), source, weightOf(old), 0o4626);
    assert.ok(modes.length > 0 && modes.every((mode) => mode === 0o626));
    assert.equal(statSync(at('a')).mode & 0o7777, 0o4626);
  });

  it('leave nothing where what was copied is not what it was to be', async () => {
    put('a', old);
    await assert.rejects(large.create(uri('b'), { uri: uri('a') }, weightOf(bytes('other'))));
    assert.deepEqual(readdirSync(root), ['a']);
  });

  it('remove no file that another program put in the place of a failed copy', async () => {
    put('b', old);
    const swapped: FileDigest = weightOf(old);
    let isSwapped = false;
    const source = {
      get bytes(): Uint8Array {
        if (!isSwapped) renameSync(at('b'), at('a'));
        isSwapped = true;
        return bytes('x');
      },
    };
    await assert.rejects(
      large.create(uri('a'), source, { ...swapped, sha256: 'another' }),
      /changed while it was copied/,
    );
    assert.deepEqual(weightOf(readFileSync(at('a'))), swapped);
  });

  it('are read-only where their permissions say so', async function () {
    if (process.platform === 'win32') this.skip();
    const before = put('a', old);
    const { chmodSync } = await import('node:fs');
    chmodSync(at('a'), 0o444);
    await assert.rejects(large.rewrite(uri('a'), before, 0, { bytes: bytes('new') }), { code: 'EACCES' });
  });

  it('are known for cut off, page by page, and for nothing else', async () => {
    const kept = { uri: uri('kept') };
    put('kept', old);
    const short = { bytes: Buffer.alloc(10_000, 'x') };
    const torn = Buffer.from(old);
    torn.fill('x', 0, 8192);
    put('a', torn);
    assert.equal(await large.isPartial(uri('a'), kept, short), true);
    assert.equal(await large.isPartial(uri('a'), short, kept), true);
    torn[2 * mebibyte + 5] = 0;
    put('a', torn);
    assert.equal(await large.isPartial(uri('a'), kept, short), false);
    put('a', old.subarray(0, 2 * mebibyte));
    assert.equal(await large.isPartial(uri('a'), { bytes: new Uint8Array() }, kept), true);
    put('a', old.subarray(0, 2 * mebibyte + 1));
    assert.equal(await large.isPartial(uri('a'), { bytes: new Uint8Array() }, kept), false);
    const tail = Buffer.alloc(10_000, 'tail');
    const before = weightOf(old.subarray(0, 2 * mebibyte));
    put('a', Buffer.concat([old.subarray(0, 2 * mebibyte), tail.subarray(0, 4096)]));
    assert.equal(await large.isPartialAppend(uri('a'), before, tail), true);
    put('a', Buffer.concat([old.subarray(1, 2 * mebibyte + 1), tail.subarray(0, 4096)]));
    assert.equal(await large.isPartialAppend(uri('a'), before, tail), false);
    put('a', Buffer.concat([old.subarray(0, 2 * mebibyte), Buffer.alloc(4096, 'x')]));
    assert.equal(await large.isPartialAppend(uri('a'), before, tail), false);
  });

  it('can be told and put back, whenever the writer is killed', async function () {
    if (process.platform === 'win32') this.skip();
    const [long, short] = [Buffer.alloc(24 * mebibyte, 'a'), Buffer.alloc(9 * mebibyte, 'b')];
    const [keptLong, keptShort] = [put('long', long), put('short', short)];
    put('a', long);
    const script = `import { nodeLargeFiles as large } from ${JSON.stringify(new URL('../../../src/node/files/largeFiles.ts', import.meta.url).href)};
      const weights = [${JSON.stringify(keptLong)}, ${JSON.stringify(keptShort)}];
      const sources = [{ uri: ${JSON.stringify(uri('long'))} }, { uri: ${JSON.stringify(uri('short'))} }];
      console.log('ready');
      for (let at = 0; ; at = 1 - at) await large.rewrite(${JSON.stringify(uri('a'))}, weights[at], 0, sources[1 - at]);`;
    for (let kill = 0; kill < 4; kill++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await delay(kill * 17 + 23);
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.ok(await large.isPartial(uri('a'), { uri: uri('long') }, { uri: uri('short') }), `kill ${kill}`);
      assert.ok(await large.rewrite(uri('a'), await large.digest(uri('a')), 0, { uri: uri('long') }));
      assert.deepEqual(await large.digest(uri('a')), keptLong);
    }
  });

  it('are weighed anew once anybody has written to them', async () => {
    const first = put('a', old);
    assert.deepEqual(await large.digest(uri('a')), first);
    for (const text of ['x', 'y', 'z']) {
      appendFileSync(at('a'), text);
      assert.equal((await large.digest(uri('a'))).sha256, weightOf(readFileSync(at('a'))).sha256);
    }
  });

  it('of 300 MB are copied, weighed and removed in little memory, and hold nobody up', async function () {
    this.timeout(60_000);
    const size = 300_000_000;
    putSparse('a', size);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    let [pauses, isDone] = [0, false];
    const other = (): unknown => (pauses++, isDone ? undefined : setImmediate(other));
    setImmediate(other);
    const start = performance.now();
    const weight = await large.digest(uri('a'));
    const storage = nodeStorageFolder(uri('storage')).large ?? assert.fail();
    assert.deepEqual(await storage.copyIn(uri('a'), 'blobs/one'), weight);
    assert.equal(await storage.link('blobs/one', 'blobs/two'), true);
    assert.equal(await storage.link('blobs/none', 'blobs/three'), false);
    await large.create(uri('b'), { uri: storage.uriOf('blobs/two') }, weight);
    assert.ok(await large.rewrite(uri('b'), weight, size, { bytes: bytes('tail') }));
    assert.ok(await large.remove(uri('a'), weight));
    const took = performance.now() - start;
    isDone = true;
    clearInterval(timer);
    assert.equal(statSync(at('b')).size, size + 4);
    assert.deepEqual(readdirSync(at('storage/blobs')).sort(), ['one', 'two']);
    const grown = (most - before) / mebibyte;
    assert.ok(grown < 60, `${grown.toFixed(1)} MiB more`);
    assert.ok(pauses > took / 10, `${pauses} pauses in ${took} ms`);
    if (process.env['REDLINE_FIGURES'] !== undefined) {
      console.log(`        rss +${grown.toFixed(1)} MiB, ${pauses} pauses in ${took.toFixed(0)} ms`);
    }
  });
});
