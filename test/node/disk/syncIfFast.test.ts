import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { syncIfFast } from '../../../src/node/disk/syncIfFast.ts';

describe('syncIfFast', () => {
  let folder = '';
  beforeEach(async function () {
    if (process.platform !== 'linux') this.skip();
    folder = mkdtempSync(path.join(os.tmpdir(), 'redline-syncIfFast-'));
    writeFileSync(path.join(folder, 'a.txt'), 'text');
    // On a network's disk there is nothing to be tested here.
    if ((await statfs(folder)).type === 0x6969) this.skip();
  });
  afterEach(() => folder !== '' && rmSync(folder, { recursive: true, force: true }));

  const asked = (place: string, now: () => string | undefined = () => 'now'): Promise<string> =>
    syncIfFast(place, now, () => Promise.resolve('waiting'));

  it('asks the local disk in this thread', async () => {
    assert.equal(await asked(path.join(folder, 'a.txt')), 'now');
  });

  it('waits where the disk is none of its own, where the folder is missing, and where there is no answer', async () => {
    assert.equal(await asked('/proc/version'), 'waiting');
    assert.equal(await asked(path.join(folder, 'none/a.txt')), 'waiting');
    assert.equal(await asked(path.join(folder, 'a.txt'), () => undefined), 'waiting');
  });

  it('waits for a place on which another disk is mounted', async () => {
    assert.equal(await asked('/proc'), 'waiting');
  });

  it('takes the disk of a folder for that of its parent, but for a link, and for where another one is mounted', async () => {
    mkdirSync(path.join(folder, 'a/b'), { recursive: true });
    symlinkSync('/proc', path.join(folder, 'a/link'));
    symlinkSync('b', path.join(folder, 'a/near'));
    const answers = new Map<string, string>();
    for (const place of ['a/c.txt', 'a/b/c.txt', 'a/near/c.txt', 'a/link/version', 'a/link/sys/kernel'])
      answers.set(place, await asked(path.join(folder, place)));
    assert.deepEqual(Object.fromEntries(answers), {
      'a/c.txt': 'now',
      'a/b/c.txt': 'now',
      'a/near/c.txt': 'now',
      'a/link/version': 'waiting',
      'a/link/sys/kernel': 'waiting',
    });
    await asked('/none');
    assert.equal(await asked('/proc/sys/kernel'), 'waiting');
  });

  it('throws what the disk says', async () => {
    const place = path.join(folder, 'b.txt');
    await assert.rejects(
      syncIfFast(
        place,
        () => lstatSync(place),
        () => Promise.reject(new Error('asked twice')),
      ),
      { code: 'ENOENT' },
    );
  });

  it('lets the host do what waits, however many ask at once', async () => {
    let turns = 0;
    const count = (): unknown => setImmediate(() => (turns++, running && count()));
    let running = true;
    count();
    let done = 0;
    const work = (): string => {
      done++;
      for (const until = performance.now() + 1; performance.now() < until;);
      return 'now';
    };
    const place = path.join(folder, 'a.txt');
    await Promise.all(Array.from({ length: 200 }, () => asked(place, work)));
    running = false;
    assert.ok(turns >= done / 20, `${turns} turns in ${done} ms of work`);
  });

  const slowBy = (durationMs: number) => (): string => {
    for (const until = performance.now() + durationMs; performance.now() < until;);
    return 'now';
  };
  const slow = slowBy(20);

  it('asks again in this thread after one slow call, which may be a busy processor', async () => {
    const place = path.join(folder, 'a.txt');
    const answers = new Set<string>();
    for (let attempt = 0; attempt < 10 && !answers.has('now'); attempt++) {
      // What an earlier slow call, or a busy machine, has left behind is over then.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      while ((await asked(place)) === 'waiting') await new Promise(setImmediate);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await asked(place, slow);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      answers.add(await asked(place));
    }
    assert.ok(answers.has('now'));
  });

  for (const durationMs of [20, 300]) {
    it(`waits for a while on a disk of which two calls took ${durationMs} ms`, async () => {
      const place = path.join(folder, 'a.txt');
      const answers = new Set<string>();
      // On a busy machine the while may be over before the next call.
      for (let attempt = 0; attempt < 20 && !answers.has('waiting'); attempt++) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await asked(place, slowBy(durationMs));
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await asked(place, slowBy(durationMs));
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        answers.add(await asked(place));
      }
      assert.ok(answers.has('waiting'));
    });
  }
});
