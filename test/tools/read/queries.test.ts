import assert from 'node:assert/strict';
import { createDirectory } from '../../../src/tools/change/createDirectory.ts';
import { listDirectory } from '../../../src/tools/read/listDirectory.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const thousand = Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`).join('\n') + '\n';

describe('redline_read_file', () => {
  it('answers a header, numbered lines and the exact next call', async () => {
    const world = new MemoryWorld({ 'src/a.ts': thousand });
    const { text, result } = await succeed(readFile, world, { filePath: 'src/a.ts', maxLines: 2 });
    const [header, ...rest] = text.split('\n');
    assert.match(
      header ?? '',
      /^src\/a\.ts: lines 1–2 of 1000; utf8; line endings LF; no indentation; SHA-256 [0-9a-f]{64}$/,
    );
    assert.deepEqual(rest, [
      '     1→line 1',
      '     2→line 2',
      '998 more lines; continue with redline_read_file {"filePath":"src/a.ts","startLine":3}',
    ]);
    assert.equal(result.nextStartLine, 3);
  });

  it('is read to the end by its own next calls', async () => {
    const world = new MemoryWorld({ 'a.txt': thousand });
    const lines: string[] = [];
    for (let next: unknown = { filePath: 'a.txt', maxLines: 300 }; next !== undefined;) {
      const { text } = await succeed(readFile, world, next);
      lines.push(...[...text.matchAll(/^ *\d+→(.*)$/gm)].map((match) => match[1] ?? ''));
      const call = /continue with redline_read_file (.*)$/m.exec(text)?.[1];
      next = call === undefined ? undefined : JSON.parse(call);
    }
    assert.equal(`${lines.join('\n')}\n`, thousand);
  });

  const pages: [string, object, number, number][] = [
    ['startLine', { startLine: 999 }, 999, 1000],
    ['offset, the lines to skip', { offset: 998 }, 999, 1000],
    ['limit for maxLines', { limit: 3 }, 1, 3],
  ];
  for (const [name, input, startLine, endLine] of pages) {
    it(`takes ${name}`, async () => {
      const world = new MemoryWorld({ 'a.txt': thousand });
      const { result } = await succeed(readFile, world, { path: 'a.txt', ...input });
      assert.deepEqual([result.startLine, result.endLine], [startLine, endLine]);
    });
  }

  const headers: [string, string | Uint8Array, RegExp][] = [
    ['CRLF', 'a\r\nb\r\n', /line endings CRLF/],
    ['mixed endings', 'a\r\nb\n', /line endings mixed/],
    ['a byte order mark', '\ufeffa\n', /utf8bom/],
    ['tabs', 'a\n\tb\n\t\tc\n', /indentation tabs/],
    ['spaces', 'a\n    b\n        c\n', /indentation 4 spaces/],
    ['no final newline', 'a', /no line ending/],
    ['nothing', '', /empty/],
    ['invalid bytes', Uint8Array.of(0x61, 0xff, 0x0a), /Not valid utf8: 1 byte, [^]*a\uFFFD/],
    ['a long line', `${'x'.repeat(5000)}\n`, /3000 more characters in this line/],
  ];
  for (const [name, content, expected] of headers) {
    it(`tells of ${name}`, async () => {
      const { text } = await succeed(readFile, new MemoryWorld({ 'a.txt': content }), { filePath: 'a.txt' });
      assert.match(text, expected);
    });
  }

  it('goes on in a long line, with no half characters', async () => {
    const line = `${'a'.repeat(1999)}😀${'b'.repeat(1999)}${'😀'.repeat(2500)}z`;
    const world = new MemoryWorld({ 'a.txt': `first\n${line}\nlast` });
    let read = '';
    let input: object = { filePath: 'a.txt', startLine: 2, maxLines: 1 };
    for (let calls = 0; calls < 9; calls++) {
      const { text, result } = await succeed(readFile, world, input);
      if (read !== '') assert.ok(text.includes(`shown from column ${read.length}.`));
      read += String(result.content).replace(/ … \[.*$/, '');
      const call = /redline_read_file (\{.*"startColumn".*\})/.exec(text)?.[1];
      if (call === undefined) break;
      input = JSON.parse(call);
    }
    assert.equal(read, line);
  });

  it('gives an image as an image, and refuses other binaries by their kind', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
    const world = new MemoryWorld({ 'a.png': png, 'a.bin': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0) });
    const { text, result } = await succeed(readFile, world, { filePath: 'a.png' });
    assert.match(text, /PNG image, 12 bytes/);
    const { kind, mediaType, size, content, totalLines, eol } = result;
    assert.deepEqual([kind, mediaType, size], ['image', 'image/png', 12]);
    assert.deepEqual([content, totalLines, eol], [null, null, null], 'not an empty text');
    assert.match(await fail(readFile, world, { filePath: 'a.bin' }, 'BINARY_FILE'), /ELF/);
  });

  it('refuses a line past the end, and names the range', async () => {
    const world = new MemoryWorld({ 'a.txt': 'a\n' });
    assert.match(await fail(readFile, world, { filePath: 'a.txt', startLine: 2 }, 'VALIDATION_ERROR'), /from 1 to 1/);
  });

  it('answers JSON with the same fields', async () => {
    const { text, result } = await succeed(readFile, new MemoryWorld({ 'a.txt': 'a\n' }), {
      filePath: 'a.txt',
      format: 'json',
    });
    assert.deepEqual(JSON.parse(text), result);
  });
});

