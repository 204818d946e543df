import assert from 'node:assert/strict';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a storage folder of the local disk', () => {
  let root = '';
  beforeEach(() => {
    root = path.join(mkdtempSync(path.join(tmpdir(), 'storage-')), 'storage');
  });
  afterEach(() => rmSync(path.dirname(root), { recursive: true, force: true }));
  const storage = () => nodeStorageFolder(pathToFileURL(root).toString());
  const modeOf = (name: string): number => statSync(path.join(root, name)).mode & 0o777;

  it('writes parts of all sizes one after the other', async () => {
    const sizes = [0, 1, 70_000, 2_000_000, 5, 1_048_576, 600_000, 600_000, 3];
    const parts = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
    await storage().write('blobs/a', parts);
    assert.ok(readFileSync(path.join(root, 'blobs/a')).equals(Buffer.concat(parts)));
    assert.deepEqual(readdirSync(path.join(root, 'blobs')), ['a']);
  });

  it('overwrites all bytes where the system takes few at once', async () => {
    await storage().write('blobs/a', [bytes('0123456789')]);
    const handle = await open(path.join(root, 'blobs/a'));
    const files = Object.getPrototypeOf(handle) as { write: (...args: unknown[]) => unknown };
    await handle.close();
    const { write } = files;
    files.write = function writeTwoBytes(buffer, offset, length, position) {
      return write.call(this, buffer, offset, Math.min(Number(length), 2), position);
    };
    try {
      await storage().overwrite('blobs/a', 3, bytes('abcde'));
    } finally {
      files.write = write;
    }
    assert.equal(readFileSync(path.join(root, 'blobs/a'), 'utf8'), '012abcde89');
  });

  it('reads parts, up to the end and past it', async () => {
    await storage().write('blobs/a', [bytes('0123456789')]);
    const part = async (from: number, length: number) =>
      Buffer.from((await storage().readPart('blobs/a', from, length)) ?? []).toString();
    assert.deepEqual([await part(2, 3), await part(8, 5), await part(10, 5), await part(20, 5)], ['234', '89', '', '']);
    assert.equal(await storage().readPart('blobs/none', 0, 1), undefined);
  });

  it('has nothing where there is nothing', async () => {
    const folder = storage();
    assert.deepEqual(
      [await folder.list('journal'), await folder.read('journal/a'), await folder.stat('journal/a')],
      [[], undefined, undefined],
    );
    await folder.remove('journal/a');
    await folder.rename('journal/a', 'journal/b');
  });

  it('loses no line that two windows append at the same time', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at}`);
    const [one, two] = [storage(), storage()];
    const append = (line: string, at: number): Promise<void> =>
      (at % 2 === 0 ? one : two).append('audit.jsonl', bytes(`${line}\n`));
    await Promise.all(lines.map(append));
    const kept = readFileSync(path.join(root, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    assert.deepEqual(kept.sort(), lines.sort());
  });

  it('links into a folder that is missing, and tells if there is nothing to link', async () => {
    await storage().write('blobs/a', [bytes('a')]);
    assert.equal(await storage().large?.link('blobs/a', 'more/b'), true);
    assert.equal(readFileSync(path.join(root, 'more/b'), 'utf8'), 'a');
    assert.equal(await storage().large?.link('blobs/none', 'others/c'), false);
  });

  it('lets one of many claim a file', async () => {
    const won = await Promise.all(Array.from({ length: 20 }, (_, at) => storage().claim('claims/a', bytes(`${at}`))));
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal(readFileSync(path.join(root, 'claims/a'), 'utf8'), String(won.indexOf(true)));
  });

  it('never shows a claim without its owner', async () => {
    await storage().claim('claims/first', bytes('0'));
    const seen = new Set<string>();
    const over = new AbortController();
    const looking = (async () => {
      while (!over.signal.aborted) {
        for (const name of readdirSync(path.join(root, 'claims')).filter((each) => !each.endsWith('.draft')))
          seen.add(readFileSync(path.join(root, 'claims', name), 'utf8'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let at = 0; at < 50; at++) assert.ok(await storage().claim(`claims/${at}`, bytes('owner')));
    over.abort();
    await looking;
    assert.ok(!seen.has(''));
    assert.equal(readdirSync(path.join(root, 'claims')).length, 51);
  });

  it('leaves what was there, and no draft, where it cannot write', async () => {
    await storage().write('journal/a', [bytes('before')]);
    mkdirSync(path.join(root, 'journal/b'));
    await assert.rejects(storage().write('journal/b', [bytes('after')]));
    assert.deepEqual(readdirSync(path.join(root, 'journal')), ['a', 'b']);
  });

  it('is for one user alone, and so is what an earlier version left open', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(path.join(root, 'blobs'), { recursive: true, mode: 0o755 });
    writeFileSync(path.join(root, 'blobs/old'), 'secret');
    chmodSync(path.join(root, 'blobs/old'), 0o644);
    await storage().prepare(['journal', 'blobs']);
    await storage().write('journal/new', [bytes('secret')]);
    await storage().writeUnflushed('owners/own', bytes('1'));
    await storage().append('log', bytes('1'));
    await storage().claim('claims/own', bytes('1'));
    assert.deepEqual(
      [root, 'blobs', 'journal', 'owners', 'claims'].map((name) => statSync(path.resolve(root, name)).mode & 0o777),
      [0o700, 0o700, 0o700, 0o700, 0o700],
    );
    assert.deepEqual(
      ['blobs/old', 'journal/new', 'owners/own', 'log', 'claims/own'].map(modeOf),
      [0o600, 0o600, 0o600, 0o600, 0o600],
    );
  });

  it('flushes a file before it has its name, and the name before anybody may rely on it', async function () {
    if (process.platform === 'win32') this.skip();
    const done: string[] = [];
    const restore = await recording(root, done);
    try {
      await storage().write('journal/a', [bytes('a')]);
      assert.deepEqual(done, ['flush file', 'rename a', 'flush folder']);
      done.length = 0;
      await storage().writeUnflushed('journal/b', bytes('b'));
      assert.deepEqual(done, ['rename b']);
    } finally {
      restore();
    }
  });

  it('fails where the disk says while it flushes that the bytes are not there, and leaves nothing', async function () {
    if (process.platform === 'win32') this.skip();
    const restore = await recording(root, [], () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    try {
      await assert.rejects(storage().write('journal/a', [bytes('a')]), { code: 'ENOSPC' });
    } finally {
      restore();
    }
    assert.deepEqual(readdirSync(path.join(root, 'journal')), []);
  });
});

/** Takes down what is flushed and renamed. */
async function recording(root: string, done: string[], fail: () => void = () => undefined): Promise<() => void> {
  const handle = await fs.promises.open(tmpdir(), 'r');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const real = { datasync: prototype.datasync, rename: fs.promises.rename };
  prototype.datasync = async function (this: typeof handle) {
    fail();
    done.push((await this.stat()).isDirectory() ? 'flush folder' : 'flush file');
    return real.datasync.call(this);
  };
  fs.promises.rename = async (from, to) => {
    // A journal of another test may renew its lease meanwhile.
    if (String(to).startsWith(root)) done.push(`rename ${path.basename(String(to))}`);
    return real.rename(from, to);
  };
  syncBuiltinESMExports();
  return () => {
    prototype.datasync = real.datasync;
    fs.promises.rename = real.rename;
    syncBuiltinESMExports();
  };
}
