import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compileGlob } from '../../../../src/core/pattern/glob.ts';
import { compileRuleGlob, escapeGlob } from '../../../../src/core/rules/parse/ruleGlob.ts';

type Row = readonly [pattern: string, path: string, matches: boolean];

const rows: readonly Row[] = [
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/deep/a.ts', true],
  ['*.ts', 'src/.ts', true],
  ['*.ts', 'a.tsx', false],
  ['/*.ts', 'a.ts', true],
  ['/*.ts', 'src/a.ts', false],
  ['./src/*.ts', 'src/a.ts', true],
  ['./a.ts', 'a.ts', true],
  ['./a.ts', 'src/a.ts', false],
  ['.//a.ts', 'a.ts', true],
  ['./src', 'src/deep/a.ts', true],
  ['./src', 'lib/src/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'lib/src/a.ts', false],
  ['src/*', 'src/deep/a.ts', false],
  ['src/**', 'src/deep/a.ts', true],
  ['src/**', 'src/.hidden/a', true],
  ['src/**', 'srcs/a', false],
  ['src/', 'src/a', true],
  ['src', 'src', true],
  ['src', 'src/deep/a.ts', true],
  ['src', 'lib/src/a.ts', true],
  ['src', 'srcs', false],
  ['/src', 'lib/src/a.ts', false],
  ['/src', 'src/a.ts', true],
  ['a/b', 'a/b/c', true],
  ['a/b', 'x/a/b', false],
  ['**/a/b', 'x/a/b/c', true],
  ['**/a/b', 'xa/b', false],
  ['**/a/b', 'a/bc', false],
  ['**/.git', '.git', true],
  ['**/.git', '.github/x', false],
  ['**/.git/**', 'a/.git/config', true],
  ['**/.git/**', 'a/.git', false],
  ['**/aa', 'aaa/aa', true],
  ['**/{a,b}.{c,d}', 'x/b.c', true],
  ['{a,b}', 'x/b/y', true],
  ['file?.txt', 'file1.txt', true],
  ['[ab].txt', 'x/b.txt', true],
  ['[!ab].txt', 'b.txt', false],
  ['app/[id]/**', 'app/[id]/page.tsx', true],
  ['{a,src/b}', 'x/a', true],
  ['{a,src/b}', 'src/b', true],
  ['{a,src/b}', 'x/src/b', false],
  ['id_*', 'x/id_rsa', true],
  ['id_*', 'x/my_id_rsa', false],
  ['id_*', 'id_rsa/x', false],
  ['app/(group)/page.tsx', 'app/(group)/page.tsx', true],
  ['@modal/x', '@modal/x', true],
  ['#a', 'x/#a', true],
  ['é.txt', 'e\u0301.txt', true],
  ['A.txt', 'a.txt', false],
];

describe('compileRuleGlob', () => {
  for (const [pattern, path, matches] of rows) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
      assert.equal(compileRuleGlob(pattern).matches(path), matches);
    });
  }

  it('folds case and composition on request', () => {
    const glob = compileRuleGlob('Straße/[A-C]É.TXT', { fold: true });
    assert.equal(glob.matches('STRASSE/be\u0301.txt'), true);
    assert.equal(glob.matches('strasse/de\u0301.txt'), false);
  });

  const refused: readonly string[] = [
    '',
    ' ',
    '!a',
    '!(a)',
    'a/+(b)',
    '@(a|b)',
    'src\\**',
    '../a',
    'a/../b',
    'a/./b',
    'a{b',
    'a}b',
    '{a,b}}{',
    'a[b',
    'a]b',
    'a'.repeat(501),
    '{a,b}'.repeat(9),
    '{a,b,c,d,e,f,g}{a,b,c,d,e,f,g}{a,b,c,d,e,f,g}',
    '**/'.repeat(7),
    '*a'.repeat(25),
  ];
  for (const pattern of refused) {
    it(`refuses ${pattern.slice(0, 40)}`, () => assert.throws(() => compileRuleGlob(pattern), RangeError));
  }

  it('agrees with the matcher where it goes round it', () => {
    const name = fc.stringMatching(/^[ab.]{1,3}$/).filter((text) => !/^\.\.?$/.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const pattern = fc.tuple(fc.constantFrom('**/', '**/*'), path, fc.constantFrom('', '*', '/**'));
    fc.assert(
      fc.property(pattern, path, ([head, middle, tail], text) => {
        const whole = `${head}${middle}${tail}`;
        const last = whole.slice(whole.lastIndexOf('/') + 1);
        const expected =
          compileGlob(whole).matches(text) || (!last.includes('*') && compileGlob(`${whole}/**`).matches(text));
        assert.equal(compileRuleGlob(whole).matches(text), expected, `${whole} on ${text}`);
      }),
      { numRuns: 300 },
    );
  });

  it('stays quick on the worst pattern that is let through', () => {
    const patterns = [`${'*a'.repeat(20)}b`, `${'**/*a*/'.repeat(6)}b`, `{${'a*c,'.repeat(11)}b}`];
    for (const pattern of patterns) {
      assert.equal(compileRuleGlob(pattern).matches('a'.repeat(4000)), false);
      assert.equal(compileRuleGlob(pattern).matches('aaaa/'.repeat(800) + 'c'), false);
    }
  });
});

describe('escapeGlob', () => {
  it('makes a pattern that matches the path alone', () => {
    const character = fc.constantFrom(...'ab*?[]{}(),!+@#|.-^$ é'.split(''));
    const name = fc.string({ unit: character, minLength: 1, maxLength: 6 }).filter((text) => !/^\.+$/.test(text));
    fc.assert(
      fc.property(name, name, (a, b) => {
        const glob = compileRuleGlob(`/x/${escapeGlob(a)}`, { escapes: true });
        assert.equal(glob.matches(`x/${a}`), true);
        assert.equal(glob.matches(`x/${b}`), a === b);
      }),
      { numRuns: 300 },
    );
  });
});
