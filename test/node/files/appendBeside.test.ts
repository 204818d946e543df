import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeLargeFiles as large } from '../../../src/node/files/largeFiles.ts';

const mebibyte = 1024 * 1024;

describe('an append to a large file that another program writes to meanwhile', () => {
  const tail = Buffer.alloc(mebibyte + 2, 'tail');
  let root = '';
  let file = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'redline-append-')));
    file = path.join(root, 'a');
    writeFileSync(file, Buffer.alloc(3 * mebibyte + 17, 'old text\n'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Appends the tail; another program runs after its first part, which is written without a pause. */
  const append = async (meanwhile: () => void, from = statSync(file).size): Promise<boolean> => {
    const { href } = pathToFileURL(file);
    const before = await large.digest(href);
    let reads = 0;
    const source = {
      get bytes(): Uint8Array {
        if (++reads === 3) meanwhile();
        return tail;
      },
    };
    return large.rewrite(href, before, from, source);
  };

  for (const [title, added] of [
    ['much', 'x'.repeat(3 * mebibyte)],
    ['less than what was still to be written', 'x'],
  ] as const)
    it(`keeps what that appends: ${title}`, async () => {
      await assert.rejects(
        append(() => appendFileSync(file, added)),
        /Another program wrote/,
      );
      assert.ok(readFileSync(file, 'utf8').endsWith(added));
    });

  for (const [title, from] of [
    ['appended', undefined],
    ['replaced from its beginning', 0],
  ] as const)
    it(`fills no gap with zeros where that has shortened the file: ${title}`, async () => {
      await assert.rejects(
        append(() => truncateSync(file, 10), from),
        /Another program wrote/,
      );
      assert.equal(statSync(file).size, 10);
    });

  it('leaves it as short as that has made it, if the append fails', async () => {
    const shorten = (): void => {
      truncateSync(file, 10);
      throw new Error('no more');
    };
    await assert.rejects(append(shorten), /no more/);
    assert.equal(statSync(file).size, 10);
  });
});
