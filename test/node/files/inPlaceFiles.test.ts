import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { isPartialWrite } from '../../../src/core/journal/partialWrite.ts';
import { nodeWholeFiles } from '../../../src/node/files/inPlaceFiles.ts';

describe('whole files', () => {
  let root = '';
  const at = (name: string): string => path.join(root, name);
  const uri = (name: string): string => pathToFileURL(at(name)).href;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const names = (): string[] => readdirSync(root);

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-whole-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  for (const mode of [0o600, 0o644, 0o755, 0o4755]) {
    it(`replaces a file of mode ${mode.toString(8)}, which stays the same inode`, async function () {
      if (process.platform === 'win32') this.skip();
      writeFileSync(at('a'), 'a long old text');
      chmodSync(at('a'), mode);
      const { ino } = statSync(at('a'));
      for (const [text, before] of [
        ['new', 'a long old text'],
        ['newer, and longer than before', 'new'],
        ['', 'newer, and longer than before'],
      ] as const) {
        assert.ok(await nodeWholeFiles().replace(uri('a'), bytes(text), bytes(before)));
        assert.equal(readFileSync(at('a'), 'utf8'), text);
      }
      assert.equal(statSync(at('a')).mode & 0o7777, mode);
      assert.equal(statSync(at('a')).ino, ino);
      assert.deepEqual(readdirSync(root), ['a']);
    });
  }

  it('keeps hard links one file, and links links', async () => {
    writeFileSync(at('a'), 'a long old text');
    linkSync(at('a'), at('b'));
    symlinkSync('a', at('l'));
    assert.ok(await nodeWholeFiles().replace(uri('l'), bytes('new'), bytes('a long old text')));
    assert.deepEqual([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')], ['new', 'new']);
    assert.equal(readlinkSync(at('l')), 'a');
  });

  it('leaves a read-only file alone', async () => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o444);
    await assert.rejects(nodeWholeFiles().replace(uri('a'), bytes('new'), bytes('old')), {
      code: 'EACCES',
    });
    assert.equal(readFileSync(at('a'), 'utf8'), 'old');
  });

  for (const links of [1, 2]) {
    it(`neither replaces nor removes a file of ${links} links that somebody else wrote to`, async () => {
      writeFileSync(at('a'), 'theirs');
      if (links === 2) linkSync(at('a'), at('b'));
      const files = nodeWholeFiles();
      assert.equal(await files.replace(uri('a'), bytes('new'), bytes('old')), false);
      assert.equal(await files.remove(uri('a'), bytes('old')), false);
      assert.equal(readFileSync(at('a'), 'utf8'), 'theirs');
      assert.ok(await files.remove(uri('a'), bytes('theirs')));
      assert.deepEqual(names(), links === 2 ? ['b'] : []);
    });
  }

  it('replaces nothing where a file is gone', async () => {
    for (const name of ['gone', 'gone/below']) {
      assert.equal(await nodeWholeFiles().replace(uri(name), bytes('new'), bytes('old')), false);
    }
  });

  it('loses no line of a program that appends while it replaces', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('a'), 'a'.repeat(200_000));
    // It ends when it is told to, so that no slow machine ends the test before anything was replaced.
    const script = `const { appendFileSync } = require('node:fs');
      let lines = 0;
      const timer = setInterval(() => appendFileSync(${JSON.stringify(at('a'))}, 'line ' + lines++ + '\\n'), 5);
      process.stdin.on('end', () => { clearInterval(timer); console.log(lines); }).resume();`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const said = once(child.stdout, 'data');
    for (let done = 0; done < 10; await delay(1)) {
      const before = readFileSync(at('a'));
      const other = Buffer.from(
        before.toString().replace(/^a+|^b+/, (all) => (all[0] === 'a' ? 'b' : 'a').repeat(all.length)),
      );
      if (await nodeWholeFiles().replace(uri('a'), other, before)) done++;
    }
    child.stdin.end();
    const lines = Number(String((await said)[0]));
    const found = new Set(readFileSync(at('a'), 'utf8').match(/line \d+\n/g));
    assert.equal(found.size, lines);
  });

  it('sees what was written at the same time by the clock of the disk', async () => {
    for (let round = 0; round < 100; round++) {
      writeFileSync(at('a'), 'old');
      const replacing = nodeWholeFiles().replace(uri('a'), bytes('new'), bytes('old'));
      for (let turn = round * 2; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(at('a'), 'odd');
      await replacing;
      assert.equal(readFileSync(at('a'), 'utf8'), 'odd', `round ${round}`);
    }
  });

  it('creates a file with its folders, never over another', async () => {
    const files = nodeWholeFiles();
    await files.create(uri('x/y'), bytes('new'), 0o600);
    assert.equal(readFileSync(at('x/y'), 'utf8'), 'new');
    assert.equal(statSync(at('x/y')).mode & 0o777, 0o600);
    await assert.rejects(files.create(uri('x/y'), bytes('newer')), { code: 'EEXIST' });
    assert.equal(readFileSync(at('x/y'), 'utf8'), 'new');
  });

  it('leaves bytes of the old text or the new, whenever the writer is killed', async function () {
    if (process.platform === 'win32') this.skip();
    const [old, fresh] = [Buffer.alloc(2_000_000, 'a'), Buffer.alloc(1_500_000, 'b')];
    writeFileSync(at('a'), old);
    const module = JSON.stringify(new URL('../../../src/node/files/inPlaceFiles.ts', import.meta.url).href);
    const script = `import { nodeWholeFiles } from ${module};
      import { readFileSync } from 'node:fs';
      const files = nodeWholeFiles();
      const texts = [Buffer.alloc(2_000_000, 'a'), Buffer.alloc(1_500_000, 'b')];
      console.log('ready');
      for (let at = 0; ; at++) await files.replace(${JSON.stringify(uri('a'))}, texts[at % 2], readFileSync(${JSON.stringify(at('a'))}));`;
    for (let kill = 0; kill < 8; kill++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await delay(kill * 7 + 3);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const found = readFileSync(at('a'));
      assert.ok(isPartialWrite(found, old, fresh), `kill ${kill}: ${found.length} bytes`);
      assert.ok(await nodeWholeFiles().replace(uri('a'), old, found));
      assert.ok(readFileSync(at('a')).equals(old));
    }
  });

  for (const [title, before, after] of [
    ['grows', 'a'.repeat(4096), 'b'.repeat(300_000)],
    ['grows at its end', 'a'.repeat(4096), 'a'.repeat(300_000)],
    ['is new', undefined, 'b'.repeat(300_000)],
  ] as const) {
    it(`leaves everything as it was where there is no room, and a file ${title}`, function () {
      if (process.platform !== 'linux' || spawnSync('prlimit', ['--version']).status !== 0) this.skip();
      if (before !== undefined) writeFileSync(at('a'), before);
      const module = JSON.stringify(new URL('../../../src/node/files/inPlaceFiles.ts', import.meta.url).href);
      const given = before === undefined ? '' : `, Buffer.from(${JSON.stringify(before)})`;
      const script = `import { nodeWholeFiles } from ${module};
        process.on('SIGXFSZ', () => undefined);
        const work = nodeWholeFiles().${before === undefined ? 'create' : 'replace'};
        console.log(await work(${JSON.stringify(uri('a'))}, Buffer.from(${JSON.stringify(after)})${given}).catch(({ code }) => code));`;
      writeFileSync(at('script.mjs'), script);
      // No file may have more than so many bytes, which cuts a write off in its middle.
      const { stdout } = spawnSync('prlimit', ['--fsize=131072', process.execPath, at('script.mjs')], {
        encoding: 'utf8',
      });
      assert.equal(stdout, 'EFBIG\n');
      assert.equal(before === undefined ? undefined : readFileSync(at('a'), 'utf8'), before);
      assert.deepEqual(names(), before === undefined ? ['script.mjs'] : ['a', 'script.mjs']);
    });
  }

  it('keeps extended attributes and access lists', async function () {
    writeFileSync(at('a'), 'old');
    const tools: readonly (readonly [set: string, args: readonly string[], get: string, args: readonly string[]])[] = [
      ['setfattr', ['-n', 'user.redline', '-v', 'kept'], 'getfattr', ['--absolute-names', '-d']],
      ['setfacl', ['-m', 'u:12345:rw'], 'getfacl', ['--absolute-names', '-n']],
    ];
    const usable = tools.filter(([set, args]) => spawnSync(set, [...args, at('a')]).status === 0);
    if (usable.length === 0) this.skip();
    const seen = (): string[] =>
      usable.map(([, , get, args]) => execFileSync(get, [...args, at('a')], { encoding: 'utf8' }));
    const before = seen();
    assert.ok(await nodeWholeFiles().replace(uri('a'), bytes('new, and longer'), bytes('old')));
    assert.ok(await nodeWholeFiles().replace(uri('a'), bytes('n'), bytes('new, and longer')));
    assert.deepEqual(seen(), before);
  });

  it('gives a new file the access list that its folder has for new ones', async function () {
    if (spawnSync('setfacl', ['-d', '-m', 'u:12345:rw', root]).status !== 0) this.skip();
    await nodeWholeFiles().create(uri('a'), bytes('new'));
    assert.match(execFileSync('getfacl', ['--absolute-names', '-n', at('a')], { encoding: 'utf8' }), /user:12345:rw/);
  });

  it('writes to no link and no folder in the place of a file', async () => {
    writeFileSync(at('a'), 'old');
    symlinkSync('a', at('l'));
    mkdirSync(at('d'));
    const files = nodeWholeFiles();
    assert.equal(await files.remove(uri('l'), bytes('old')), false);
    assert.equal(await files.remove(uri('d'), bytes('')), false);
    assert.equal(await files.replace(uri('d'), bytes('new'), bytes('')), false);
    if (process.platform !== 'win32') execFileSync('mkfifo', [at('pipe')]);
    if (process.platform !== 'win32') assert.equal(await files.replace(uri('pipe'), bytes('new'), bytes('')), false);
    await assert.rejects(files.create(uri('l'), bytes('new')), { code: 'EEXIST' });
    assert.deepEqual(names(), ['a', 'd', 'l', ...(process.platform === 'win32' ? [] : ['pipe'])]);
  });

  it('tells what is read-only', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('a'), 'old');
    symlinkSync('a', at('l'));
    const files = nodeWholeFiles();
    assert.equal(await files.isReadOnly(uri('a')), false);
    chmodSync(at('a'), 0o444);
    const found = await Promise.all(['a', 'l', 'none'].map((name) => files.isReadOnly(uri(name))));
    assert.deepEqual(found, [true, false, false]);
  });

  it('flushes files and folders, those that are gone passed over', async () => {
    const files = nodeWholeFiles();
    await files.create(uri('x/y/a'), bytes('new'));
    symlinkSync('x/y/a', at('l'));
    symlinkSync('gone', at('dangling'));
    await files.flush(['x/y/a', 'gone', 'l', 'dangling'].map(uri), [uri('x/y'), uri('gone')]);
  });
});
