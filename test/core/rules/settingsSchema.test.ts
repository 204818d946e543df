import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compileRuleGlob } from '../../../src/core/rules/ruleGlob.ts';

interface Patterns {
  readonly items: { readonly allOf: readonly { readonly pattern: string; readonly patternErrorMessage: string }[] };
}

/** Patterns, and what the settings editor says of one that is not taken. */
const table: readonly (readonly [pattern: string, says: string | undefined])[] = [
  ['src/**', undefined],
  ['./src/**', undefined],
  ['/src', undefined],
  ['**/*.{js,ts}', undefined],
  ['.github/**', undefined],
  ['..hidden/[!a]x', undefined],
  ['!z/**', 'not'],
  ['!(a)', 'not'],
  ['src\\**', 'backslash'],
  ['../x', 'dots'],
  ['a/../x', 'dots'],
  ['a/.', 'dots'],
  ['./../x', 'dots'],
  ['+(a|b)', 'group'],
  ['a/@(b)', 'group'],
];

describe('the schema of the rules in the manifest', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL('../../../package.nls.json', import.meta.url), 'utf8'),
  );
  const lists = [...manifest.matchAll(/"(?:paths|except)": (\{\s*"type": "array",[\s\S]*?\n {16}\})/g)].map(
    ([, text = '']): Patterns => JSON.parse(text),
  );

  it('is there for both lists of both settings', () => assert.equal(lists.length, 4));

  for (const [pattern, says] of table) {
    it(`${says ?? 'takes'} ${pattern}, as the rules do`, () => {
      for (const { items } of lists) {
        const wrong = items.allOf.find((each) => !new RegExp(each.pattern, 'u').test(pattern));
        assert.equal(wrong?.patternErrorMessage, says === undefined ? undefined : `%setting.pattern.${says}%`);
      }
      if (says === undefined) compileRuleGlob(pattern);
      else assert.throws(() => compileRuleGlob(pattern));
      if (says !== undefined) assert.match(texts[`setting.pattern.${says}`] ?? '', /\. Write .*\.$/);
    });
  }
});
