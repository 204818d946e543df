import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFilesWithMatches } from '../../../src/node/ripgrep/output/findFilesWithMatches.ts';
import { openOutputFile } from '../../../src/node/ripgrep/output/outputFile.ts';

describe('output that goes through a file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'output-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const written = async (program: string, enoughAfter = Infinity): Promise<number> => {
    const file = await openOutputFile(folder);
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', file.fd, 'inherit'] });
    let bytes = 0;
    await file.follow(
      (part) => {
        assert.ok(part.length <= 65_536);
        bytes += part.length;
        return bytes < enoughAfter;
      },
      once(child, 'close'),
    );
    return bytes;
  };

  it('is handed on whole, while it comes and after the end, and leaves nothing behind', async () => {
    assert.equal(await written(`for (let i = 0; i < 20000; i++) require('fs').writeSync(1, 'some text\\n')`), 200_000);
    assert.equal(await written(''), 0);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not handed on after it is enough', async () => {
    assert.equal(await written(`require('fs').writeSync(1, 'x'.repeat(300000))`, 65_536), 65_536);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is refused where no file can be made', async () => {
    await assert.rejects(openOutputFile(join(folder, 'none')), { code: 'ENOENT' });
  });

  it('counts for nothing where the file could not take all: the search is run again by a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    // Plays a ripgrep that meets a full disk where its output is a file.
    const rg = join(folder, 'rg');
    const whole = String.raw`printf './a\0002\n./b\0003\n\n2 files searched\n'`;
    writeFileSync(
      rg,
      `#!/bin/sh\nif [ -f /dev/stdout ]; then printf './a\\0002\\n'; echo 'rg: ./b: No space left on device (os error 28)' >&2; exit 2; fi\n${whole}\n`,
    );
    chmodSync(rg, 0o755);
    const found = await findFilesWithMatches({
      rg,
      root: folder,
      walk: {
        paths: [''],
        nameGlobs: [],
        includesHidden: true,
        rules: 'none',
        endsAtRepositories: false,
        readsRulesAbove: false,
        outerFiles: [],
        ignoreCase: false,
        encoding: undefined,
        excludes: [],
      },
      query: { text: 'x', isRegex: false, caseSensitive: true, wholeWord: false, multiline: false },
      limits: { mode: 'counts', maxMatches: 10, contextLines: 0 },
      accept: () => true,
      includesBinary: false,
      signal: undefined,
    });
    assert.deepEqual(
      found.files.map(({ path, count }) => [path, count]),
      [
        ['a', 2],
        ['b', 3],
      ],
    );
    assert.deepEqual([found.searchedCount, found.unreadableCount], [2, 0]);
    assert.ok(existsSync(rg));
  });
});
