import assert from 'node:assert/strict';
import { pathInfo } from '../../../src/tools/read/pathInfo.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { searchText } from '../../../src/tools/read/searchText.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const files = {
  'src/app.ts': 'const tea = 1;\nlet cup = tea + tea;\n',
  'src/pot/kettle.ts': 'boil(tea);\n',
  'notes.md': 'Tea is ready.\n',
  'dist/out.js': 'tea\n',
  '.gitignore': 'dist/\n',
};

describe('redline_search_text', () => {
  const cases: [string, object, string[]][] = [
    [
      'literally, in any case',
      { query: 'TEA' },
      ['notes.md:1:0-3', 'src/app.ts:1:6-9', 'src/app.ts:2:10-13', 'src/app.ts:2:16-19', 'src/pot/kettle.ts:1:5-8'],
    ],
    ['by case', { query: 'Tea', caseSensitive: true }, ['notes.md:1:0-3']],
    ['by ignoreCase, the other way round', { query: 'Tea', ignoreCase: false }, ['notes.md:1:0-3']],
    [
      'by a regular expression',
      { pattern: 'c[ou]+', isRegexp: true, include: '*.ts' },
      ['src/app.ts:1:0-2', 'src/app.ts:2:4-6'],
    ],
    ['whole words', { query: 'cu', wholeWord: true }, []],
    ['in a folder', { query: 'tea', path: 'src/pot' }, ['src/pot/kettle.ts:1:5-8']],
    ['in ignored files too', { query: 'tea', includeIgnored: true, glob: '*.js' }, ['dist/out.js:1:0-3']],
  ];
  for (const [name, input, expected] of cases) {
    it(`searches ${name}`, async () => {
      const { result } = await succeed(searchText, new MemoryWorld(files), input);
      const matches = result.matches as { filePath: string; line: number; matchStart: number; matchEnd: number }[];
      const found = matches.map((one) => `${one.filePath}:${one.line}:${one.matchStart}-${one.matchEnd}`);
      assert.deepEqual(found, expected);
      assert.equal(result.truncated, false);
    });
  }

  it('shows lines, columns and what is around', async () => {
    const { text } = await succeed(searchText, new MemoryWorld(files), { query: 'tea +', contextLines: 1 });
    assert.deepEqual(text.split('\n'), [
      '1 match for "tea +" in 1 file; 4 files searched.',
      'src/app.ts',
      '     1 →const tea = 1;',
      '     2:10-15→let cup = tea + tea;',
    ]);
  });

  it('is gone on with by the call that it names', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\n'.repeat(30), 'b.txt': 'x x\n'.repeat(30), 'c.txt': 'x\n' });
    const lines: string[] = [];
    let input: object = { query: 'x', maxMatches: 20, contextLines: 1 };
    for (let calls = 1; ; calls++) {
      const { text, result } = await succeed(searchText, world, input);
      const matches = result.matches as { filePath: string; line: number; matchStart: number }[];
      lines.push(...matches.map(({ filePath, line, matchStart }) => `${filePath}:${line}:${matchStart}`));
      const call = /Continue with redline_search_text (\{.*\}), or/.exec(text)?.[1];
      assert.equal(result.truncated, call !== undefined);
      assert.equal(result.nextOffset, call === undefined ? null : lines.length);
      if (call === undefined) {
        assert.equal(calls, 5);
        break;
      }
      input = JSON.parse(call);
    }
    assert.equal(new Set(lines).size, 91);
    assert.deepEqual(
      [lines[0], lines[29], lines[30], lines[90]],
      ['a.txt:1:0', 'a.txt:30:0', 'b.txt:1:0', 'c.txt:1:0'],
    );
  });

  it('goes on by files in the other modes', async () => {
    const world = new MemoryWorld(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${at}`, 'x x'])));
    const first = await succeed(searchText, world, { query: 'x', outputMode: 'counts', maxMatches: 3 });
    assert.match(first.text, /^6 matches for "x" in 3 files shown; there are more.*\n0: 2\n1: 2\n2: 2\nContinue with/);
    const call = /redline_search_text (\{.*\}), or/.exec(first.text)?.[1] ?? '';
    assert.deepEqual(JSON.parse(call), { query: 'x', maxMatches: 3, offset: 3, outputMode: 'counts' });
    const last = await succeed(searchText, world, { query: 'x', outputMode: 'files', offset: 6 });
    assert.match(last.text, /^1 file with a match for "x" after the first 6.*\n6$/);
    const past = await succeed(searchText, world, { query: 'x', offset: 99 });
    assert.match(past.text, /^No more matches for "x" after the first 99/);
  });

  it('cuts an answer that grows too long, and goes on from there', async () => {
    const world = new MemoryWorld({ 'a.txt': `${'x'.repeat(190)}y\n`.repeat(900) });
    const { text, result } = await succeed(searchText, world, { query: 'xy', maxMatches: 1000 });
    assert.ok(text.length < 60_000 && result.truncated === true);
    const next = await succeed(searchText, world, { query: 'xy', maxMatches: 1000, offset: result.nextOffset });
    const [line] = next.result.matches as { line: number }[];
    assert.equal(line?.line, Number(result.nextOffset) + 1);
  });

  it('offers no offset that it would refuse', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\n'.repeat(21_001) });
    const { text, result } = await succeed(searchText, world, { query: 'x', offset: 20_000, maxMatches: 1000 });
    assert.deepEqual([result.truncated, result.nextOffset], [true, null]);
    assert.match(text, /See where all the matches are with/);
  });

  it('counts by file, and names files', async () => {
    const world = new MemoryWorld(files);
    const counts = await succeed(searchText, world, { query: 'tea', outputMode: 'counts' });
    assert.match(counts.text, /^src\/app\.ts: 3$/m);
    const named = await succeed(searchText, world, { query: 'tea', outputMode: 'files' });
    assert.deepEqual(named.text.split('\n').slice(1), ['notes.md', 'src/app.ts', 'src/pot/kettle.ts']);
  });

  it('says of nothing what was left out, and that a pattern was taken literally', async () => {
    const { text } = await succeed(searchText, new MemoryWorld(files), { query: 'bo.l', glob: '*.ts' });
    assert.match(text, /^0 matches for "bo\.l"; 2 files searched\. Excluded.*: 2 by the glob, 1 ignored by git/);
    const regex = await succeed(searchText, new MemoryWorld(files), { query: 'b.*l' });
    assert.match(regex.text, /isRegex: true/);
  });

  it('leaves secrets out, counts them, and does not name them', async () => {
    const world = new MemoryWorld({ ...files, '.env': 'tea=1\n' });
    world.secrets.add('.env');
    const { text, result } = await succeed(searchText, world, { query: 'tea' });
    assert.match(text, /1 file that may contain secrets was not searched/);
    assert.doesNotMatch(JSON.stringify(result) + text, /\.env/);
  });

  it('refuses a pattern that is none', async () => {
    await fail(searchText, new MemoryWorld(files), { query: '(', isRegex: true }, 'VALIDATION_ERROR');
    await fail(searchText, new MemoryWorld(files), { query: '' }, 'VALIDATION_ERROR');
  });
});

describe('redline_path_info', () => {
  it('tells of a text file', async () => {
    const { text, result } = await succeed(pathInfo, new MemoryWorld({ 'a.txt': 'a\r\nb\r\n' }), { path: 'a.txt' });
    assert.deepEqual([result.exists, result.type, result.size, result.lines, result.eol], [true, 'file', 6, 2, 'CRLF']);
    assert.match(
      text,
      /^a\.txt: file; 6 bytes; modified 1970-01-01T00:00:00\.000Z\nAbsolute path: \/ws\/a\.txt\ntext, utf8; 2 lines; line endings CRLF; SHA-256 [0-9a-f]{64}$/,
    );
  });

  it('adds up a folder', async () => {
    const { result } = await succeed(pathInfo, new MemoryWorld(files), { path: 'src' });
    assert.deepEqual(result.directory, {
      files: 2,
      folders: 1,
      links: 0,
      bytes: 47,
      byExtension: [{ extension: '.ts', files: 2, bytes: 47 }],
      complete: true,
    });
  });

  it('takes a missing path for an answer, and names what is near', async () => {
    const { text, result } = await succeed(pathInfo, new MemoryWorld(files), { path: 'src/App.tsx' });
    assert.deepEqual([result.exists, result.near], [false, ['src/app.ts']]);
    assert.match(text, /does not exist\. Near it: "src\/app\.ts"\./);
  });

  it('does not read what is only read after a question', async () => {
    const world = new MemoryWorld({ '.env': 'A=1\n' });
    world.secrets.add('.env');
    const { result } = await succeed(pathInfo, world, { path: '.env' });
    assert.deepEqual([result.size, result.sha256, result.lines], [4, null, null]);
  });

  it('words what is no file', async () => {
    const world = new MemoryWorld();
    world.facts = { kind: 'symlink', linkTarget: 'gone', linkKind: 'nothing' };
    assert.match((await succeed(pathInfo, world, { path: 'x' })).text, /symbolic link to "gone", which does not exist/);
    world.facts = { kind: 'named pipe' };
    assert.match((await succeed(pathInfo, world, { path: 'x' })).text, /named pipe/);
  });

  it('is that of the workspace folder if no path is sent', async () => {
    const { result } = await succeed(pathInfo, new MemoryWorld(files), {});
    assert.equal(result.type, 'directory');
  });

  it('tells of folders that cannot be listed, and still counts the others', async () => {
    const world = new MemoryWorld(files);
    world.unreadableFolders = 1;
    const { text, result } = await succeed(pathInfo, world, { path: '.' });
    assert.equal((result.directory as { complete?: boolean } | null)?.complete, true);
    assert.match(text, /\n1 folder in it cannot be listed and are not counted\./);
    const { text: closed } = await succeed(pathInfo, new MemoryWorld(), { path: '.' });
    assert.doesNotMatch(closed, /cannot be listed/);
  });
});

describe('a missing file', () => {
  it('that a link leads to is told with the link', async () => {
    const world = new MemoryWorld(files);
    world.facts = { kind: 'symlink', linkTarget: 'gone', linkKind: 'nothing' };
    const message = await fail(readFile, world, { filePath: 'link' }, 'NOT_FOUND');
    assert.match(message, /link is a symbolic link to "gone", which does not exist\. .*redline_delete/);
  });

  const near: [string, string][] = [
    ['src/ap.ts', 'src/app.ts'],
    ['src/APP.ts', 'src/app.ts'],
    ['src/pto/kettle.ts', 'src/pot'],
    ['note.md', 'notes.md'],
  ];
  for (const [asked, meant] of near) {
    it(`${asked} names ${meant}`, async () => {
      const message = await fail(readFile, new MemoryWorld(files), { filePath: asked }, 'NOT_FOUND');
      assert.ok(message.includes(JSON.stringify(meant)), message);
    });
  }
});
