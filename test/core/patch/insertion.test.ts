import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const envelope = (...lines: readonly string[]): string =>
  text('*** Begin Patch', '*** Update File: a', ...lines, '*** End Patch');
const unified = (...lines: readonly string[]): string => text('--- a/a', '+++ b/a', ...lines);
const change = ['@@ -1 +1 @@', '-a', '+A'];

/** Name, the file, the patch, and the file after it; undefined where it is refused. */
const cases: readonly (readonly [string, string, string, string | undefined])[] = [
  ['the lines of the end', text('a {', '  b {', '}'), envelope('@@', '+}'), undefined],
  ['a blank line above one', text('a', ''), envelope('@@', '+'), undefined],
  [
    'the lines of the end, beside a change that is still to be made',
    text('a', '}'),
    envelope('@@', '-a', '+A', '@@', '+}'),
    text('A', '}', '}'),
  ],
  [
    'the lines of the end, beside a change that is made',
    text('first line', '}'),
    envelope('@@', '-a', '+first line', '@@', '+}'),
    text('first line', '}'),
  ],
  [
    'a whole line of the end',
    text('a', 'export default a;'),
    envelope('@@', '+export default a;'),
    text('a', 'export default a;'),
  ],
  ['other lines', text('a {', '  }'), envelope('@@', '+}'), text('a {', '  }', '}')],
  [
    'an equal line, beside a change that is still to be made',
    text('a', '}', 'b'),
    unified(...change, '@@ -1,0 +2 @@', '+}'),
    text('A', '}', '}', 'b'),
  ],
  [
    'a blank line above one, beside a change that is still to be made',
    text('a', '', 'b'),
    unified(...change, '@@ -1,0 +2 @@', '+'),
    text('A', '', '', 'b'),
  ],
  ['a line twice', text('x'), envelope('@@', '+l', '@@', '+l'), text('x', 'l', 'l')],
  [
    'a line twice, by two headers',
    text('x'),
    unified('@@ -1,0 +2 @@', '+l', '@@ -1,0 +3 @@', '+l'),
    text('x', 'l', 'l'),
  ],
  ['a line once, by a header twice', text('x'), unified('@@ -1,0 +2 @@', '+l', '@@ -1,0 +2 @@', '+l'), text('x', 'l')],
  ['an equal line at the start', text('}', 'b'), unified('@@ -0,0 +1 @@', '+}'), undefined],
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
