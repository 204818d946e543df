import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeModes } from '../../../src/node/disk/linksAndModes.ts';

describe('the modes of the local disk', () => {
  let root = '';
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'redline-modes-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  const uri = (name: string): string => pathToFileURL(join(root, name)).href;
  const modeOf = (name: string): string => (statSync(join(root, name)).mode & 0o7777).toString(8);
  const put = (name: string, mode: number): void => {
    writeFileSync(join(root, name), name);
    chmodSync(join(root, name), mode);
  };

  it('let those execute a file who may read it, as git does, and nobody', async () => {
    put('run.sh', 0o640);
    await nodeModes.setExecutable(uri('run.sh'), true);
    assert.equal(modeOf('run.sh'), '750');
    assert.equal(await nodeModes.isExecutable(uri('run.sh')), true);
    await nodeModes.setExecutable(uri('run.sh'), false);
    assert.equal(modeOf('run.sh'), '640');
  });

  it('come back to the bit, unless somebody has set others since', async () => {
    for (const [before, executable, since, expected] of [
      [0o744, false, undefined, '744'],
      [0o711, false, undefined, '711'],
      [0o654, true, undefined, '654'],
      [0o744, false, 0o600, '700'],
      [0o644, true, 0o700, '600'],
    ] as const) {
      put('a', before);
      await nodeModes.setExecutable(uri('a'), executable);
      if (since !== undefined) chmodSync(join(root, 'a'), since);
      for (const round of ['undone', 'rolled back before the mode was set']) {
        await nodeModes.setExecutable(uri('a'), !executable, before);
        assert.equal(modeOf('a'), expected, round);
      }
    }
  });

  it('are not those of another file, which the call had replaced', async () => {
    put('a', 0o755);
    await nodeModes.setExecutable(uri('a'), false, 0o755);
    assert.equal(modeOf('a'), '644');
  });

  it('are set for files and folders as they are recorded', async () => {
    put('a', 0o600);
    mkdirSync(join(root, 'd'));
    await nodeModes.setPermissions(uri('a'), 0o4755);
    await nodeModes.setPermissions(uri('d'), 0o2750);
    assert.deepEqual([modeOf('a'), modeOf('d')], ['4755', '2750']);
    assert.equal(await nodeModes.permissions(uri('a')), 0o4755);
  });

  it('are recorded without set-ID bits of a file whose owner another one would be', async function () {
    if (process.geteuid?.() !== 0) this.skip();
    put('a', 0o600);
    mkdirSync(join(root, 'd'));
    for (const name of ['a', 'd']) {
      chownSync(join(root, name), 12_345, 12_345);
      chmodSync(join(root, name), 0o6755);
    }
    assert.deepEqual([await nodeModes.permissions(uri('a')), await nodeModes.permissions(uri('d'))], [0o755, 0o6755]);
  });

  it('are not changed through a link that has taken the place of the file', async () => {
    put('outside', 0o600);
    put('a', 0o600);
    renameSync(join(root, 'a'), join(root, 'kept'));
    symlinkSync('outside', join(root, 'a'));
    await assert.rejects(nodeModes.setExecutable(uri('a'), true), { code: 'ELOOP' });
    await assert.rejects(nodeModes.setPermissions(uri('a'), 0o777), { code: 'ELOOP' });
    assert.deepEqual([modeOf('outside'), modeOf('kept')], ['600', '600']);
  });
});
