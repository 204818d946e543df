import assert from 'node:assert/strict';
import { changesSince } from '../../src/tools/changesSince.ts';
import { findFiles } from '../../src/tools/findFiles.ts';
import { pathInfo } from '../../src/tools/pathInfo.ts';
import { readFile } from '../../src/tools/readFile.ts';
import { searchText } from '../../src/tools/searchText.ts';
import { fail, succeed } from './call.ts';
import { MemoryWorld } from './memoryWorld.ts';

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
      '1 match of "tea +" in 1 file; 4 files searched.',
      'src/app.ts',
      '     1 →const tea = 1;',
      '     2:10-15→let cup = tea + tea;',
    ]);
  });

  it('is gone on with by the call that it names', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\n'.repeat(300) });
    const { text, result } = await succeed(searchText, world, { query: 'x', maxMatches: 20 });
    assert.equal(result.truncated, true);
    const call = /Go on with redline_search_text (\{.*\}), or/.exec(text)?.[1] ?? '';
    assert.deepEqual(JSON.parse(call), { query: 'x', maxMatches: 200 });
    const wider = await succeed(searchText, world, { query: 'x', maxMatches: 1000 });
    assert.equal((wider.result.matches as unknown[]).length, 300);
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
    assert.match(text, /^0 matches of "bo\.l"; 2 files searched\. Left out.*: 2 by the glob, 1 ignored by git/);
    const regex = await succeed(searchText, new MemoryWorld(files), { query: 'b.*l' });
    assert.match(regex.text, /isRegex: true/);
  });

  it('leaves secrets out, counts them, and does not name them', async () => {
    const world = new MemoryWorld({ ...files, '.env': 'tea=1\n' });
    world.secrets.add('.env');
    const { text, result } = await succeed(searchText, world, { query: 'tea' });
    assert.match(text, /1 file that may hold secrets was not searched/);
    assert.doesNotMatch(JSON.stringify(result) + text, /\.env/);
  });

  it('refuses a pattern that is none', async () => {
    await fail(searchText, new MemoryWorld(files), { query: '(', isRegex: true }, 'VALIDATION_ERROR');
    await fail(searchText, new MemoryWorld(files), { query: '' }, 'VALIDATION_ERROR');
  });
});

describe('redline_find_files', () => {
  const cases: [string, object, string[]][] = [
    ['by name', { pattern: '*.ts' }, ['src/app.ts', 'src/pot/kettle.ts']],
    ['by path', { query: 'src/*.ts' }, ['src/app.ts']],
    ['alternatives', { pattern: '**/*.{md,js}' }, ['notes.md']],
    ['all others', { pattern: '!*.ts', path: 'src' }, []],
    ['hidden ones', { pattern: '.git*' }, ['.gitignore']],
    ['ignored ones', { pattern: '*.js', includeIgnored: true }, ['dist/out.js']],
  ];
  for (const [name, input, expected] of cases) {
    it(`finds ${name}`, async () => {
      const { result } = await succeed(findFiles, new MemoryWorld(files), input);
      assert.deepEqual(result.files, expected);
    });
  }

  it('says how many there are and how to go on', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.txt`, '']));
    const { text, result } = await succeed(findFiles, new MemoryWorld(many), { pattern: '*.txt', limit: 5 });
    assert.deepEqual([result.count, result.truncated], [5, true]);
    assert.match(text, /^5 of 12 files[^]*Go on with redline_find_files \{"pattern":"\*\.txt","limit":12\}/);
  });
});

describe('redline_path_info', () => {
  it('tells of a text file', async () => {
    const { text, result } = await succeed(pathInfo, new MemoryWorld({ 'a.txt': 'a\r\nb\r\n' }), { path: 'a.txt' });
    assert.deepEqual([result.exists, result.type, result.size, result.lines, result.eol], [true, 'file', 6, 2, 'CRLF']);
    assert.match(
      text,
      /^a\.txt: file; 6 bytes; modified 1970-01-01T00:00:00\.000Z\ntext, utf8; 2 lines; line endings CRLF; SHA-256 [0-9a-f]{64}$/,
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
    assert.match((await succeed(pathInfo, world, { path: 'x' })).text, /symbolic link to "gone", which leads nowhere/);
    world.facts = { kind: 'named pipe' };
    assert.match((await succeed(pathInfo, world, { path: 'x' })).text, /named pipe/);
  });
});

describe('a missing file', () => {
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

describe('a page of a large file', () => {
  const page = {
    lines: [{ text: 'five', bytes: 4, cut: false }],
    startLine: 5,
    nextStartLine: 6,
    stoppedBy: 'maxLines' as const,
    totalLines: undefined,
    sha256: undefined,
    size: 2 ** 30,
    modified: 0,
    encoding: 'utf8',
    encodingErrors: 0,
    eols: { lf: 5, crlf: 0, cr: 0 },
    changedMeanwhile: false,
  };

  it('says what was not found out, and how to go on', async () => {
    const world = new MemoryWorld({ 'big.log': '' });
    world.pages.set('big.log', page);
    const { text, result } = await succeed(readFile, world, { filePath: 'big.log', startLine: 5, maxLines: 1 });
    assert.deepEqual([result.totalLines, result.sha256, result.nextStartLine], [null, null, 6]);
    assert.deepEqual(text.split('\n'), [
      'big.log: lines 5–5; 1.0 GiB; utf8; line endings LF so far; SHA-256 not computed, since the file is large',
      '     5→five',
      'More lines; go on with redline_read_file {"filePath":"big.log","startLine":6}',
    ]);
  });

  it('refuses a line past the end', async () => {
    const world = new MemoryWorld({ 'big.log': '' });
    world.pages.set('big.log', { ...page, lines: [], startLine: 99, nextStartLine: undefined, totalLines: 7 });
    assert.match(await fail(readFile, world, { filePath: 'big.log', startLine: 99 }, 'VALIDATION_ERROR'), /1 to 7/);
  });
});

describe('redline_changes_since', () => {
  it('tells what came, went, moved and changed', async () => {
    const world = new MemoryWorld();
    world.changes = {
      since: 0,
      changes: [
        { kind: 'created', path: 'a' },
        { kind: 'deleted', path: 'b' },
        { kind: 'renamed', from: 'c', path: 'd' },
        { kind: 'modified', path: 'e', before: 'x\n', after: 'y\n', unsaved: true },
        { kind: 'modified', path: 'f', before: undefined, after: 'y\n', unsaved: false },
      ],
      remaining: 2,
      notes: [],
    };
    const { text, result } = await succeed(changesSince, world, {});
    assert.deepEqual(result.renamed, [{ from: 'c', to: 'd' }]);
    assert.deepEqual(text.split('\n'), [
      '1 created, 2 modified, 1 deleted, 1 renamed since 1970-01-01T00:00:00.000Z.',
      'created a',
      'deleted b',
      'renamed c → d',
      'modified e (unsaved, in the editor)',
      '--- a/e',
      '+++ b/e',
      '@@ -1 +1 @@',
      '-x',
      '+y',
      'modified f; no diff, read it with redline_read_file',
      '2 more changes; go on with redline_changes_since {}',
    ]);
  });

  it('says that nothing changed, and what the first call is for', async () => {
    assert.match((await succeed(changesSince, new MemoryWorld(), {})).text, /^Nothing changed[^]*first call/);
  });
});
