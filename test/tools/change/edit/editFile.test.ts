import assert from 'node:assert/strict';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { editFile } from '../../../../src/tools/change/edit/editFile.ts';
import { readFile } from '../../../../src/tools/read/readFile.ts';
import { fail, succeed } from '../../call.ts';
import { MemoryWorld } from '../../memoryWorld.ts';

const file = 'one\ntwo\nthree\n';
const edit = { filePath: 'a.txt', oldString: 'two', newString: 'TWO' };

describe('redline_edit_file', () => {
  it('replaces the one occurrence, after the review, and answers what is there now', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    const { text, result } = await succeed(editFile, world, edit);
    assert.equal(world.text('a.txt'), 'one\nTWO\nthree\n');
    assert.equal(world.asked.length, 1);
    assert.deepEqual(world.asked[0]?.title, phrase('Edit {0}', 'a.txt'));
    assert.match(text, /^Edited a\.txt: 1 replacement \(tier: exact\)\./);
    assert.match(text, / {5}2→TWO/);
    assert.deepEqual(
      { ...result, sha256Before: undefined, sha256After: undefined },
      {
        filePath: 'a.txt',
        replacements: 1,
        linesChanged: 1,
        originalSize: 14,
        newSize: 14,
        tier: 'exact',
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
        sha256Before: undefined,
        sha256After: undefined,
      },
    );
    assert.notEqual(result.sha256Before, result.sha256After);
  });

  const accepted: [string, object][] = [
    ['the names of other tools', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO', replace_all: false }],
    ['path for filePath', { path: 'a.txt', oldString: 'two', newString: 'TWO' }],
    ['null for absent', { ...edit, replaceAll: null, expectedSha256: null }],
    ['a path with ./', { ...edit, filePath: './a.txt' }],
    ['an absolute path inside', { ...edit, filePath: '/ws/a.txt' }],
  ];
  for (const [name, input] of accepted) {
    it(`accepts ${name}`, async () => {
      const world = new MemoryWorld({ 'a.txt': file });
      await succeed(editFile, world, input);
      assert.equal(world.text('a.txt'), 'one\nTWO\nthree\n');
    });
  }

  const refused: [string, object, Parameters<typeof fail>[3], RegExp][] = [
    [
      'an unknown property',
      { ...edit, force: true },
      'VALIDATION_ERROR',
      /"force".*redline_edit_file takes filePath, oldString, newString, replaceAll\?, expectedReplacements\?, cell\?, expectedSha256\?, dryRun\?/,
    ],
    ['a missing property', { filePath: 'a.txt', oldString: 'two' }, 'VALIDATION_ERROR', /"newString"/],
    ['a wrong type', { ...edit, replaceAll: 'yes' }, 'VALIDATION_ERROR', /"replaceAll"/],
    [
      'two names with different values',
      { ...edit, file_path: 'b.txt' },
      'VALIDATION_ERROR',
      /"filePath" was sent twice/,
    ],
    ['half a character', { ...edit, newString: '\ud83d' }, 'VALIDATION_ERROR', /surrogate/],
    ['a forged byte', { ...edit, newString: '\udc80' }, 'VALIDATION_ERROR', /surrogate/],
    ['an empty oldString', { ...edit, oldString: '' }, 'VALIDATION_ERROR', /empty/],
    ['equal texts', { ...edit, newString: 'two' }, 'NO_CHANGE', /./],
    ['a text that is not there', { ...edit, oldString: 'four' }, 'NO_MATCH', /a\.txt/],
    ['a text that is there twice', { ...edit, oldString: 'e' }, 'AMBIGUOUS_MATCH', /1.*3/s],
    [
      'another number of places than expected',
      { ...edit, oldString: 'e', replaceAll: true, expectedReplacements: 2 },
      'AMBIGUOUS_MATCH',
      /occurs 3 times in a\.txt, at lines 1, 3, but expectedReplacements is 2\./,
    ],
    [
      'fewer places than expected',
      { ...edit, expectedReplacements: 2 },
      'AMBIGUOUS_MATCH',
      /once in a\.txt, at line 2,/,
    ],
    [
      'several places where one is expected',
      { ...edit, oldString: 'e', expectedReplacements: 1 },
      'AMBIGUOUS_MATCH',
      /1, 3/,
    ],
    ['no place where some are expected', { ...edit, oldString: 'four', expectedReplacements: 2 }, 'NO_MATCH', /a\.txt/],
    ['none expected', { ...edit, expectedReplacements: 0 }, 'VALIDATION_ERROR', /"expectedReplacements"/],
    ['a file that is not there', { ...edit, filePath: 'b.txt' }, 'NOT_FOUND', /b\.txt/],
    ['a path outside', { ...edit, filePath: '../a.txt' }, 'OUTSIDE_WORKSPACE', /inside the workspace/],
    ['another hash', { ...edit, expectedSha256: '0'.repeat(64) }, 'STALE', /redline_read_file/],
  ];
  for (const [name, input, code, message] of refused) {
    it(`refuses ${name}, and nobody is asked`, async () => {
      const world = new MemoryWorld({ 'a.txt': file });
      assert.match(await fail(editFile, world, input, code), message);
      assert.equal(world.asked.length, 0);
    });
  }

  it('replaces all occurrences where that is wanted', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x x x' });
    const { result } = await succeed(editFile, world, {
      filePath: 'a.txt',
      oldString: 'x',
      newString: '$&',
      replaceAll: true,
    });
    assert.equal(world.text('a.txt'), '$& $& $&');
    assert.equal(result.replacements, 3);
  });

  it('replaces as many as are expected, which do not overlap', async () => {
    const world = new MemoryWorld({ 'a.txt': 'aaaa b' });
    const input = { filePath: 'a.txt', oldString: 'aa', newString: 'c', expectedReplacements: 2 };
    assert.equal((await succeed(editFile, world, input)).result.replacements, 2);
    assert.equal(world.text('a.txt'), 'cc b');
    await succeed(editFile, world, {
      ...input,
      oldString: 'b',
      newString: 'd',
      expectedReplacements: 1,
      replaceAll: true,
    });
    assert.equal(world.text('a.txt'), 'cc d');
  });

  it('refuses a binary file', async () => {
    const world = new MemoryWorld({ 'a.bin': Uint8Array.of(0, 1, 2) });
    await fail(editFile, world, { ...edit, filePath: 'a.bin' }, 'BINARY_FILE');
  });

  it('keeps bytes that are no text, and the byte order mark', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xff, 0x0a);
    const world = new MemoryWorld({ 'a.txt': bytes });
    await succeed(editFile, world, { filePath: 'a.txt', oldString: 'a', newString: 'b' });
    assert.deepEqual(world.files.get('a.txt'), Uint8Array.of(0xef, 0xbb, 0xbf, 0x62, 0x0a, 0xff, 0x0a));
  });

  it('tells a rejection and its reason, and changes nothing', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    world.decide = () => ({ approved: false, reason: 'keep it lower case' });
    assert.match(await fail(editFile, world, edit, 'REJECTED'), /keep it lower case/);
  });

  it('applies the text as the user amended it, and shows the model the difference', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    world.decide = async ({ changes }) => {
      const [change] = changes;
      assert.ok(change?.kind === 'update');
      const after = await world.encode('one\nTwo\nthree\n');
      return {
        approved: true,
        changes: [{ kind: 'update', at: change.at, before: change.before, after }],
        amended: true,
        excludedPaths: [],
      };
    };
    const { text, result } = await succeed(editFile, world, edit);
    assert.equal(world.text('a.txt'), 'one\nTwo\nthree\n');
    assert.match(text, /amended your proposal[^]*-TWO\n\+Two/);
    assert.match(String(result.diff), /-two\n\+Two/);
  });

  it('only plans in a dry run', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    const { text } = await succeed(editFile, world, { ...edit, dryRun: true });
    assert.equal(world.text('a.txt'), file);
    assert.equal(world.asked.length, 0);
    assert.match(text, /Dry run[^]*would ask the user[^]*-two\n\+TWO/);
  });

  it('asks nobody where a rule allows it, and refuses where one denies it', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    world.verdict = { action: 'deny', reason: phrase('A rule denies it.'), protected: false, rememberable: false };
    await fail(editFile, world, edit, 'PERMISSION_DENIED');
    world.verdict = { ...world.verdict, action: 'allow' };
    await succeed(editFile, world, edit);
    assert.equal(world.asked.length, 0);
  });

  it('refuses lines that changed since they were read, and goes on where others did', async () => {
    const world = new MemoryWorld({ 'a.txt': file });
    await succeed(readFile, world, { filePath: 'a.txt' });
    world.put('a.txt', 'one\ntwo!\nthree\n');
    assert.match(await fail(editFile, world, edit, 'STALE'), /-two\n\+two!/);
    world.put('a.txt', file);
    await succeed(readFile, world, { filePath: 'a.txt' });
    world.put('a.txt', 'ONE\ntwo\nthree\n');
    assert.match((await succeed(editFile, world, edit)).text, /Other lines of a\.txt changed/);
  });
});
