import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isIrreversibleCall } from '../../src/core/journal/storedChange.ts';
import { wholeFileLimit } from '../../src/core/text/sizeLimits.ts';
import { openDiskWindow } from './diskWindow.ts';
import { changeOf, content, kinds, stateOf, type Kind } from './largeChanges.ts';

const size = 60_000_000;
/** What is large is so by what is done to it, not by its size. */
const less = 8 * 1024 * 1024;

describe('calls on a large file', () => {
  let root = '';
  const files = (): string => path.join(root, 'files');
  const kept = (): string[] => readdirSync(path.join(root, 'storage/blobs')).filter((name) => name.includes('.large.'));
  const put = (bytes = size): void => {
    mkdirSync(files(), { recursive: true });
    writeFileSync(path.join(files(), 'a'), Buffer.alloc(bytes, 'a'));
    chmodSync(path.join(files(), 'a'), 0o640);
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-large-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are undone where an agent wrote something else over it than was approved', async () => {
    put(less);
    const before = stateOf(files());
    const window = await openDiskWindow(root);
    const handedOver = await window.handOver([changeOf('overwrite', root, less)]);
    writeFileSync(path.join(files(), 'a'), 'other');
    const { writtenChanges } = await handedOver.compareAndFinish();
    assert.deepEqual(
      writtenChanges.map(({ kind }) => kind),
      ['update'],
    );
    await (await openDiskWindow(root)).revert();
    assert.deepEqual(stateOf(files()), before);
  });

  it('are undone and done again where an agent wrote a large file over a small one, which is never loaded', async () => {
    put(10);
    const before = stateOf(files());
    const window = await openDiskWindow(root);
    const { at } = changeOf('overwrite', root, 10);
    const [old, planned] = [content('a'.repeat(10)), content('planned')];
    const handedOver = await window.handOver([{ kind: 'update', at, before: old, after: planned }]);
    truncateSync(path.join(files(), 'a'), wholeFileLimit + 1);
    const after = stateOf(files());
    const { writtenChanges } = await handedOver.compareAndFinish();
    assert.deepEqual(
      writtenChanges.map((change) => change.kind === 'update' && change.after.kind),
      ['large'],
    );
    for (const expected of [before, after, before]) {
      await (await openDiskWindow(root)).revert();
      assert.deepEqual(stateOf(files()), expected);
    }
  });

  for (const kind of ['move', 'append'] as const)
    it(`${kind}, are listed as what cannot be undone where an agent wrote something else, since nothing was kept`, async () => {
      put(less);
      const window = await openDiskWindow(root);
      const handedOver = await window.handOver([changeOf(kind, root, less)]);
      rmSync(path.join(files(), 'a'));
      writeFileSync(path.join(files(), kind === 'move' ? 'b' : 'a'), 'other');
      const { writtenChanges } = await handedOver.compareAndFinish();
      const [entry] = window.journal.entries;
      assert.equal((await window.journal.contents.changesOf(entry ?? assert.fail('no entry'))).length, 2);
      assert.ok(entry !== undefined && isIrreversibleCall(entry));
      assert.deepEqual(
        writtenChanges.map((change) => `${change.kind} ${change.at.path}`),
        ['delete a', `create ${kind === 'move' ? 'b' : 'a'}`],
      );
    });

  for (const kind of kinds) {
    it(`${kind}, are undone, done again and undone`, async () => {
      const bytes = kind === 'delete' || kind === 'append' ? size : less;
      put(bytes);
      const before = stateOf(files());
      const window = await openDiskWindow(root);
      await window.apply([changeOf(kind, root, bytes)]);
      const after = stateOf(files());
      assert.notDeepEqual(after, before);
      // Only what is taken away is kept; what is moved, copied or gets a tail is there before and after.
      assert.equal(kept().length, kind === 'delete' || kind === 'overwrite' ? 1 : 0);
      for (const expected of [before, after, before]) {
        // Another window, which knows the history by its files alone.
        await (await openDiskWindow(root)).revert();
        assert.deepEqual(stateOf(files()), expected);
      }
      await window.journal.refresh();
      assert.equal(window.journal.entries.length, 4);
      await window.journal.clear();
      assert.deepEqual(readdirSync(path.join(root, 'storage/blobs')), []);
    });

    it(`${kind}, are made only where the file is what was planned`, async () => {
      put(less);
      appendFileSync(path.join(files(), 'a'), 'x');
      const before = stateOf(files());
      const window = await openDiskWindow(root);
      await assert.rejects(window.apply([changeOf(kind, root, less)]), { code: 'STALE' });
      truncateSync(path.join(files(), 'a'), less);
      await window.apply([changeOf(kind, root, less)]);
      assert.deepEqual([Object.keys(before), window.journal.entries.length], [['a'], 1]);
    });

    it(`${kind}, leave the file before or after, wherever the window is killed in the call or its undo`, async function () {
      if (process.platform === 'win32') this.skip();
      const after = await undisturbed(kind, less);
      for (const time of [15, 60, 140]) {
        rmSync(root, { recursive: true, force: true });
        put(less);
        const before = stateOf(files());
        await killedIn(kind, root, less, time);
        const window = await openDiskWindow(root);
        await window.recover();
        assert.deepEqual(window.journal.unfinished, []);
        const isAfter = window.journal.entries.length % 2 === 1;
        const expected = isAfter ? after : before;
        assert.deepEqual(stateOf(files()), expected, `killed after ${time} ms, ${window.journal.entries.length} steps`);
        for (const entry of window.journal.entries) await window.journal.contents.changesOf(entry);
      }
    });
  }

  it('are rolled back where restoring the deleted file was cut off', async () => {
    put(less);
    const before = stateOf(files());
    const { journal } = await openDiskWindow(root);
    const permissions = { [changeOf('delete', root, less).at.uri]: 0o640 };
    await journal.begin([changeOf('delete', root, less)], { title: 'A call', tool: 'redline_test', permissions });
    truncateSync(path.join(files(), 'a'), 4096);
    const window = await openDiskWindow(root);
    await window.recover();
    assert.deepEqual([stateOf(files()), window.journal.entries], [before, []]);
  });

  it('are refused with nothing done where the history cannot hold the file', async () => {
    put(less);
    const window = await openDiskWindow(root);
    rmSync(path.join(root, 'storage/blobs'), { recursive: true });
    writeFileSync(path.join(root, 'storage/blobs'), 'no folder');
    const before = stateOf(files());
    await assert.rejects(window.apply([changeOf('delete', root, less)]));
    assert.deepEqual([stateOf(files()), window.journal.entries.length], [before, 0]);
  });

  it('are not undone from bytes that are damaged or gone', async () => {
    put(less);
    const window = await openDiskWindow(root);
    await window.apply([changeOf('overwrite', root, less)]);
    const after = stateOf(files());
    const [name = ''] = kept();
    const file = path.join(root, 'storage/blobs', name);
    writeFileSync(file, Buffer.alloc(less, 'x'));
    await assert.rejects(window.revert(), { code: 'IO_ERROR' });
    assert.deepEqual(stateOf(files()), after);
    rmSync(file);
    await assert.rejects(window.revert(), { code: 'IO_ERROR' });
    assert.deepEqual(stateOf(files()), after);
  });

  it('push out older large files, and nothing else', async () => {
    put(less);
    const window = await openDiskWindow(root, less + 10);
    const small = (name: string) => ({ ...changeOf('overwrite', root, 10), ...placeOf(name) });
    writeFileSync(path.join(files(), 'small'), Buffer.alloc(10, 'a'));
    const place = changeOf('overwrite', root, 10).at;
    const placeOf = (name: string) => ({
      at: { uri: place.uri.replace(/a$/, name), path: name, real: place.real.replace(/a$/, name) },
    });
    await window.apply([small('small')]);
    await window.apply([changeOf('delete', root, less)]);
    put(less);
    await window.apply([changeOf('delete', root, less)]);
    assert.deepEqual(
      window.journal.entries.map(({ large }) => large),
      [10, less],
    );
    assert.equal(kept().length, 2);
  });
});

/** What a call leaves. */
async function undisturbed(kind: Kind, bytes: number): Promise<Record<string, string>> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-large-')));
  try {
    mkdirSync(path.join(root, 'files'));
    writeFileSync(path.join(root, 'files/a'), Buffer.alloc(bytes, 'a'));
    chmodSync(path.join(root, 'files/a'), 0o640);
    await (await openDiskWindow(root)).apply([changeOf(kind, root, bytes)]);
    return stateOf(path.join(root, 'files'));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes a call and takes it back, again and again, in a process that is killed after a while. */
async function killedIn(kind: Kind, root: string, bytes: number, after: number): Promise<void> {
  const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `import { openDiskWindow } from ${module('./diskWindow.ts')};
    import { changeOf } from ${module('./largeChanges.ts')};
    const window = await openDiskWindow(${JSON.stringify(root)});
    console.log('ready');
    await window.apply([changeOf('${kind}', ${JSON.stringify(root)}, ${bytes})]);
    for (;;) await window.revert();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await delay(after);
  child.kill('SIGKILL');
  await once(child, 'exit');
}
