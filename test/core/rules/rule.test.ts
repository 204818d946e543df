import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/phrase.ts';
import { parseRules, type RuleSet } from '../../../src/core/rules/rule.ts';

const good = { operations: ['read'], paths: ['src/**'], action: 'deny' };

/** A value of the setting, and what its problem says. */
const bad: readonly (readonly [value: unknown, says: RegExp])[] = [
  ['deny all', /not a list/],
  [{}, /not a list/],
  [good, /not a list/],
  [5, /not a list/],
  [[5], /rule 1/],
  [[null], /rule 1/],
  [[good, {}], /rule 2: "operations"/],
  [[{ ...good, operations: [] }], /"operations"/],
  [[{ ...good, operations: 'read' }], /"operations"/],
  [[{ ...good, operations: ['write'] }], /"operations\.0"/],
  [[{ ...good, paths: [] }], /"paths"/],
  [[{ ...good, paths: 'src' }], /"paths"/],
  [[{ ...good, paths: [''] }], /empty/],
  [[{ ...good, paths: ['!src'] }], /"!"/],
  [[{ ...good, paths: ['src\\**'] }], /backslash/],
  [[{ ...good, paths: ['../x'] }], /"\.\."/],
  [[{ ...good, paths: ['{a,b'] }], /bracket/],
  [[{ ...good, action: 'permit' }], /"action"/],
  [[{ ...good, action: undefined }], /"action"/],
  [[{ ...good, effect: 'deny' }], /effect/],
  [Array.from({ length: 201 }, () => good), /more than 200/],
  [Array.from({ length: 200 }, () => ({ ...good, paths: ['**/*{a,b,c,d,e,f,g,h,i}*/*x'] })), /too large/],
];

const problemOf = ({ problem }: RuleSet): string => (problem === undefined ? '' : inEnglish(problem));

describe('parseRules', () => {
  for (const [value, says] of bad) {
    it(`fails closed on ${JSON.stringify(value).slice(0, 60)}`, () => {
      const problem = problemOf(parseRules(value, 'redline.rules'));
      assert.match(problem, says);
      assert.match(problem, /^The setting redline\.rules .*nothing can be changed\.$/);
    });
  }

  it('takes no setting as no rules', () => {
    assert.deepEqual(parseRules(undefined, 'redline.rules'), { rules: [] });
    assert.deepEqual(parseRules([], 'redline.rules'), { rules: [] });
  });

  it('keeps the rules that can be read', () => {
    const { rules, problem } = parseRules([5, good], 'redline.rules');
    assert.equal(rules.length, 1);
    assert.notEqual(problem, undefined);
  });

  it('lets a workspace tighten only', () => {
    const options = { tightenOnly: true };
    assert.equal(parseRules([good, { ...good, action: 'ask' }], 'redline.workspaceRules', options).problem, undefined);
    assert.match(
      problemOf(parseRules([{ ...good, action: 'allow' }], 'redline.workspaceRules', options)),
      /only be "ask" or "deny"/,
    );
  });

  it('folds case for rules that tighten where the file system does', () => {
    const [rule] = parseRules([{ ...good, paths: ['Secret/**'] }], 'redline.rules', { fold: true }).rules;
    assert.equal(rule?.folded[0]?.matches('SECRET/x'), true);
    assert.equal(rule?.exact[0]?.matches('SECRET/x'), false);
  });
});
