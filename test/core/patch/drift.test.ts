import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines } from './patchTexts.ts';

const method = (name: string, end = '  }'): readonly string[] => [
  '  /**',
  `   * What ${name} is.`,
  '   */',
  `  ${name}() {`,
  '    return 1;',
  end,
  '',
];

/** Name, the file, a patch made from another version of it, and what git's three-way merge makes of both; `undefined` where it is refused. */
const cases: readonly (readonly [string, string, string, string | undefined])[] = [
  [
    'a method added to a class: the heading stands above all of them, the line below stands once',
    lines('class C {', ...method('one', '  };'), ...method('two', '  };'), ...method('three'), '}'),
    diffOfA(
      '@@ -6,6 +6,10 @@ class C {',
      '     return 1;',
      '   }',
      ' ',
      ...method('added').map((line) => `+${line}`),
      '   /**',
      '    * What two is.',
      '    */',
    ),
    lines('class C {', ...method('one', '  };'), ...method('added'), ...method('two', '  };'), ...method('three'), '}'),
  ],
  [
    'the same where no line beside it stands once',
    lines('class C {', ...method('one', '  };'), ...method('one', '  };'), ...method('one', '  };'), '}'),
    diffOfA(
      '@@ -9,6 +9,13 @@ class C {',
      '     return 2;',
      '   }',
      ' ',
      ...method('added').map((line) => `+${line}`),
      '   /**',
      '    * What one is.',
      '    */',
    ),
    undefined,
  ],
  [
    'lines that fit at one place, and in part on the line of the header: what surrounds them stands once',
    lines(
      '',
      'first() {',
      '  // the same',
      '  return old();',
      '}',
      '',
      'second() {',
      '  // the same',
      '  return old();',
      '}',
    ),
    diffOfA('@@ -2,4 +2,4 @@', ' second() {', '   // the same', '-  return old();', '+  return fresh();', ' }'),
    lines(
      '',
      'first() {',
      '  // the same',
      '  return old();',
      '}',
      '',
      'second() {',
      '  // the same',
      '  return fresh();',
      '}',
    ),
  ],
  [
    'a removal that was made already, whose lines also stand elsewhere',
    lines(
      'loop {',
      '  match = false;',
      '  continue;',
      '}',
      '',
      '// never ask the route',
      'if (no method) {',
      '  match = false;',
      '}',
      'other',
    ),
    diffOfA(
      '@@ -6,6 +6,5 @@',
      ' // never ask the route',
      ' if (no method) {',
      '   match = false;',
      '-  continue;',
      ' }',
      ' was here',
    ),
    lines(
      'loop {',
      '  match = false;',
      '  continue;',
      '}',
      '',
      '// never ask the route',
      'if (no method) {',
      '  match = false;',
      '}',
      'other',
    ),
  ],
  [
    'a removal of lines that stand elsewhere alone, with nothing to show that it was made',
    lines(
      'loop {',
      '  match = false;',
      '  continue;',
      '}',
      '',
      '// never ask the route',
      'if (no method) {',
      '  changed;',
      '}',
      'other',
    ),
    diffOfA(
      '@@ -6,6 +6,5 @@',
      ' // never ask the route',
      ' if (no method) {',
      '   match = false;',
      '-  continue;',
      ' }',
      ' was here',
    ),
    undefined,
  ],
  [
    'a blank line that lost its mark between added ones, with context that has changed: it may be either',
    lines('other', 'start of words', '', 'function of words() {', 'end'),
    diffOfA(
      '@@ -1,5 +1,7 @@',
      ' gone',
      ' start of words',
      '+first added',
      '',
      '+second added',
      ' function of words() {',
      ' end',
    ),
    undefined,
  ],
];

describe('a patch on a file that has changed', () => {
  for (const [name, before, made, after] of cases) {
    it(`${name}: ${after === undefined ? 'refused' : 'placed'}`, async () => {
      if (after === undefined) await assert.rejects(applyTo({ a: before }, made), { code: 'PATCH_CONFLICT' });
      else assert.equal((await applyTo({ a: before }, made))['a'], after);
    });
  }
});
