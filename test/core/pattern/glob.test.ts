import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expandBraces } from '../../../src/core/pattern/braces.ts';
import { compileGlob, type GlobOptions } from '../../../src/core/pattern/glob.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';

describe('compileGlob', () => {
  const cases: readonly (readonly [glob: string, yes: string, no: string, options?: GlobOptions])[] = [
    ['*.ts', 'a.ts src/b.ts .ts src/.x.ts', 'a.tsx a.ts/b'],
    ['/*.ts', 'a.ts', 'src/a.ts'],
    ['./*.ts', 'a.ts', 'src/a.ts'],
    ['*.ts', 'a.ts', 'src/a.ts', { isAnchored: true }],
    ['src/*.ts', 'src/a.ts src/.ts', 'src/b/a.ts x/src/a.ts a.ts src/'],
    ['src/**/*.ts', 'src/a.ts src/x/y/a.ts', 'a.ts srcx/a.ts'],
    ['**/a.ts', 'a.ts x/a.ts x/y/a.ts', 'xa.ts x/ba.ts'],
    ['src/**', 'src/a src/b/c', 'src srcx/a'],
    ['src/', 'src/a src/b/c x/src/a', 'src'],
    ['src/in/', 'src/in/a', 'src/in x/src/in/a'],
    ['**', 'a a/b', ''],
    ['**/', 'a/b', ''],
    ['**/test/**', 'test/a x/test/a/b', 'test x/tests/a'],
    ['**/test/**\\/a', 'test/b/a x/test/b/c/a', 'test/a x/test/a'],
    ['a/**/b/*.js', 'a/b/c.js a/x/b/c.js', 'a/b/x/c.js'],
    ['*.{ts,tsx}', 'a.ts b/a.tsx', 'a.t a.js'],
    ['{src,test}/**/*.{js,{c,m}js}', 'src/a.cjs test/x/y.js', 'lib/a.js src/a.ts'],
    ['a{,b}c', 'ac abc', 'a abbc'],
    ['{1..3}', '1..3', '1 2'],
    ['?.md', 'é.md x/1.md', '12.md .md'],
    ['😀?', '😀數 😀😀', '😀'],
    ['[a-c]x', 'ax cx', 'dx'],
    ['[!a]x', 'bx', 'ax /x'],
    ['app/[id]/*.tsx', 'app/[id]/page.tsx app/i/page.tsx', 'app/x/page.tsx'],
    ['\\*.ts', '*.ts', 'a.ts'],
    ['\\{a,b\\}', '{a,b}', 'a b'],
    ['!*.ts', 'a.js', 'a.ts x/a.ts'],
    ['\\!a', '!a', 'a'],
    ['a(b|c)+', 'a(b|c)+', 'ab'],
    ['README*', 'README.md x/README', 'xREADME'],
    ['*.TS', 'a.ts A.Ts', 'a.js', { ignoreCase: true }],
    ['Ä/[A-Z]', 'ä/b', 'a/b', { ignoreCase: true }],
    ['src/*x*/y', 'src/axb/y src/x/y', 'src/a/x/y'],
  ];
  for (const [pattern, yes, no, options] of cases) {
    it(`${pattern} ${JSON.stringify(options ?? {})}`, () => {
      const glob = compileGlob(pattern, options);
      const actual = (paths: string): string[] => paths.split(' ').filter((path) => path !== '' && glob.matches(path));
      assert.deepEqual({ yes: actual(yes), no: actual(no) }, { yes: yes.split(' '), no: [] });
    });
  }

  const faults: readonly (readonly [glob: string, says: RegExp])[] = [
    ['', /empty/],
    ['!', /empty/],
    ['{a', /without a matching }/],
    ['a}', /without a matching {/],
    ['[a', /without a matching ]/],
    ['[[:nope:]]', /unknown/],
    ['src\\app\\*.ts', /Write \//],
    ['../a', /leaves its folder/],
    ['{../a,b}/*', /leaves its folder/],
    ['a/{.,b}./*', /leaves its folder/],
    ['!{a,..}', /leaves its folder/],
    ['a'.repeat(5000), /longer/],
    ['{a,b}'.repeat(30), /more than 256/],
    [`{${'a,'.repeat(300)}}`, /more than 256/],
    [`${'a/'.repeat(1000)}${'{b,c}'.repeat(4)}`, /more than 16,384 characters/],
  ];
  for (const [pattern, says] of faults) {
    it(`refuses ${pattern.slice(0, 20)}`, () => {
      assert.throws(
        () => compileGlob(pattern),
        (error) => error instanceof ToolError && says.test(error.message),
      );
    });
  }

  it('reads braces however deep they are nested', () => {
    const levels = 50_000;
    assert.deepEqual(expandBraces(`${'{'.repeat(levels)}a,b${'}'.repeat(levels)}`), ['a', 'b']);
    assert.throws(
      () => expandBraces('{'.repeat(levels)),
      (error) => error instanceof ToolError && /without a matching }/.test(error.message),
    );
  });

  it('takes a folder to cover what is in it', () => {
    const covers = (pattern: string, path: string): boolean => compileGlob(pattern).covers(path);
    assert.deepEqual(
      [
        covers('src', 'src/a/b'),
        covers('node_modules', 'x/node_modules/y'),
        covers('src/*', 'src/a/b'),
        covers('!a', 'a/b'),
      ],
      [true, true, true, false],
    );
  });

  it('is quick with patterns made to run away', () => {
    for (const pattern of [
      `${'**/'.repeat(1300)}[!a-zA-Z]`,
      `${'*a'.repeat(200)}b`,
      `${'**/a/'.repeat(200)}b`,
      `${'{a*,*a,?*}'.repeat(5)}b`,
    ]) {
      assert.equal(compileGlob(pattern).matches(`${'a/'.repeat(100)}${'a'.repeat(250)}c`), false);
    }
  });

  it('decides in its short cuts as it does without them', () => {
    const part = fc.constantFrom('a', 'b', '.x', '/', '*', '**', '?', '/**/', '**/', '/*', 'ab');
    const path = fc.array(fc.constantFrom('a', 'b', '.x', 'ab', 'a.x'), { minLength: 1, maxLength: 4 });
    const check = (parts: readonly string[], names: readonly string[]): void => {
      const pattern = `/${parts.join('')}`.replace(/\/+$/, '').replace(/\/+/g, '/');
      if (pattern === '') return;
      // A class of one in place of the first letter hides the literal ending and beginning from the short cuts.
      const slow = `/{,[z]}${pattern.slice(1).replaceAll('b', '[b]')}`;
      assert.equal(compileGlob(pattern).matches(names.join('/')), compileGlob(slow).matches(names.join('/')), pattern);
    };
    fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), path, check), { numRuns: 300 });
  });

  it('decides on long patterns as on short ones', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '?', '/**/', '[a-b]', '*b');
    const name = fc.constantFrom('a', 'b', '/', 'ab', 'ba');
    const check = (parts: readonly string[], names: readonly string[]): void => {
      const [pattern, path] = [parts.join('').replace(/\/+$/, ''), names.join('')];
      const long = `/${'z'.repeat(40)}`;
      const actual = compileGlob(`${long}/${pattern}b`).matches(`${long.slice(1)}/${path}`);
      assert.equal(actual, compileGlob(`/x/${pattern}b`).matches(`x/${path}`), pattern);
    };
    fc.assert(fc.property(fc.array(part, { maxLength: 6 }), fc.array(name, { maxLength: 6 }), check), { numRuns: 300 });
  });
});