describe('redline_list_directory', () => {
  const files = { 'a.txt': '123', '.env': 'x', 'src/b.ts': '', 'src/deep/c.ts': '', 'dist/d.js': '' };

  const listed: [string, object, string[]][] = [
    ['one level', {}, ['a.txt', 'dist', 'src']],
    ['hidden ones', { includeHidden: true }, ['.env', 'a.txt', 'dist', 'src']],
    [
      'recursively',
      { recursive: true },
      ['a.txt', 'dist', 'dist/d.js', 'src', 'src/b.ts', 'src/deep', 'src/deep/c.ts'],
    ],
    ['to a depth', { recursive: true, maxDepth: 2 }, ['a.txt', 'dist', 'dist/d.js', 'src', 'src/b.ts', 'src/deep']],
    ['by a pattern', { recursive: true, pattern: '*.ts' }, ['src/b.ts', 'src/deep/c.ts']],
    ['to a depth alone', { maxDepth: 2 }, ['a.txt', 'dist', 'dist/d.js', 'src', 'src/b.ts', 'src/deep']],
    ['by a pattern of paths alone', { pattern: 'src/**' }, ['src/b.ts', 'src/deep', 'src/deep/c.ts']],
    ['one level by a pattern of names', { pattern: '*.ts' }, []],
    ['one level by an anchored pattern', { pattern: '/*.txt' }, ['a.txt']],
    ['a subdirectory', { dirPath: 'src' }, ['src/b.ts', 'src/deep']],
  ];
  for (const [name, input, paths] of listed) {
    it(`lists ${name}`, async () => {
      const { result } = await succeed(listDirectory, new MemoryWorld(files), input);
      assert.deepEqual(
        (result.entries as { path: string }[]).map((entry) => entry.path),
        paths,
      );
      assert.equal(result.truncated, false);
    });
  }

  it('leaves out what git ignores and says how to see it', async () => {
    const world = new MemoryWorld(files);
    world.ignored.add('dist');
    const { text, result } = await succeed(listDirectory, world, {});
    assert.deepEqual(result.excluded, { hidden: 1, ignored: 1, unreadable: 0 });
    assert.match(text, /Excluded: 1 hidden \(includeHidden: true shows them\), 1 ignored by git/);
    assert.match((await succeed(listDirectory, world, { includeIgnored: true })).text, /^dist\/$/m);
  });

  it('counts a folder that cannot be read, and not one that was deleted meanwhile', async () => {
    const world = new MemoryWorld(files);
    const ports = world.world();
    const codes = { dist: 'NOT_FOUND', src: 'PERMISSION_DENIED' } as const;
    const queriesFor: typeof ports.queriesFor = (call) => {
      const queries = ports.queriesFor(call);
      const list: typeof queries.list = async (at) => {
        if (at.path === 'dist' || at.path === 'src') throw new ToolError(codes[at.path], '');
        return queries.list(at);
      };
      return { ...queries, list };
    };
    const outcome = await runTool(listDirectory, { recursive: true }, world.call, { ...ports, queriesFor });
    assert.ok(outcome.ok);
    assert.deepEqual((outcome.result as { excluded: object }).excluded, { hidden: 1, ignored: 0, unreadable: 1 });
  });

  it('says that it was cut, and how to go on', async () => {
    const { text, result } = await succeed(listDirectory, new MemoryWorld(files), { maxEntries: 2 });
    assert.deepEqual([result.count, result.truncated], [2, true]);
    assert.match(text, /there are more[^]*redline_list_directory \{"maxEntries":2,"offset":2\}/);
    assert.match(text, /^Excluded so far: 1 hidden/m);
  });
});

describe('redline_create_directory', () => {
  it('creates with parents, and is content with what is there', async () => {
    const world = new MemoryWorld();
    const first = await succeed(createDirectory, world, { dirPath: 'a/b/c' });
    assert.deepEqual(first.result, { dirPath: 'a/b/c', created: true, parentsCreated: ['a', 'a/b'] });
    const again = await succeed(createDirectory, world, { dirPath: 'a/b/c' });
    assert.deepEqual(again.result, { dirPath: 'a/b/c', created: false, parentsCreated: [] });
    assert.equal(world.asked.length, 1);
  });

  it('refuses a file in the way, and missing parents where they are not wanted', async () => {
    const world = new MemoryWorld({ a: '' });
    await fail(createDirectory, world, { dirPath: 'a' }, 'ALREADY_EXISTS');
    await fail(createDirectory, world, { dirPath: 'x/y', parents: false }, 'NOT_FOUND');
  });
});
