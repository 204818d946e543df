import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { lines, updateOfA } from './patchTexts.ts';

/** Name, the file, the changes of a patch that spells its quotes, dashes or spaces otherwise, and the file after it. */
const applied: readonly (readonly [string, string, readonly string[], string])[] = [
  [
    'typographic quotes and a dash in the file',
    lines('He said “hello” — ok.', 'next'),
    ['-He said "hello" - ok.', '+He said "bye" - ok.', ' next'],
    lines('He said “bye” — ok.', 'next'),
  ],
  [
    'typographic quotes in the patch of a program',
    lines("d = {'a': 1}", "print(d['a'])"),
    ['-print(d[‘a’])', '+print(d[‘b’])'],
    lines("d = {'a': 1}", "print(d['b'])"),
  ],
  ['a no-break space in the file', '10\u00a0km long\n', ['-10 km long', '+20 km long'], '20\u00a0km long\n'],
  ['no-break spaces in the patch', 'x = 10 + 1\n', ['-x\u00a0= 10\u00a0+ 1', '+x\u00a0= 20\u00a0+ 1'], 'x = 20 + 1\n'],
  [
    'apostrophes, with white space at the ends of lines',
    lines('it’s one  ', 'it’s two', 'it’s three'),
    [" it's one", "-it's two  ", "+it's 2", " it's three"],
    lines('it’s one  ', 'it’s 2', 'it’s three'),
  ],
  ['a dash that goes', lines('a() # b – c'), ['-a() # b - c', '+a() # HELLO'], lines('a() # HELLO')],
  ['a dash that may be meant otherwise, as sent', lines('x — y'), ['-x - y', '+x -- y'], lines('x -- y')],
  ['an odd space at the end of a line alone', 'a\u2003\u1680\nb\n', ['-a', '-b', '+a b'], 'a b\n'],
];

describe('lines that a patch adds in the place of ones that the file spells otherwise', () => {
  for (const [name, before, changes, after] of applied)
    it(`take the spelling of the file: ${name}`, async () => {
      assert.deepEqual(await applyTo({ a: before }, updateOfA('@@', ...changes)), { a: after });
    });
});
