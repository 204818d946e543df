import assert from 'node:assert/strict';
import { runRg, type RgOutcome } from '../../../src/node/ripgrep/runRg.ts';
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
