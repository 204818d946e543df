import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines, updateOfA } from './patchTexts.ts';

const noNewline = '\\ No newline at end of file';
const change = ['@@ -1 +1 @@', '-a', '+A'];

/** Name, the file, the patch, and the file after it; undefined where it is refused. */
const cases: readonly (readonly [string, string, string, string | undefined])[] = [
  ['the lines of the end', lines('a {', '  b {', '}'), updateOfA('@@', '+}'), undefined],
  ['a blank line above one', lines('a', ''), updateOfA('@@', '+'), undefined],
  [
    'the lines of the end, beside a change that is still to be made',
    lines('a', '}'),
    updateOfA('@@', '-a', '+A', '@@', '+}'),
    lines('A', '}', '}'),
  ],
  [
    'the lines of the end, beside a change that is made',
    lines('first line', '}'),
    updateOfA('@@', '-a', '+first line', '@@', '+}'),
    lines('first line', '}'),
  ],
  [
    'a whole line of the end',
    lines('a', 'export default a;'),
    updateOfA('@@', '+export default a;'),
    lines('a', 'export default a;'),
  ],
  ['other lines', lines('a {', '  }'), updateOfA('@@', '+}'), lines('a {', '  }', '}')],
  [
    'an equal line, beside a change that is still to be made',
    lines('a', '}', 'b'),
    diffOfA(...change, '@@ -1,0 +2 @@', '+}'),
    lines('A', '}', '}', 'b'),
  ],
  [
    'a blank line above one, beside a change that is still to be made',
    lines('a', '', 'b'),
    diffOfA(...change, '@@ -1,0 +2 @@', '+'),
    lines('A', '', '', 'b'),
  ],
  [
    'a line whose number is text, as in the file below its first line',
    lines('Output:', '  1\u2192foo', '  2\u2192bar'),
    updateOfA('@@', '+  3\u2192baz'),
    lines('Output:', '  1\u2192foo', '  2\u2192bar', '  3\u2192baz'),
  ],
  ['a line twice', lines('x'), updateOfA('@@', '+l', '@@', '+l'), lines('x', 'l', 'l')],
  [
    'a line twice, by two headers',
    lines('x'),
    diffOfA('@@ -1,0 +2 @@', '+l', '@@ -1,0 +3 @@', '+l'),
    lines('x', 'l', 'l'),
  ],
  [
    'a line once, by a header twice',
    lines('x'),
    diffOfA('@@ -1,0 +2 @@', '+l', '@@ -1,0 +2 @@', '+l'),
    lines('x', 'l'),
  ],
  ['a last line without a newline to an empty file', '', diffOfA('@@ -0,0 +1 @@', '+l', noNewline), 'l'],
  ['a last line without a newline', 'x\n', diffOfA('@@ -1,0 +2 @@', '+l', noNewline), 'x\nl'],
  ['a line with CRLF to an empty file', '', diffOfA('@@ -0,0 +1 @@', '+l\r'), 'l\r\n'],
  ['a line with CRLF above a single line without an ending', 'x', diffOfA('@@ -0,0 +1 @@', '+l\r'), 'l\r\nx'],
  [
    'a line with CRLF below a single line without an ending',
    'x',
    diffOfA('@@ -1,0 +2,2 @@', '+l\r', '+m\r'),
    'x\r\nl\r\nm',
  ],
  ['a last line to an empty file', '', diffOfA('@@ -0,0 +1 @@', '+l'), 'l\n'],
  ['a line without numbers to an empty file', '', diffOfA('@@', '+l'), 'l\n'],
  [
    'a line without numbers, which is all of the file',
    lines('whole line'),
    diffOfA('@@', '+whole line'),
    lines('whole line'),
  ],
  ['an equal line at the start', lines('}', 'b'), diffOfA('@@ -0,0 +1 @@', '+}'), undefined],
];

describe('a hunk without context that adds', () => {
  for (const [name, before, patch, after] of cases) {
    it(`${name}: ${after === undefined ? 'refused' : after === before ? 'left alone' : 'added'}`, async () => {
      if (after !== undefined) assert.deepEqual(await applyTo({ a: before }, patch), { a: after });
      else
        await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT', message: /only adds what line/ });
    });
  }
});

