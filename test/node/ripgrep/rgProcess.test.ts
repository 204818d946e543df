import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { few, plain } from '../../core/search/queryCases.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { countUnreadable, runRg, type RgOutcome } from '../../../src/node/ripgrep/runRg.ts';
import { createNameReader } from '../../../src/node/ripgrep/output/outputReader.ts';
import { findFilesWithBytes } from '../../../src/node/ripgrep/scope/listFiles.ts';
import { toRgScope } from '../../../src/node/ripgrep/scope/scope.ts';
import { searching } from './searching.ts';

/** A program that waits, says something, waits and ends, in milliseconds. */
function run(
  before: number,
  after: number,
  limit: { timeLimitMs?: number; maxStartupMs?: number },
): Promise<RgOutcome> {
  const program = `setTimeout(() => { process.stdout.write('x'); setTimeout(() => {}, ${after}); }, ${before});`;
  const output = { take: () => true, finish: () => undefined };
  return runRg({ rg: process.execPath, args: ['-e', program], cwd: process.cwd(), output, ...limit });
}

describe('a run of ripgrep', () => {
  const output = createNameReader(0, () => undefined);
  for (const usesFile of [true, false]) {
    it(`fails where the program cannot be started, ${usesFile ? 'by a file' : 'by a pipe'}`, async () => {
      const running = runRg({ rg: '/nowhere/rg', args: [], cwd: process.cwd(), output, usesFile });
      await assert.rejects(running, /ripgrep cannot run/);
    });

    it(`ends with its call, although the program would never end, ${usesFile ? 'by a file' : 'by a pipe'}`, async () => {
      const program = `process.stdout.write(String(process.pid)); setInterval(() => process.stdout.write(' '), 10);`;
      const call = new AbortController();
      let written = '';
      const take = (bytes: Uint8Array): boolean => {
        written += Buffer.from(bytes).toString();
        if (/^\d+ /.test(written)) call.abort(new Error('stopped'));
        return true;
      };
      const stoppable = { output: { take, finish: () => undefined }, usesFile, signal: call.signal };
      const running = runRg({ rg: process.execPath, args: ['-e', program], cwd: process.cwd(), ...stoppable });
      await assert.rejects(running, /stopped/);
      assert.throws(() => process.kill(Number.parseInt(written, 10), 0), { code: 'ESRCH' });
    });
  }
});

describe('a search for bytes', () => {
  const at = searching();
  it('fails where ripgrep fails, instead of finding nothing', async () => {
    at.files({ a: 'q' });
    const { walk } = await toRgScope(at.scope(), 'filesAndFolders', undefined);
    const listing = { rg: at.rg, root: at.root, walk, signal: undefined };
    const finding = findFilesWithBytes(listing, '(', () => undefined);
    await assert.rejects(async () => finding, { code: 'IO_ERROR' });
  });
});

describe('the time of a run of ripgrep', () => {
  it('is not limited by itself', async () => {
    assert.equal((await run(0, 100, {})).ended, 'itself');
  });
  it('is counted from its start', async () => {
    assert.equal((await run(60_000, 0, { timeLimitMs: 50 })).ended, 'late');
  });
  it('is counted from its first output, where a slow start is borne with', async () => {
    // Node itself starts more slowly than 1 ms.
    assert.equal((await run(0, 0, { timeLimitMs: 5000, maxStartupMs: 1 })).ended, 'itself');
    assert.equal((await run(0, 60_000, { timeLimitMs: 1, maxStartupMs: 60_000 })).ended, 'late');
    assert.equal((await run(60_000, 0, { timeLimitMs: 1, maxStartupMs: 50 })).ended, 'late');
  });
});

describe('what a run of ripgrep could not read', () => {
  const at = searching();

  it('is counted to the end of a long standard error, without what was deleted meanwhile', async () => {
    const lines = String.raw`Array.from({ length: 3000 }, (_, i) => 'rg: ./file-' + i + ': Permission denied (os error 13)\n')`;
    const program = `process.stderr.write(${lines}.join('') + 'rg: ./gone: No such file or directory (os error 2)'); process.exitCode = 2;`;
    const output = { take: () => true, finish: () => undefined };
    const outcome = await runRg({ rg: process.execPath, args: ['-e', program], cwd: process.cwd(), output });
    assert.equal(countUnreadable(outcome), 3000);
  });

  for (const mode of ['matches', 'files', 'counts'] as const) {
    it(`is told in the mode ${mode} where a glob has the wanted files listed, and only these are searched`, async function () {
      if (process.platform === 'win32') this.skip();
      at.files({ 'in/a1.ts': 'q', 'in/b.ts': 'q', 'in/deep/a2.ts': 'q' });
      // Plays a ripgrep that cannot read a folder.
      const rg = join(at.root, 'rg');
      const refusal = 'rg: ./in/private: Permission denied (os error 13)';
      writeFileSync(
        rg,
        `#!/bin/sh\necho "$*" >> log\n'${at.rg}' "$@"\ncode=$?\ncase "$*" in *'--files '*) echo '${refusal}' >&2; exit 2;; esac\nexit $code\n`,
      );
      chmodSync(rg, 0o755);
      const search = createRipgrepSearch(rg);
      const answer = await search.search(
        { ...plain, text: 'q' },
        at.scope({ globs: ['in/a[12].ts'] }),
        { ...few, mode },
        [],
      );
      assert.deepEqual(
        [answer.files.map(({ path }) => path), answer.filesSearched, answer.notes.length],
        [['in/a1.ts'], 1, 1],
      );
      assert.match(readFileSync(join(at.root, 'log'), 'utf8'), /--regexp=q -- \.\/in\/a1\.ts$/m);
    });
  }
});
