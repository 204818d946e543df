import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/wording/phrase.ts';
import { parseRules, type RuleSet } from '../../../../src/core/rules/parse/rule.ts';

const good = { operations: ['read'], paths: ['src/**'], action: 'deny' };

/** A value of the setting, and what its problem says. */
const bad: readonly (readonly [value: unknown, says: RegExp])[] = [
  ['deny all', /must be a list of rules/],
  [{}, /must be a list of rules/],
  [good, /must be a list of rules/],
  [5, /must be a list of rules/],
  [[5], /entry 1/],
  [[null], /entry 1/],
  [[good, [good]], /entry 2/],
  [Array.from({ length: 201 }, () => good), /more than 200/],
  [Array.from({ length: 200 }, () => ({ ...good, paths: ['**/*{a,b,c,d,e,f,g,h,i}*/*x'] })), /too large/],
];

/** A rule that cannot be used, and what is said of it. */
const faulty: readonly (readonly [rule: unknown, says: RegExp])[] = [
  [{}, /"operations"/],
  [{ ...good, operations: [] }, /"operations"/],
  [{ ...good, operations: 'read' }, /"operations"/],
  [{ ...good, operations: ['write'] }, /"operations\.0"/],
  [{ ...good, paths: [] }, /"paths"/],
  [{ ...good, paths: 'src' }, /"paths"/],
  [{ ...good, paths: [''] }, /empty/],
  [{ ...good, paths: ['!src'] }, /"!src" starts with "!"; write "paths": \["\*\*"\], "except": \["src"\] instead/],
  [{ ...good, paths: ['a', '!a/b'] }, /write "paths": \["a"\], "except": \["a\/b"\] instead/],
  [{ ...good, paths: ['src\\**'] }, /backslash/],
  [{ ...good, paths: ['../x'] }, /"\.\."/],
  ...['src//**', '{src/,lib/}/x', 'a/{b,/c}'].map((path) => [{ ...good, paths: [path] }, /contains "\/\/"/] as const),
  ...['a/{.,b}/c', '{a,..}/c', '{.,b}'].map((path) => [{ ...good, paths: [path] }, /contains "\." or "\.\."/] as const),
  [{ ...good, except: ['src//**'] }, /contains "\/\/"/],
  [{ ...good, paths: ['{a,b'] }, /bracket/],
  [{ ...good, except: ['{a,b'] }, /bracket/],
  [{ ...good, except: 'x' }, /"except"/],
  [{ ...good, action: 'permit' }, /"action"/],
  [{ ...good, action: undefined }, /"action"/],
  [{ ...good, effect: 'deny' }, /effect/],
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

  for (const [rule, says] of faulty) {
    it(`names the rule, and keeps the others: ${JSON.stringify(rule)}`, () => {
      const set = parseRules([good, rule, good], 'redline.rules');
      const [fault, ...more] = (set.faults ?? []).map(inEnglish);
      assert.match(fault ?? '', says);
      assert.match(fault ?? '', /^Rule 2 in redline\.rules cannot be used: .*\. Until it is corrected, .*\.$/);
      assert.deepEqual(
        [more, set.problem, set.rules.filter(({ problem }) => problem === undefined).length],
        [[], undefined, 2],
      );
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

  it('limits its patterns in total, with the folders of exceptions', () => {
    const except = Array.from({ length: 100 }, (_, index) => `/d${index}/**`);
    const rules = Array.from({ length: 14 }, () => ({ ...good, except }));
    const { problem } = parseRules(rules, 'redline.rules');
    assert.match(problem === undefined ? '' : inEnglish(problem), /too large in total/);
    assert.equal(parseRules(rules.slice(0, 12), 'redline.rules').problem, undefined);
  });

  it('lets a workspace tighten only', () => {
    const options = { tightenOnly: true };
    assert.equal(parseRules([good, { ...good, action: 'ask' }], 'redline.workspaceRules', options).faults, undefined);
    const { rules, faults = [] } = parseRules([{ ...good, action: 'allow' }], 'redline.workspaceRules', options);
    assert.deepEqual([rules, faults.length], [[], 1]);
    assert.match(faults.map(inEnglish).join(), /only be "ask" or "deny".*it allows nothing/);
  });

  it('folds case for rules that tighten where the file system does', () => {
    const [rule] = parseRules([{ ...good, paths: ['Secret/**'] }], 'redline.rules', { fold: true }).rules;
    assert.equal(rule?.tightens('SECRET/x'), true);
    assert.equal(rule?.loosens('SECRET/x'), false);
  });
});
