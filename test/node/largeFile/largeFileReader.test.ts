import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { PageRequest } from '../../../src/core/search/largeFile.ts';
import { splitLines } from '../../../src/core/text/text.ts';
import { createLargeFileReader } from '../../../src/node/largeFile/largeFileReader.ts';
import { countLineEndings, countLineEndingsUtf16 } from '../../../src/node/largeFile/lineEndings.ts';

const request: PageRequest = { startLine: 1, maxLines: 2000, maxBytes: 51_200, maxLineChars: 2000 };

describe('createLargeFileReader', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'big-file-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  let count = 0;
  const file = (content: string | Uint8Array): string => {
    const path = join(folder, `${++count}.txt`);
    writeFileSync(path, content);
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    return path;
  };

  const pages: readonly (readonly [
    what: string,
    content: string | Uint8Array,
    asked: Partial<PageRequest>,
    expected: object,
  ])[] = [
    ['nothing', '', {}, { lines: [], totalLines: 0, stoppedBy: 'end' }],
    [
      'all endings',
      'a\nb\r\nc\rd',
      {},
      { lines: ['a', 'b', 'c', 'd'], totalLines: 4, eols: { lf: 1, crlf: 1, cr: 1 } },
    ],
    [
      'a middle',
      'a\nb\nc\nd\n',
      { startLine: 2, maxLines: 2 },
      { lines: ['b', 'c'], nextStartLine: 4, stoppedBy: 'maxLines' },
    ],
    [
      'the very end',
      'a\nb\n',
      { startLine: 2, maxLines: 1 },
      { lines: ['b'], nextStartLine: undefined, stoppedBy: 'end' },
    ],
    ['past the end', 'a\nb', { startLine: 9 }, { lines: [], totalLines: 2, nextStartLine: undefined }],
    [
      'a byte limit',
      'aaaa\nbbbb\ncc\n',
      { maxBytes: 8 },
      { lines: ['aaaa', 'bbbb'], nextStartLine: 3, stoppedBy: 'maxBytes' },
    ],
    ['one line over the limit', 'aaaa\nb\n', { maxBytes: 2 }, { lines: ['aaaa'], nextStartLine: 2 }],
    ['a cut line', 'abcdefgh\nb', { maxLineChars: 4 }, { lines: ['abcd', 'b'], cut: [true, false] }],
    ['no cut inside a pair', 'abc😀d', { maxLineChars: 4 }, { lines: ['abc'], cut: [true] }],
    ['a mark', '\ufeffa\nb', {}, { lines: ['a', 'b'], encoding: 'utf8bom' }],
    ['a mark alone', '\ufeff', {}, { lines: [], totalLines: 0 }],
    [
      'UTF-16',
      Buffer.from('\ufeffa\u0a0a\r\nb\n\u0d0a', 'utf16le'),
      {},
      { lines: ['a\u0a0a', 'b', '\u0d0a'], encoding: 'utf16le' },
    ],
    [
      'big-endian',
      Buffer.from('\ufeffa\nb', 'utf16le').swap16(),
      {},
      { lines: ['a', 'b'], encoding: 'utf16be', totalLines: 2 },
    ],
    ['bad bytes', Buffer.from('a\xff\nb', 'latin1'), {}, { lines: ['a\ufffd', 'b'], encodingErrors: 1 }],
    ['Latin-1', Buffer.from('\xe4\x80', 'latin1'), { encoding: 'iso88591' }, { lines: ['ä\x80'], encodingErrors: 0 }],
    ['Windows 1252', Buffer.from('\xe4\x80', 'latin1'), { encoding: 'windows1252' }, { lines: ['ä€'] }],
  ];
  for (const [what, content, asked, expected] of pages) {
    it(`reads ${what}`, async () => {
      const page = await createLargeFileReader().readPage(file(content), { ...request, ...asked });
      const actual: object = {
        ...page,
        lines: page.lines.map(({ text }) => text),
        cut: page.lines.map(({ cut }) => cut),
      };
      assert.deepEqual(actual, { ...actual, ...expected });
      assert.equal(page.sha256, createHash('sha256').update(content).digest('hex'));
    });
  }

  it('reads any page of any text, whatever the chunks cut through', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', 'é', '😀'), maxLength: 60 });
    const check = async (text: string, wide: boolean, startLine: number, maxLines: number): Promise<void> => {
      const path = file(wide ? Buffer.from(`\ufeff${text}`, 'utf16le') : text);
      const expected = splitLines(text).map(({ start, end }) => text.slice(start, end));
      const reader = createLargeFileReader({ chunkBytes: 8, maxWholeFileBytes: maxLines % 2 === 0 ? 0 : 1000 });
      for (const first of [startLine, 1, startLine + maxLines]) {
        const page = await reader.readPage(path, { ...request, startLine: first, maxLines });
        const wanted = expected.slice(first - 1, first - 1 + maxLines);
        assert.deepEqual(
          page.lines.map(({ text: shown }) => shown),
          wanted,
        );
        const more = first - 1 + maxLines < expected.length;
        assert.equal(page.nextStartLine, more ? first + maxLines : undefined);
        if (!more) assert.equal(page.totalLines, expected.length);
      }
    };
    const inputs = [line, fc.boolean(), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 })] as const;
    await fc.assert(fc.asyncProperty(...inputs, check), { numRuns: 60 });
  });

  it('knows of an open last line after a request past the end, where the file ends with a chunk', async () => {
    const path = file('aaaaaaa\nb\nc\ndddd');
    const reader = createLargeFileReader({ chunkBytes: 8, maxWholeFileBytes: 0 });
    await reader.readPage(path, { ...request, maxLines: 2 });
    assert.equal((await reader.readPage(path, { ...request, startLine: 9 })).totalLines, 4);
    const { lines } = await reader.readPage(path, { ...request, startLine: 4 });
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['dddd'],
    );
  });

  it('goes on in a long line', async () => {
    const path = file(`${'é😀'.repeat(1e6)}\nlast`);
    for (const startColumn of [0, 1, 2, 1_499_999, 2_999_998, 2_999_999, 3_000_000]) {
      const { lines } = await createLargeFileReader().readPage(path, { ...request, startColumn, maxLines: 1 });
      const from = startColumn % 3 === 2 ? startColumn - 1 : startColumn;
      const [{ text, cut } = { text: '', cut: false }] = lines;
      assert.equal(text, 'é😀'.repeat(1e6).slice(from, from + text.length));
      assert.equal(cut, from + text.length < 3e6);
      assert.ok(!/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text));
    }
  });

  it('bounds a line of 10 MB and goes on after it', async () => {
    const path = file(`${'x'.repeat(1e7)}\nlast`);
    const { lines } = await createLargeFileReader().readPage(path, request);
    assert.deepEqual(
      lines.map(({ text, bytes, cut }) => [text.length, bytes, cut]),
      [
        [2000, 1e7, true],
        [4, 4, false],
      ],
    );
  });

  it('does not use what it knows of another version', async () => {
    const path = file('a\nb\n');
    const reader = createLargeFileReader();
    assert.equal((await reader.readPage(path, request)).totalLines, 2);
    appendFileSync(path, 'c\n');
    assert.equal((await reader.readPage(path, request)).totalLines, 3);
    writeFileSync(path, 'a\n\n\n\n\n');
    assert.equal((await reader.readPage(path, request)).totalLines, 5);
  });

  it('says what it did not compute', async () => {
    const page = await createLargeFileReader({ maxWholeFileBytes: 2 }).readPage(file('a\nb\nc\n'), {
      ...request,
      maxLines: 1,
    });
    assert.deepEqual([page.totalLines, page.sha256, page.nextStartLine], [undefined, undefined, 2]);
  });

  it('refuses what is no text file at once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    const refused: readonly (readonly [path: string, code: string, says: RegExp])[] = [
      [pipe, 'VALIDATION_ERROR', /named pipe/],
      [socket, 'VALIDATION_ERROR', /socket/],
      ['/dev/zero', 'VALIDATION_ERROR', /device/],
      [folder, 'VALIDATION_ERROR', /folder/],
      [join(folder, 'none'), 'NOT_FOUND', /ENOENT/],
      [file('\x89PNG\r\n\x1a\n\0\0'), 'BINARY_FILE', /not text/],
    ];
    for (const [path, code, says] of refused) {
      await assert.rejects(createLargeFileReader().readPage(path, request), { code, message: says });
    }
    server.close();
    await assert.rejects(createLargeFileReader().readPage(file('a'), { ...request, encoding: 'cp437' }), {
      code: 'ENCODING',
    });
  });

  it('stops when it is told to', async () => {
    await assert.rejects(createLargeFileReader().readPage(file('a'), request, AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});

describe('countEnds', () => {
  it('agrees with a plain count', () => {
    const bytes = fc.array(fc.constantFrom(10, 13, 97, 0, 138, 141, 9, 11), { maxLength: 60 });
    const check = (units: readonly number[], afterCr: boolean, offset: number): void => {
      const buffer = new Uint8Array(new ArrayBuffer(64 + offset), offset, units.length);
      buffer.set(units);
      let [endings, lf, cr, previous] = [0, 0, 0, afterCr];
      for (const unit of units) {
        if (unit === 10) lf++;
        if (unit === 13) cr++;
        if (unit === 13 || (unit === 10 && !previous)) endings++;
        previous = unit === 13;
      }
      assert.deepEqual(countLineEndings(buffer, afterCr), { endings, lf, cr });
      const wide = Buffer.from(String.fromCharCode(...units), 'utf16le');
      assert.deepEqual(countLineEndingsUtf16(wide, false, afterCr), { endings, lf, cr });
    };
    fc.assert(fc.property(bytes, fc.boolean(), fc.constantFrom(0, 1, 4), check));
  });

  it('does not overflow where every byte ends a line', () => {
    assert.equal(countLineEndings(new Uint8Array(9000).fill(10), false).endings, 9000);
    assert.equal(countLineEndings(new Uint8Array(9000).fill(13), false).endings, 9000);
  });
});
