import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDropIns } from '../../src/bridge/agents/settingsPaths.ts';

describe('reading a file of an agent or of git in a hook', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redline-read-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (name: string): string => {
    const module = path.join(import.meta.dirname, '../../src/bridge/readFiles.ts');
    const script = `import { readTextOrEmpty } from ${JSON.stringify(module)}; process.stdout.write(readTextOrEmpty(process.argv[1]))`;
    const args = ['--input-type=module', '-e', script, path.join(folder, name)];
    return execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  };

  it('gives its text without a byte order mark', () => {
    writeFileSync(path.join(folder, 'a'), '\ufeffä\n');
    assert.equal(read('a'), 'ä\n');
  });

  if (process.platform !== 'win32')
    it('does not wait for a pipe in its place, or for a link to one', () => {
      execFileSync('sh', ['-ec', 'mkfifo p; ln -s p l'], { cwd: folder });
      assert.deepEqual([read('p'), read('l'), read('gone'), read('.')], ['', '', '', '']);
    });

  it('takes a file of 1 GiB for none, and one that never ends', () => {
    writeFileSync(path.join(folder, 'a'), '');
    truncateSync(path.join(folder, 'a'), 2 ** 30);
    assert.equal(read('a'), '');
    if (process.platform !== 'linux') return;
    symlinkSync('/proc/self/pagemap', path.join(folder, 'endless'));
    assert.equal(read('endless'), '');
  }).timeout(60_000);

  it('takes the settings of an organisation that stand in a folder of their own for more of them', () => {
    const managed = path.join(folder, 'managed-settings.json');
    const dropIns = path.join(folder, 'managed-settings.d');
    assert.deepEqual(withDropIns(managed), [managed, dropIns]);
    mkdirSync(dropIns);
    for (const name of ['10-hooks.json', 'README']) writeFileSync(path.join(dropIns, name), '{}');
    assert.deepEqual(withDropIns(managed), [managed, dropIns, path.join(dropIns, '10-hooks.json')]);
  });
});
