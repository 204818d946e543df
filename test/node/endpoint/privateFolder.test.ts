import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { redlineHome as redlineHomeOfBridge } from '../../../src/bridge/windows.ts';
import { makePrivateFolder, redlineHome } from '../../../src/node/endpoint/privateFolder.ts';

describe("Redline's own folder", () => {
  const root = mkdtempSync(path.join(tmpdir(), 'redline-home-'));
  const homeBefore = process.env['REDLINE_HOME'];
  afterEach(() => {
    if (homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = homeBefore;
  });
  after(() => rmSync(root, { recursive: true }));

  for (const [title, put] of [
    ['a file', (place: string) => writeFileSync(place, '')],
    ['a link to nothing', (place: string) => symlinkSync('nothing', place)],
    ['a link to a folder', (place: string) => symlinkSync(root, place)],
  ] as const)
    it(`is refused with what to do if ${title} is in its place`, async () => {
      const place = path.join(root, title);
      put(place);
      await assert.rejects(makePrivateFolder(place), {
        name: 'UnsafeFolderError',
        message: `${place} is not a folder. Remove it, and reload the window.`,
      });
    });

  it('cannot be below a file', async () => {
    writeFileSync(path.join(root, 'f'), '');
    await assert.rejects(makePrivateFolder(path.join(root, 'f', 'x')), { code: 'ENOTDIR' });
  });

  for (const [value, home] of [
    ['', undefined],
    ['relative', undefined],
    ...(process.platform === 'win32'
      ? []
      : ([
          ['C:\\x', undefined],
          ['\\x', undefined],
        ] as const)),
    [root, root],
  ] as const)
    it(`is ${home === undefined ? 'that of the user' : 'as told'} if REDLINE_HOME is "${value === root ? '/…' : value}"`, () => {
      process.env['REDLINE_HOME'] = value;
      const expected = home ?? path.join(homedir(), '.redline');
      assert.deepEqual([redlineHome(), redlineHomeOfBridge()], [expected, expected]);
    });
});
