import assert from 'node:assert/strict';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeRealPaths } from '../../../src/node/disk/realPath.ts';
import { syncIfFast } from '../../../src/node/disk/syncIfFast.ts';

/** Blocks the thread, at most a moment too long. */
function block(durationMs: number): void {
  for (const until = performance.now() + durationMs; performance.now() < until;);
}

/** What somebody does between the check and the write, and whether the path is still the same place, and untouched. */
interface Row {
  readonly title: string;
  readonly path: string;
  readonly meanwhile: (at: (path: string) => string) => void;
  readonly samePlace: boolean;
}

const rows: readonly Row[] = [
  { title: 'nothing happens', path: 'f.txt', meanwhile: () => {}, samePlace: true },
  {
    title: 'nothing happens to a missing file',
    path: 'new.txt',
    meanwhile: () => {},
    samePlace: true,
  },
  {
    title: 'another file appears beside it',
    path: 'd/f.txt',
    meanwhile: (at) => writeFileSync(at('d/g.txt'), 'g'),
    samePlace: true,
  },
  {
    title: 'the folder of a missing file appears',
    path: 'n/m/new.txt',
    meanwhile: (at) => void mkdirSync(at('n/m'), { recursive: true }),
    samePlace: true,
  },
  {
    title: 'the file is written',
    path: 'f.txt',
    meanwhile: (at) => appendFileSync(at('f.txt'), 'more'),
    samePlace: true,
  },
  {
    title: 'the file becomes a link',
    path: 'f.txt',
    meanwhile: (at) => {
      unlinkSync(at('f.txt'));
      symlinkSync('../out/secret', at('f.txt'));
    },
    samePlace: false,
  },
  {
    title: 'the file becomes a link to a copy of it',
    path: 'f.txt',
    meanwhile: (at) => {
      renameSync(at('f.txt'), at('g.txt'));
      symlinkSync('g.txt', at('f.txt'));
    },
    samePlace: false,
  },
  {
    title: 'a missing file appears as a link',
    path: 'new.txt',
    meanwhile: (at) => symlinkSync('../out/new', at('new.txt')),
    samePlace: false,
  },
  {
    title: 'a missing file appears',
    path: 'new.txt',
    meanwhile: (at) => writeFileSync(at('new.txt'), ''),
    samePlace: false,
  },
  {
    title: 'the folder of a missing file appears as a link',
    path: 'n/new.txt',
    meanwhile: (at) => symlinkSync('../out', at('n')),
    samePlace: false,
  },
  {
    title: 'a folder above becomes a link',
    path: 'd/f.txt',
    meanwhile: (at) => {
      renameSync(at('d'), at('e'));
      symlinkSync('../out', at('d'));
    },
    samePlace: false,
  },
  {
    title: 'a folder above becomes a link to where it went',
    path: 'd/f.txt',
    meanwhile: (at) => {
      renameSync(at('d'), at('e'));
      symlinkSync('e', at('d'));
    },
    samePlace: false,
  },
  {
    title: 'the link is turned to another file',
    path: 'l',
    meanwhile: (at) => {
      unlinkSync(at('l'));
      symlinkSync('../out/secret', at('l'));
    },
    samePlace: false,
  },
  {
    title: 'a link in the middle of a chain is turned',
    path: 'chain',
    meanwhile: (at) => {
      unlinkSync(at('l'));
      symlinkSync('d/f.txt', at('l'));
    },
    samePlace: false,
  },
  {
    title: 'a dangling link gets its target',
    path: 'dangling',
    meanwhile: (at) => writeFileSync(at('later'), ''),
    samePlace: false,
  },
  {
    title: 'the file is replaced by a hard link',
    path: 'f.txt',
    meanwhile: (at) => {
      unlinkSync(at('f.txt'));
      linkSync(at('../out/secret'), at('f.txt'));
    },
    samePlace: false,
  },
  {
    title: 'the file is replaced by another',
    path: 'f.txt',
    meanwhile: (at) => {
      writeFileSync(at('g.txt'), 'content');
      renameSync(at('g.txt'), at('f.txt'));
    },
    samePlace: false,
  },
  {
    title: 'the file goes',
    path: 'f.txt',
    meanwhile: (at) => unlinkSync(at('f.txt')),
    samePlace: false,
  },
  {
    title: 'the file becomes a folder',
    path: 'f.txt',
    meanwhile: (at) => {
      unlinkSync(at('f.txt'));
      mkdirSync(at('f.txt'));
    },
    samePlace: false,
  },
];

describe('between the check and the write', function () {
  if (process.platform === 'win32') return;
  const real = nodeRealPaths();
  for (const { title, path, meanwhile, samePlace } of rows) {
    it(`${title}: ${samePlace ? 'the same place' : 'another place'}`, async () => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), 'redline-swap-')));
      try {
        const at = (name: string): string => join(base, 'ws', name);
        mkdirSync(at('d'), { recursive: true });
        mkdirSync(join(base, 'out'));
        for (const file of [at('f.txt'), at('d/f.txt'), join(base, 'out/secret'), join(base, 'out/f.txt')])
          writeFileSync(file, 'content');
        for (const [link, target] of [
          ['l', 'f.txt'],
          ['chain', 'l'],
          ['dangling', 'later'],
        ] as const)
          symlinkSync(target, at(link));
        const before = await real.inspect(at(path));
        meanwhile(at);
        const after = await real.inspect(at(path));
        assert.equal(after.fileId === before.fileId, samePlace);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    });
  }

  it('may take a folder above for what it was earlier in the turn, but only until the next turn', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'redline-swap-')));
    try {
      const file = join(base, 'ws/f.txt');
      for (const folder of ['ws', 'out']) mkdirSync(join(base, folder));
      for (const each of [file, join(base, 'out/f.txt')]) writeFileSync(each, 'content');
      // Looks up the disk, which takes more turns.
      await real.inspect(file, true);
      await new Promise(setImmediate);
      assert.equal((await real.inspect(file, true)).real, file);
      renameSync(join(base, 'ws'), join(base, 'gone'));
      symlinkSync('out', join(base, 'ws'));
      assert.equal((await real.inspect(file)).real, join(base, 'out/f.txt'));
      await new Promise(setImmediate);
      assert.equal((await real.inspect(file, true)).real, join(base, 'out/f.txt'));
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });

  it('does not take a folder above for what it was, on a slow disk either', async function () {
    // Elsewhere no disk counts as fast.
    if (process.platform !== 'linux') this.skip();
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'redline-swap-')));
    try {
      const file = join(base, 'ws/f.txt');
      for (const folder of ['ws', 'out']) mkdirSync(join(base, folder));
      for (const each of [file, join(base, 'out/f.txt')]) writeFileSync(each, 'content');
      const isSlow = (): Promise<boolean> =>
        syncIfFast(
          file,
          () => (block(20), false),
          () => Promise.resolve(true),
        );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      while (!(await isSlow()));
      const earlier = real.inspect(file, true);
      // It now waits for the thread pool, which answers while this thread is blocked.
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
      block(20);
      renameSync(join(base, 'ws'), join(base, 'gone'));
      symlinkSync('out', join(base, 'ws'));
      assert.equal((await real.inspect(file)).real, join(base, 'out/f.txt'));
      await earlier;
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});
