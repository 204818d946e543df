import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import '../../fixedSeed.ts';
import type { Approval } from '../../../src/core/rules/approval.ts';
import { policyFor } from '../../../src/core/rules/forAgent.ts';
import { judge, type Policy, type Verdict } from '../../../src/core/rules/judge.ts';
import { compileReadAction } from '../../../src/core/rules/plainlyReadable.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import { operations } from '../../../src/core/rules/operation.ts';
import { virtualSubject, withPathWarning, type Subject } from '../../../src/core/rules/subject.ts';
import { parseTeamPolicy, withTeamPolicies } from '../../../src/core/rules/teamPolicy.ts';
import { resolvePath } from '../path/resolvePath.ts';
import { posix } from '../path/workspaces.ts';

const at = (path: string): Subject => virtualSubject(resolvePath(path, posix));

const strictness = { allow: 0, later: 1, ask: 2, deny: 4 };
const rank = ({ action, protected: guarded }: Verdict): number => strictness[action] + (guarded ? 1 : 0);

const agentIds = [
  'codex',
  'claude',
  'codex-x',
  'vscode',
  'vscode-hook',
  'extension',
  'unknown',
  'unknown-codex',
  'user',
];
const agent = fc.constantFrom(...agentIds);
const pattern = fc.constantFrom('**', 'src/**', '*.ts', '/a.ts', 'docs', '**/*.{ts,md}', '!x', 'a\\b', '', '[');
const rule = fc.record(
  {
    operations: fc.oneof(fc.uniqueArray(fc.constantFrom(...operations)), fc.constant('write')),
    paths: fc.oneof(fc.array(pattern, { maxLength: 3 }), pattern),
    except: fc.array(pattern, { maxLength: 2 }),
    agents: fc.array(fc.constantFrom('codex', 'claude', 'vscode', 'Codex', '*')),
    action: fc.constantFrom('allow', 'later', 'ask', 'deny', 'DENY', 7),
  },
  { requiredKeys: ['operations', 'paths', 'action'] },
);
const team = fc.oneof(
  fc
    .record(
      {
        rules: fc.oneof(fc.array(rule, { maxLength: 4 }), fc.anything()),
        'review.when': fc.constantFrom('before', 'after', 'later'),
        agents: fc.array(fc.constantFrom(...agentIds, 'Codex'), { maxLength: 4 }),
        hold: fc.array(fc.constantFrom('codex', 'claude', 'vscode'), { maxLength: 2 }),
        unknown: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
);
const subject = fc
  .tuple(
    fc.constantFrom('a.ts', 'src/a.ts', 'docs/b.md', '.env', 'package.json', '.redline/policy.json', 'src'),
    fc.nat(3),
  )
  .map(([path, kind]): Subject => {
    const plain = at(path);
    if (kind === 1) return { ...plain, isInside: false, isLinked: true };
    if (kind === 2) return withPathWarning(plain, { text: 'odd', args: [] }, true);
    return kind === 3 ? { ...plain, isFolder: true, spellings: [...plain.spellings, 'real/x.ts'] } : plain;
  });
const approval: Approval = { operations: [...operations], glob: '**/*.ts', scope: 'always' };
const policy = fc
  .record({
    rules: fc.array(rule, { maxLength: 3 }),
    workspace: fc.array(rule, { maxLength: 2 }),
    approvals: fc.constantFrom([], [approval], [{ ...approval, agent: 'codex' }]),
    writesEnabled: fc.boolean(),
    trusted: fc.boolean(),
    externalPaths: fc.constantFrom('deny' as const, 'ask' as const),
    reviewWhen: fc.constantFrom('before' as const, 'after' as const),
  })
  .map(({ rules, workspace, ...rest }): Policy => ({
    ...rest,
    userRules: parseRules(rules, 'redline.rules', { fold: true }),
    workspaceRules: parseRules(workspace, 'redline.workspaceRules', { tightenOnly: true, fold: true }),
    protectedFiles: compileProtectedFiles(),
  }));

describe('team policy, drawn at random', () => {
  it('a policy is never looser than none', () => {
    fc.assert(
      fc.property(
        policy,
        fc.array(team, { minLength: 1, maxLength: 3 }),
        fc.record({
          who: agent,
          what: subject,
          operation: fc.constantFrom(...operations),
          implied: fc.uniqueArray(fc.constantFrom(...operations), { maxLength: 2 }),
          isHeld: fc.boolean(),
        }),
        (base, texts, { who, what, operation, implied, isHeld }) => {
          const stricter = policyFor(who, withTeamPolicies(who, base, texts.map(parseTeamPolicy), isHeld));
          const without = judge(operation, what, policyFor(who, base), implied);
          const verdict = judge(operation, what, stricter, implied);
          assert.ok(rank(verdict) >= rank(without), `${without.action} became ${verdict.action}`);
          assert.ok(
            without.rememberable || !verdict.rememberable,
            'an approval may be remembered that may not without',
          );
          const [read] = [compileReadAction([stricter])(what)];
          assert.equal(read, judge('read', what, stricter).action, 'the fast check of reading differs');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