describe('a hunk of a diff that only adds, without context and numbers', () => {
  const refusal = { code: 'PATCH_CONFLICT', message: /@@ line does not say where\. Add the context lines/ };

  it('is refused in a file that has lines, whose end it may not mean', async () => {
    for (const header of ['@@', '@@ ... @@', '@@ @@']) {
      await assert.rejects(applyTo({ a: lines('a', 'b') }, diffOfA(header, '+import c')), refusal);
      await assert.rejects(applyTo({ a: lines('a', 'import some') }, diffOfA(header, '+import some')), refusal);
      await assert.rejects(applyTo({ a: lines('a', 'b') }, diffOfA('@@', '-a', '+A', header, '+import c')), refusal);
    }
  });

  it('is added where a line of context says so', async () => {
    assert.deepEqual(await applyTo({ a: lines('a', 'b') }, diffOfA('@@', '+c', ' a')), { a: lines('c', 'a', 'b') });
    assert.deepEqual(await applyTo({ a: lines('a', 'b') }, diffOfA('@@', ' b', '+c')), { a: lines('a', 'b', 'c') });
  });
});

describe('a line that is added below a last line without a newline', () => {
  const before = 'x\r\ny';

  it('gets the line ending of the file, as the last line does', async () => {
    assert.deepEqual(await applyTo({ a: before }, updateOfA('@@', ' y', '+l', '+m')), { a: 'x\r\ny\r\nl\r\nm' });
    assert.deepEqual(await applyTo({ a: before }, updateOfA('@@', ' y', '+l')), { a: 'x\r\ny\r\nl' });
  });
});

describe('a blank line between hunks that the header of the first one counts', () => {
  const patch = diffOfA(...change, '@@ -3 +3,2 @@', '+NEW', '', '@@ -5 +6 @@', '-e', '+E');

  it('only separates them if the file has no such line', async () => {
    const after = await applyTo({ a: lines('a', 'b', 'c', 'd', 'e') }, patch);
    assert.deepEqual(after, { a: lines('A', 'b', 'c', 'NEW', 'd', 'E') });
  });

  it('leaves the place open where the other hunks are not on the lines of their headers', async () => {
    const before = lines('0', 'a', 'b', 'c', 'd', 'e');
    await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT', message: /shows no context/ });
  });
});

describe('a counted hunk whose only context is a blank line', () => {
  const before = lines('a', 'b', 'c', '', 'd');
  const first = ['@@ -1,2 +1,2 @@', '-a', '+A', ' b'];

  for (const blank of [' ', '']) {
    const spelling = blank === '' ? 'without its space' : 'with its space';
    it(`is placed by that line ${spelling}, on the side on which it stands`, async () => {
      const above = await applyTo({ a: before }, diffOfA(...first, '@@ -4 +4,2 @@', '+x', blank));
      assert.deepEqual(above, { a: lines('A', 'b', 'c', 'x', '', 'd') });
      const below = await applyTo({ a: before }, diffOfA(...first, '@@ -4,1 +4,2 @@', blank, '+x'));
      assert.deepEqual(below, { a: lines('A', 'b', 'c', '', 'x', 'd') });
    });

    it(`is placed by it in a file where it may also separate hunks, ${spelling}`, async () => {
      const patch = diffOfA(...change, '@@ -3 +3,2 @@', '+NEW', blank, '@@ -5 +6 @@', '-e', '+E');
      const after = await applyTo({ a: lines('a', 'b', '', 'd', 'e') }, patch);
      assert.deepEqual(after, { a: lines('A', 'b', 'NEW', '', 'd', 'E') });
    });

    it(`is placed alone above the blank line that ends the file, ${spelling}`, async () => {
      const after = await applyTo({ a: lines('a', '') }, diffOfA('@@ -2 +2,2 @@', '+x', blank));
      assert.deepEqual(after, { a: lines('a', 'x', '') });
    });

    it(`is refused if the file has no such line, ${spelling}`, async () => {
      const patch = diffOfA(...first, '@@ -4 +4,2 @@', '+x', blank);
      await assert.rejects(applyTo({ a: lines('a', 'b', 'c', 'd') }, patch), { code: 'PATCH_CONFLICT' });
    });
  }
});
