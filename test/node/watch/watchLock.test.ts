import assert from 'node:assert/strict';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProcesses } from '../../../src/node/disk/processes.ts';
import { nodeStorageFolder } from '../../../src/node/files/storageFolder.ts';
import { withLock } from '../../../src/node/watch/watchLock.ts';
import type { StorageFolder } from '../../../src/tools/ports/diskPorts.ts';

const lock = 'lock';
const other = Buffer.from(`${nodeProcesses.own}\nanother window`);

describe('the lock of a store', () => {
  let folder = '';
  let storage: StorageFolder;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'redline-lock-'));
    storage = nodeStorageFolder(pathToFileURL(folder).href);
    await storage.prepare([]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is not taken from a live window, although the machine has slept', async () => {
    await storage.claim(lock, other);
    const { now } = Date;
    let attempts = 0;
    const [tried, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const counting: StorageFolder = {
      ...storage,
      async claim(file, bytes) {
        if (++attempts === 2) Date.now = () => now() + 3_600_000;
        if (attempts === 4) {
          tried.resolve();
          await release.promise;
        }
        return storage.claim(file, bytes);
      },
    };
    try {
      let isDone = false;
      const work = withLock(counting, async () => void (isDone = true));
      await Promise.race([tried.promise, work]);
      assert.equal(isDone, false);
      await storage.remove(lock);
      release.resolve();
      await work;
      assert.equal(isDone, true);
    } finally {
      Date.now = now;
    }
  });

  it('is left to the window that has taken it over meanwhile', async () => {
    await withLock(storage, async () => {
      await storage.remove(lock);
      await storage.claim(lock, other);
    });
    assert.deepEqual(Buffer.from((await storage.read(lock)) ?? []), other);
  });

  it('is free after work during which the descriptors ran out, whose error is told', async () => {
    const full: StorageFolder = {
      ...storage,
      readPart: () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' })),
    };
    await assert.rejects(
      withLock(full, () => Promise.reject(new Error('too many open files'))),
      /too many open files/,
    );
    assert.equal(await storage.read(lock), undefined);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is taken at once from a process that has ended, although its id belongs to another one by now', async () => {
    const namespace = readlinkSync('/proc/self/ns/pid');
    await storage.claim(lock, Buffer.from(`${nodeProcesses.own}\nwindow\n1 ${namespace}`));
    assert.equal(await withLock(storage, () => Promise.resolve(1)), 1);
  });

  onLinux(
    'is not taken from a running process, nor judged by a process id of another machine or container',
    async () => {
      const running = await withLock(storage, async () => Buffer.from((await storage.read(lock)) ?? []).toString());
      const elsewhere = running.replace('\n', '-elsewhere\n').replace(/\d+ (?=pid:)/, '1 ');
      const inContainer = `${nodeProcesses.own}\nwindow\n1 pid:[1]`;
      for (const holder of [running, elsewhere, inContainer, running.split('\n').slice(0, 2).join('\n')]) {
        await storage.claim(lock, Buffer.from(holder));
        const tried = Promise.withResolvers<void>();
        let attempts = 0;
        const counting: StorageFolder = {
          ...storage,
          async claim(file, bytes) {
            if (++attempts === 3) tried.resolve();
            return storage.claim(file, bytes);
          },
        };
        let isDone = false;
        const work = withLock(counting, async () => void (isDone = true));
        await Promise.race([tried.promise, work]);
        assert.equal(isDone, false, holder);
        await storage.remove(lock);
        await work;
      }
    },
  );

  it('is free after the work', async () => {
    assert.equal(await withLock(storage, () => Promise.resolve(1)), 1);
    assert.equal(await storage.read(lock), undefined);
  });
});
