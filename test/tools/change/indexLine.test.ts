import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const blob = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
    .slice(0, 7);
const none = '0000000';

const patch = (before: string | undefined, after: string, ...hunk: string[]): string =>
  [
    'diff --git a/a.txt b/a.txt',
    ...(before === undefined ? ['new file mode 100644'] : []),
    `index ${before === undefined ? none : blob(before)}..${blob(after)}${before === undefined ? '' : ' 100644'}`,
    before === undefined ? '--- /dev/null' : '--- a/a.txt',
    '+++ b/a.txt',
    ...hunk,
    '',
  ].join('\n');

/** Changes of line endings as git writes them, on the very file that they were made from. */
const endings: [string, string, string, string[]][] = [
  ['CRLF to LF', 'a\r\nb\r\n', 'a\nb\n', ['@@ -1,2 +1,2 @@', '-a\r', '-b\r', '+a', '+b']],
  ['LF to CRLF', 'a\nb\n', 'a\r\nb\r\n', ['@@ -1,2 +1,2 @@', '-a', '-b', '+a\r', '+b\r']],
  ['one line of several', 'a\r\nb\r\nc\r\n', 'a\r\nb\nc\r\n', ['@@ -1,3 +1,3 @@', ' a\r', '-b\r', '+b', ' c\r']],
  [
    'an end that is a carriage return alone',
    'a\nb\r',
    'a\r\nb\n',
    ['@@ -1,2 +1,2 @@', '-a', '-b\r', '\\ No newline at end of file', '+a\r', '+b'],
  ],
  [
    'to an end that is a carriage return alone',
    'a\r\nb\r\n',
    'a\nB\r',
    ['@@ -1,2 +1,2 @@', '-a\r', '-b\r', '+a', '+B\r', '\\ No newline at end of file'],
  ],
  ['lines of carriage returns alone', 'a\rb\rc\n', 'a\nb\rC\n', ['@@ -1 +1,2 @@', '-a\rb\rc', '+a', '+b\rC']],
  ['a line added in between', 'a\r\nb\r\n', 'a\r\nx\nb\r\n', ['@@ -1,2 +1,3 @@', ' a\r', '+x', ' b\r']],
  ['a byte order mark that goes', '\ufeffa\nb\n', 'a\nb\n', ['@@ -1,2 +1,2 @@', '-\ufeffa', '+a', ' b']],
  ['a byte order mark that comes', 'a\nb\n', '\ufeffa\nb\n', ['@@ -1,2 +1,2 @@', '-a', '+\ufeffa', ' b']],
  ['a line added at the end', 'a\r\n', 'a\r\nx\n', ['@@ -1,0 +2 @@', '+x']],
];

describe('what an index line names', () => {
  for (const [name, before, after, hunk] of endings) {
    it(`is what a change of line endings makes: ${name}`, async () => {
      const world = new MemoryWorld({ 'a.txt': before });
      world.verdict = { action: 'allow', reason: phrase('Allowed.'), protected: false, rememberable: false };
      const { text } = await succeed(applyPatch, world, { patchText: patch(before, after, ...hunk) });
      assert.equal(world.text('a.txt'), after);
      assert.doesNotMatch(text, /index line/);
      assert.equal(world.asked.length, 0);
    });
  }

  it('is refused where the very file does not become it', async () => {
    const world = new MemoryWorld({ 'a.txt': 'a\nb\n' });
    const patchText = patch('a\nb\n', 'a\nC\n', '@@ -1,2 +1,2 @@', ' a', '-b', '+B');
    assert.match(await fail(applyPatch, world, { patchText }, 'PATCH_INVALID'), /index line says/);
  });

  const deletions: [string, string, string[], string | undefined][] = [
    ['an empty file', '', [], 'important\n'],
    ['another file', 'old\n', ['--- a/a.txt', '+++ /dev/null'], 'important\n'],
    ['this file', 'old\n', [], undefined],
    ['this file, checked out with CRLF', 'old\r\n', [], undefined],
  ];
  for (const [name, text, lines, after] of deletions) {
    it(`is what a deletion without lines deletes: ${name}`, async () => {
      const world = new MemoryWorld({ 'a.txt': after ?? text });
      const head = ['diff --git a/a.txt b/a.txt', 'deleted file mode 100644'];
      const patchText = [...head, `index ${blob(text.replace('\r', ''))}..${none}`, ...lines, ''].join('\n');
      if (after === undefined) await succeed(applyPatch, world, { patchText });
      else assert.match(await fail(applyPatch, world, { patchText }, 'PATCH_CONFLICT'), /a\.txt .*redline_delete/);
      assert.equal(world.text('a.txt'), after);
    });
  }

  const others: [string, Record<string, string>, string][] = [
    ['a new file that is cut off', {}, patch(undefined, 'one\ntwo\n', '@@ -0,0 +1,2 @@', '+one', '+tw')],
    [
      'a file that has changed since',
      { 'a.txt': 'a\nb\nc\nd\n' },
      patch('a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c'),
    ],
  ];
  for (const [name, files, patchText] of others) {
    it(`is told to be another than the result of ${name}, in the answer and in the review`, async () => {
      const world = new MemoryWorld(files);
      const { text } = await succeed(applyPatch, world, { patchText });
      const words = /a\.txt: the result differs from what the index line of the patch says/;
      assert.match(text, words);
      const [change] = world.asked[0]?.changes ?? [];
      assert.match((change?.cautions ?? []).map((caution) => inEnglish(caution.message)).join(), words);
    });
  }
});
