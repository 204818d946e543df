import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { judge, strictestVerdict, type Policy } from '../../../src/core/rules/judge.ts';
import { operations, type Operation } from '../../../src/core/rules/operation.ts';
import { approve, bare, subject, user, workspace, type ShortRule } from './policies.ts';

const everything = user(['all', '**', 'allow']);
/** Reviewing after, with these rules of the user. */
const after = (...rules: readonly ShortRule[]): Policy => ({ ...user(...rules), reviewWhen: 'after' });

/** What is done to which path (`link>target` is a link) under which policy, and the answer; `!` is asked as protected. */
const rows: readonly (readonly [title: string, operation: Operation, path: string, policy: Policy, answer: string])[] =
  [
    ['a rule postpones the review', 'update', 'src/a.ts', user(['update', 'src/**', 'later']), 'later'],
    ['for its operation alone', 'delete', 'src/a.ts', user(['update', 'src/**', 'later']), 'ask'],
    ['for its paths alone', 'update', 'lib/a.ts', user(['update', 'src/**', 'later']), 'ask'],
    ['later beats allow', 'update', 'a.ts', user(['update', '**', 'allow'], ['update', '*.ts', 'later']), 'later'],
    [
      'later beats what was approved before',
      'update',
      'a.ts',
      { ...user(['update', '*.ts', 'later']), approvals: [approve('**')] },
      'later',
    ],
    ['ask beats later', 'update', 'a.ts', user(['update', '**', 'later'], ['update', '*.ts', 'ask']), 'ask'],
    ['deny beats later', 'update', 'a.ts', user(['update', '**', 'later'], ['update', '*.ts', 'deny']), 'deny'],
    ['protected beats later', 'update', 'package.json', user(['update', '**', 'later']), 'ask!'],
    ['an odd name beats later', 'update', 'a.ts.', user(['update', '**', 'later']), 'ask!'],
    ['reading is never reviewed later', 'read', 'a.ts', user(['read', '**', 'later']), 'ask'],
    ['a link is postponed only if both ends are', 'update', 'l>b.ts', user(['update', 'l', 'later']), 'ask'],
    ['a link of both ends', 'update', 'l>b.ts', user(['update', 'l', 'later'], ['update', 'b.ts', 'later']), 'later'],
    [
      'one end of an allowed link postpones it',
      'update',
      'l>b.ts',
      user(['all', '**', 'allow'], ['update', 'b.ts', 'later']),
      'later',
    ],
    ['the workspace cannot postpone', 'update', 'a.ts', workspace(bare, ['update', '**', 'later']), 'ask'],
    ['and asks where it tries', 'update', 'a.ts', workspace(everything, ['update', '**', 'later']), 'ask'],
    ['a broken rule postpones nothing', 'update', 'a.ts', user(['update', 'a{', 'later']), 'ask'],
    ['reviewing after: a change', 'update', 'a.ts', after(), 'later'],
    ['reviewing after: a deletion', 'delete', 'a.ts', after(), 'later'],
    ['reviewing after: reading is as ever', 'read', 'a.ts', after(), 'allow'],
    ['reviewing after: a secret still asks', 'read', '.env', after(), 'ask!'],
    ['reviewing after: a rule that asks to read', 'read', 'a.ts', after(['read', '*', 'ask']), 'ask'],
    ['reviewing after: protected asks before', 'update', 'package.json', after(), 'ask!'],
    ['reviewing after: an odd name asks before', 'create', 'a.ts.', after(), 'ask!'],
    ['reviewing after: a rule that asks', 'update', 'a.ts', after(['update', '**', 'ask']), 'later'],
    ['reviewing after: a broken rule asks before', 'update', 'a.ts', after(['update', 'a{', 'ask']), 'ask'],
    ['reviewing after: a rule that denies', 'update', 'a.ts', after(['update', '**', 'deny']), 'deny'],
    ['reviewing after: what is allowed is', 'update', 'a.ts', after(['all', '**', 'allow']), 'allow'],
    ['reviewing after: an untrusted workspace', 'update', 'a.ts', { ...after(), trusted: false }, 'deny'],
    [
      'reviewing after: all files protected',
      'update',
      'a.ts',
      { ...after(), protectedProblem: phrase('It is broken.') },
      'ask!',
    ],
  ];

describe('a review that is postponed', () => {
  for (const [title, operation, path, policy, answer] of rows) {
    it(`${title}: ${operation} ${path}`, () => {
      const [asked = '', real] = path.split('>');
      const verdict = judge(operation, subject(asked, real), policy);
      assert.equal(verdict.action + (verdict.protected ? '!' : ''), answer, inEnglish(verdict.reason));
      assert.match(inEnglish(verdict.reason), /\.$/);
    });
  }

  it('is never one of what is outside', () => {
    const outside = { ...subject('l'), isInside: false };
    const late: Policy = { ...user(['all', '**', 'later']), externalPaths: 'ask', reviewWhen: 'after' };
    for (const operation of operations) assert.equal(judge(operation, outside, late).action, 'ask');
  });

  it('counts as stricter than none, and as less strict than one before', () => {
    const allow = judge('read', subject('a'), bare);
    const ask = judge('update', subject('a'), bare);
    const guarded = judge('update', subject('.env'), bare);
    const deny = judge('update', subject('a'), { ...bare, trusted: false });
    const later = judge('update', subject('a'), after());
    assert.equal(strictestVerdict([allow, later, allow]).reason, later.reason);
    assert.equal(strictestVerdict([later, ask]).action, 'ask');
    assert.equal(strictestVerdict([later, ask]).rememberable, true);
    assert.equal(strictestVerdict([guarded, later]).protected, true);
    assert.equal(strictestVerdict([later, deny]).action, 'deny');
  });
});
