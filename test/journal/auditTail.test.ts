import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readAuditPage, type AuditPosition } from '../../src/vscode/gate/audit/auditTail.ts';
import { Disk, storageOn } from './disk.ts';

/** All lines of a log, read in pages of a given size. */
async function pagesOf(disk: Disk, limit: number): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let from: AuditPosition | undefined = { age: 0 };
  while (from !== undefined) {
    const page = await readAuditPage(
      storageOn(disk, async () => {}),
      from,
      limit,
    );
    pages.push(page.lines);
    from = page.older;
  }
  return pages;
}

describe('the audit log read backwards', () => {
  it('returns every line once, newest first, for any length of lines and pages', async () => {
    const line = fc.stringMatching(/^[a-zé漢]{1,30}$/).chain((text) => fc.nat(1500).map((n) => text.repeat(1 + n)));
    const files = fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 20 }), async (all, limit) => {
        const disk = new Disk();
        for (const [age, lines] of all.entries()) {
          disk.put(age === 0 ? 'audit.jsonl' : `audit.${age}.jsonl`, lines.map((each) => `${each}\n`).join(''));
        }
        const pages = await pagesOf(disk, limit);
        assert.deepEqual(
          pages.flat(),
          all.flatMap((lines) => lines.toReversed()),
        );
        for (const page of pages.slice(0, -1)) assert.equal(page.length, limit);
      }),
      { numRuns: 30 },
    );
  });

  it('skips blank lines, and returns a line that is being written as it is', async () => {
    const disk = new Disk();
    disk.put('audit.jsonl', 'a\n\n   \n  b\nc');
    assert.deepEqual(await pagesOf(disk, 10), [['c', 'b', 'a']]);
    assert.deepEqual(await pagesOf(new Disk(), 10), [[]]);
  });

  it('reads only as much of a hundred thousand lines as a page needs', async () => {
    const disk = new Disk();
    const lines = Array.from({ length: 100_000 }, (_, index) => `${index} ${'x'.repeat(200)}\n`);
    disk.put('audit.jsonl', lines.join(''));
    const storage = storageOn(disk, async () => {});
    let bytes = 0;
    const counting = {
      ...storage,
      readPart: (file: string, from: number, length: number) => {
        bytes += length;
        return storage.readPart(file, from, length);
      },
    };
    const { lines: page, older } = await readAuditPage(counting, { age: 0 }, 500);
    assert.equal(page.length, 500);
    assert.match(page[0] ?? '', /^99999 /);
    assert.match(page[499] ?? '', /^99500 /);
    assert.ok(bytes <= 256 * 1024, `${bytes} bytes were read`);
    assert.match((await readAuditPage(counting, older ?? { age: 0 }, 1)).lines[0] ?? '', /^99499 /);
  });
});
