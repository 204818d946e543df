import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { nodeWholeFiles } from '../../src/node/wholeFiles.ts';

describe('whole files', () => {
  let root = '';
  const at = (name: string): string => path.join(root, name);
  const uri = (name: string): string => pathToFileURL(at(name)).href;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const names = (): string[] => readdirSync(root).filter((name) => name !== 'drafts');

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-whole-')));
    mkdirSync(at('drafts'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  for (const scratch of ['drafts', 'no such folder']) {
    for (const mode of [0o600, 0o644, 0o755, 0o4755]) {
      it(`replaces a file of mode ${mode.toString(8)}, with ${scratch} for drafts`, async function () {
        if (process.platform === 'win32') this.skip();
        writeFileSync(at('a'), 'a long old text');
        chmodSync(at('a'), mode);
        assert.ok(await nodeWholeFiles(at(scratch)).replace(uri('a'), bytes('new'), bytes('a long old text')));
        assert.equal(readFileSync(at('a'), 'utf8'), 'new');
        assert.equal(statSync(at('a')).mode & 0o7777, mode);
        assert.deepEqual(names(), ['a']);
        assert.deepEqual(readdirSync(at('drafts')), []);
      });
    }
  }

  it('keeps hard links one file, and links links', async () => {
    writeFileSync(at('a'), 'a long old text');
    linkSync(at('a'), at('b'));
    symlinkSync('a', at('l'));
    assert.ok(await nodeWholeFiles(at('drafts')).replace(uri('l'), bytes('new'), bytes('a long old text')));
    assert.deepEqual([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')], ['new', 'new']);
    assert.equal(readlinkSync(at('l')), 'a');
  });

  it('leaves a read-only file alone', async () => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o444);
    await assert.rejects(nodeWholeFiles(at('drafts')).replace(uri('a'), bytes('new'), bytes('old')), {
      code: 'EACCES',
    });
    assert.equal(readFileSync(at('a'), 'utf8'), 'old');
  });

  for (const links of [1, 2]) {
    it(`neither replaces nor removes a file of ${links} links that somebody else wrote to`, async () => {
      writeFileSync(at('a'), 'theirs');
      if (links === 2) linkSync(at('a'), at('b'));
      const files = nodeWholeFiles(at('drafts'));
      assert.equal(await files.replace(uri('a'), bytes('new'), bytes('old')), false);
      assert.equal(await files.remove(uri('a'), bytes('old')), false);
      assert.equal(readFileSync(at('a'), 'utf8'), 'theirs');
      assert.ok(await files.remove(uri('a'), bytes('theirs')));
      assert.deepEqual(names(), links === 2 ? ['b'] : []);
    });
  }

  it('loses no line of a program that appends while it replaces', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('a'), 'a'.repeat(200_000));
    const lines = 400;
    const script = `const { appendFileSync } = require('node:fs');
      for (let line = 0; line < ${lines}; line++) {
        appendFileSync(${JSON.stringify(at('a'))}, 'line ' + line + '\\n');
        for (let wait = Date.now() + 1; Date.now() < wait; );
      }`;
    const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
    const files = nodeWholeFiles(at('drafts'));
    let done = 0;
    for (const ended = once(child, 'exit'); child.exitCode === null; await Promise.race([ended, delay(1)])) {
      const before = readFileSync(at('a'));
      const after = before.subarray();
      if (
        await files.replace(
          uri('a'),
          after.map((byte) => byte ^ (byte > 0x60 && byte < 0x63 ? 3 : 0)),
          before,
        )
      )
        done++;
    }
    const found = readFileSync(at('a'), 'utf8').split('\n').length - 1;
    assert.ok(done > 0);
    assert.ok(found >= lines - 1, `${found} of ${lines} lines, after ${done} replacements`);
  });

  it('creates a file with its folders, never over another', async () => {
    const files = nodeWholeFiles(at('drafts'));
    await files.create(uri('x/y'), bytes('new'), 0o600);
    assert.equal(readFileSync(at('x/y'), 'utf8'), 'new');
    assert.equal(statSync(at('x/y')).mode & 0o777, 0o600);
    await assert.rejects(files.create(uri('x/y'), bytes('newer')), { code: 'EEXIST' });
    assert.equal(readFileSync(at('x/y'), 'utf8'), 'new');
    assert.deepEqual(readdirSync(at('drafts')), []);
  });

  it('sweeps only its own drafts', async () => {
    writeFileSync(at('.redline-0123456789abcdef.tmp'), 'x');
    writeFileSync(at('.redline-mine.tmp'), 'x');
    await nodeWholeFiles(at('drafts')).sweep(pathToFileURL(root).href);
    assert.deepEqual(names(), ['.redline-mine.tmp']);
  });

  it('leaves the old text or the new, whenever the writer is killed', async function () {
    if (process.platform === 'win32') this.skip();
    const [old, fresh] = ['a'.repeat(2_000_000), 'b'.repeat(1_500_000)];
    writeFileSync(at('a'), old);
    const module = JSON.stringify(new URL('../../src/node/wholeFiles.ts', import.meta.url).href);
    const script = `import { nodeWholeFiles } from ${module};
      const files = nodeWholeFiles(${JSON.stringify(at('drafts'))});
      const texts = ['a'.repeat(2_000_000), 'b'.repeat(1_500_000)].map((text) => new TextEncoder().encode(text));
      console.log('ready');
      for (let at = 0; ; at++) await files.replace(${JSON.stringify(uri('a'))}, texts[at % 2], texts[1 - (at % 2)]);`;
    for (let kill = 0; kill < 8; kill++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await delay(kill * 7 + 3);
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.ok([old, fresh].includes(readFileSync(at('a'), 'utf8')), `kill ${kill}`);
      assert.deepEqual(names(), ['a']);
    }
  });
});
