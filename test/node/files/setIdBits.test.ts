import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeWholeFiles } from '../../../src/node/files/inPlaceFiles.ts';
import { nodeLargeFiles } from '../../../src/node/files/largeFiles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = createHash('sha256').update('one').digest('hex');

describe('set-ID bits of a file of another owner', () => {
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-set-id-')));
    chmodSync(root, 0o755);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  for (const [how, write] of [
    ['whole', (uri) => nodeWholeFiles().replace(uri, bytes('two'), bytes('one'))],
    ['in parts', (uri) => nodeLargeFiles.rewrite(uri, { size: 3, sha256 }, 0, { bytes: bytes('two') })],
  ] as readonly (readonly [how: string, write: (uri: string) => Promise<boolean>])[])
    it(`are lost where it is written ${how}, which is no failure`, async function () {
      if (process.getuid?.() !== 0 || process.seteuid === undefined) return this.skip();
      const file = path.join(root, 'a');
      writeFileSync(file, 'one');
      chmodSync(file, 0o4777);
      process.seteuid(65_534);
      try {
        assert.ok(await write(pathToFileURL(file).href));
      } finally {
        process.seteuid(0);
      }
      assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o7777], ['two', 0o777]);
    });
});
