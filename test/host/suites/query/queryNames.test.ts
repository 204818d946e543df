import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { failure, json, tell } from './queryCalls.ts';

/** Names that are to look like one entry, and like nothing else. */
const odd = [
  'two\nlines.txt',
  'tab\tand\x1b[31m.txt',
  '\u202egnp.txt',
  '-rf.txt',
  '--help',
  'a\u2028b.txt',
  'é\u0301.txt',
  ' space ',
];

describeNeeds('links', 'queries among hostile names', function () {
  const ground = useGround('queryNames');
  const plant = (): void => {
    for (const name of odd) ground.put(`odd/${name}`, 'the needle\n');
    ground.put('odd/[id].txt', 'the needle\n');
  };

  it('shows each of them on one line in a listing, also as JSON', async () => {
    plant();
    const { text } = await tell('list_directory', { dirPath: ground.path('odd'), includeHidden: true });
    assert.equal(text.split('\n').length, odd.length + 2, text);
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\u2028]/);
    const { count } = await json('list_directory', { dirPath: ground.path('odd'), includeHidden: true });
    assert.equal(count, odd.length + 1);
  });

  it('finds and searches them, each on one line', async () => {
    plant();
    const found = await tell('find_files', { pattern: 'odd/*', path: ground.path('') });
    assert.equal(found.text.split('\n').length, odd.length + 2, found.text);
    const { matches } = await json('search_text', { query: 'needle', path: ground.path('odd') });
    assert.equal((matches as unknown[]).length, odd.length + 1);
    const { text } = await tell('search_text', { query: 'needle', path: ground.path('odd') });
    assert.equal(text.split('\n').length, 2 * (odd.length + 1) + 1, text);
    const files = await tell('search_text', { query: 'needle', path: ground.path('odd'), outputMode: 'counts' });
    assert.equal(files.text.split('\n').length, odd.length + 2, files.text);
  });

  it('takes a name that looks like an option for a name', async () => {
    plant();
    for (const name of ['-rf.txt', '--help']) {
      assert.match((await tell('search_text', { query: 'needle', path: ground.path(`odd/${name}`) })).text, /^1 match/);
      assert.match((await tell('read_file', { filePath: ground.path(`odd/${name}`) })).text, /the needle/);
    }
    assert.match((await tell('search_text', { query: '--help', path: ground.path('') })).text, /^0 matches/);
    assert.match((await tell('search_text', { query: '-e needle', path: ground.path('') })).text, /^0 matches/);
    assert.match((await tell('find_files', { pattern: '-*', path: ground.path('odd') })).text, /^2 files/);
  });

  it('passes over names that are no text', async function () {
    if (process.platform !== 'linux') this.skip();
    ground.put('odd/a.txt', 'the needle\n');
    writeFileSync(
      Buffer.concat([Buffer.from(path.join(ground.folder, 'odd/')), Buffer.from([0xff, 0xfe])]),
      'the needle\n',
    );
    const { text } = await tell('search_text', { query: 'needle', path: ground.path('odd') });
    assert.match(text, /^1 match/);
    await tell('list_directory', { dirPath: ground.path('odd') });
    await tell('changes_since', { path: ground.path('odd') });
  });

  // What runs away does so for longer than the patience of any test.
  it('is not held up by patterns made to run away', async () => {
    for (let depth = 0; depth < 12; depth++)
      mkdirSync(path.join(ground.folder, 'a/'.repeat(depth)), { recursive: true });
    ground.put(`${'a/'.repeat(12)}${'a'.repeat(200)}.txt`, `${'a'.repeat(50_000)}\n`);
    const calls: readonly (readonly [string, object])[] = [
      ['find_files', { pattern: `${'**/a*'.repeat(40)}b`, path: ground.path('') }],
      ['find_files', { pattern: `${'*a'.repeat(100)}b` }],
      ['list_directory', { dirPath: ground.path(''), recursive: true, pattern: '{a,aa}'.repeat(9) }],
      ['search_text', { query: '(a+)+$b', isRegex: true, path: ground.path('') }],
      ['search_text', { query: '(a|a)*b', isRegex: true, path: ground.path('') }],
    ];
    for (const [tool, input] of calls)
      await tell(tool, input).catch((cause: unknown) => assert.match(String(cause), /\[/));
    assert.match(await failure('find_files', { pattern: '{a,b}'.repeat(40) }), /VALIDATION_ERROR/);
  });
});
