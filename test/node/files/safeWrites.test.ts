import assert from 'node:assert/strict';
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  hasBytesSync,
  renameWithRetry,
  writeInPlace,
  type RenameSystemCalls,
} from '../../../src/node/files/safeWrites.ts';

const old = 'the old text\n';

describe('writing in place', () => {
  let root = '';
  let fd = 0;
  const file = (): string => path.join(root, 'a');
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'redline-in-place-'));
    writeFileSync(file(), old);
    fd = openSync(file(), 'r+');
  });
  afterEach(() => {
    closeSync(fd);
    rmSync(root, { recursive: true, force: true });
  });

  for (const after of [
    '',
    'new',
    'the old',
    'THE OLD TEXT\n',
    'the old text\nand more',
    'new, and longer than it was',
  ]) {
    it(`makes ${JSON.stringify(after)} of a file`, () => {
      assert.ok(writeInPlace(fd, Buffer.from(after), Buffer.from(old)));
      assert.equal(readFileSync(file(), 'utf8'), after);
    });

    it(`keeps what somebody has added since it was looked at, where it was to be ${JSON.stringify(after)}`, () => {
      appendFileSync(file(), 'their line\n');
      const isWritten = writeInPlace(fd, Buffer.from(after), Buffer.from(old));
      // Of the same length, both stand there.
      assert.equal(isWritten, after.length === old.length);
      assert.equal(readFileSync(file(), 'utf8'), `${isWritten ? after : old}their line\n`);
    });
  }

  it('writes a small file that grows by one call of the system', () => {
    const fs = process.getBuiltinModule('node:fs');
    const { writeSync } = fs;
    let calls = 0;
    const counting = (...args: Parameters<typeof writeSync>): number => {
      calls++;
      return writeSync(...args);
    };
    Object.assign(fs, { writeSync: counting });
    syncBuiltinESMExports();
    try {
      const after = 'the new text\nand more';
      assert.ok(writeInPlace(fd, Buffer.from(after), Buffer.from(old)));
      assert.deepEqual([readFileSync(file(), 'utf8'), calls], [after, 1]);
    } finally {
      Object.assign(fs, { writeSync });
      syncBuiltinESMExports();
    }
  });

  it('tells whether a file holds these bytes', () => {
    const holds = (text: string): boolean => hasBytesSync(fd, Buffer.from(text));
    assert.deepEqual([old, 'the odd text\n', `${old}more`].map(holds), [true, false, false]);
    const long = 'x'.repeat(200_000);
    writeFileSync(file(), long);
    assert.deepEqual([long, `${long.slice(1)}y`].map(holds), [true, false]);
  });
});

describe('a rename of a file that is held', () => {
  /** A file that is held for some attempts; answers the pauses, and the code of the failure that was left. */
  async function attempt(held: number, code: string, world: Partial<RenameSystemCalls> = {}) {
    const pauses: number[] = [];
    let left = held;
    const end = await renameWithRetry('from', 'to', {
      windows: true,
      rename: async () => {
        if (left-- > 0) throw Object.assign(new Error('held'), { code });
      },
      isFolder: async () => false,
      pause: async (milliseconds) => pauses.push(milliseconds),
      ...world,
    }).then(
      () => 'done',
      (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : cause),
    );
    return { pauses, end };
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`is tried again with growing pauses after ${code}`, async () => {
      assert.deepEqual(await attempt(3, code), { pauses: [10, 20, 30], end: 'done' });
    });
  }

  it('is given up at last', async () => {
    const { pauses, end } = await attempt(Infinity, 'EBUSY');
    const sum = pauses.reduce((all, each) => all + each, 0);
    assert.deepEqual([end, Math.max(...pauses), sum >= 60_000, sum < 61_000], ['EBUSY', 100, true, true]);
  });

  for (const [title, code, world] of [
    ['after another failure', 'ENOENT', {}],
    ['on another system', 'EACCES', { windows: false }],
    ['where a folder is in its way', 'EPERM', { isFolder: async () => true }],
  ] as const) {
    it(`is not tried again ${title}`, async () => {
      assert.deepEqual(await attempt(1, code, world), { pauses: [], end: code });
    });
  }
});
