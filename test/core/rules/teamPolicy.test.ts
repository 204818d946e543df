import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { policyFor } from '../../../src/core/rules/forAgent.ts';
import { judge, type Policy, type Verdict } from '../../../src/core/rules/judge.ts';
import { operations, type Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject, type Subject } from '../../../src/core/rules/subject.ts';
import {
  findDuplicateKey,
  requirementsOf,
  parseTeamPolicy,
  withTeamPolicies,
  type TeamPolicy,
} from '../../../src/core/rules/teamPolicy.ts';
import { resolvePath } from '../path/resolvePath.ts';
import { posix } from '../path/workspaces.ts';
import { bare, user } from './policies.ts';

const at = (path: string): Subject => virtualSubject(resolvePath(path, posix));

const lenient = user(['all', '**', 'allow']);

/** The user's own choices, by the first word of a question; without one, they allow everything. */
const bases: Readonly<Record<string, Policy>> = {
  asking: bare,
  after: { ...bare, reviewWhen: 'after' },
};

function verdictOf(agent: string, operation: Operation, path: string, teams: readonly TeamPolicy[], how = ''): Verdict {
  const base = bases[how] ?? lenient;
  return judge(operation, at(path), policyFor(agent, withTeamPolicies(agent, base, teams, how === 'held')));
}

const teamOf = (value: unknown): TeamPolicy => parseTeamPolicy(JSON.stringify(value));
const denyDocs = { operations: ['update'], paths: ['docs/**'], action: 'deny' };

/** Policies of all folders of a place, and what they make of `[base] agent operation path`. */
const verdicts: readonly (readonly [
  title: string,
  teams: readonly unknown[],
  answers: Readonly<Record<string, string>>,
])[] = [
  ['an empty policy demands nothing', [{}], { 'codex update a.ts': 'allow', 'codex read a.ts': 'allow' }],
  [
    'a rule denies',
    [{ rules: [denyDocs] }],
    { 'codex update docs/a.md': 'deny', 'user update docs/a.md': 'deny', 'codex update a.ts': 'allow' },
  ],
  [
    'a rule for one agent',
    [{ rules: [{ ...denyDocs, agents: ['codex'] }] }],
    { 'codex update docs/a.md': 'deny', 'claude update docs/a.md': 'allow', 'codex-x update docs/a.md': 'deny' },
  ],
  [
    'only listed agents may work',
    [{ agents: ['claude', 'vscode'] }],
    {
      'claude update a.ts': 'allow',
      'vscode update a.ts': 'allow',
      'codex update a.ts': 'deny',
      'codex read a.ts': 'deny',
      'claude-x read a.ts': 'deny',
      'vscode-hook read a.ts': 'deny',
      'extension update a.ts': 'deny',
      'unknown read a.ts': 'deny',
      'user update a.ts': 'allow',
    },
  ],
  [
    'no agents',
    [{ agents: [] }],
    { 'claude read a.ts': 'deny', 'vscode create a.ts': 'deny', 'user read a.ts': 'allow' },
  ],
  [
    'each folder must allow an agent',
    [{ agents: ['claude', 'codex'] }, { agents: ['codex', 'gemini'] }, {}],
    { 'codex read a.ts': 'allow', 'claude read a.ts': 'deny', 'gemini read a.ts': 'deny' },
  ],
  [
    'Hold that is off denies changes alone',
    [{ hold: ['codex'] }],
    {
      'codex update a.ts': 'deny',
      'codex read a.ts': 'allow',
      'codex-x delete a.ts': 'deny',
      'unknown move a.ts': 'deny',
      'claude update a.ts': 'allow',
      'user update a.ts': 'allow',
      'held codex update a.ts': 'allow',
    },
  ],
  [
    'the strictest of several folders wins',
    [{ rules: [{ ...denyDocs, action: 'ask' }] }, { rules: [denyDocs] }],
    { 'codex update docs/a.md': 'deny' },
  ],
  [
    'one invalid rule denies what it might mean',
    [
      {
        rules: [
          { ...denyDocs, action: 'allow' },
          { ...denyDocs, paths: ['src/**'] },
        ],
      },
    ],
    { 'codex update a.ts': 'allow', 'codex update src/a.ts': 'deny', 'codex update docs/a.md': 'allow' },
  ],
  [
    'the policy itself is protected, and so is its folder',
    [{}],
    {
      'codex update .redline/policy.json': 'ask!',
      'codex delete .redline/policy.json': 'ask!',
      'codex delete .redline': 'ask!',
      'codex move .Redline/Policy.json': 'ask!',
      'codex create sub/.redline/policy.json': 'ask!',
    },
  ],
];

/** Texts that are no policy, and why. All of them deny every change, and ask before reading. */
const unusable: readonly (readonly [text: string, why: RegExp])[] = [
  ['', /not valid JSON/],
  ['{', /not valid JSON/],
  ['// a comment\n{}', /not valid JSON/],
  ['{"rules": [],}', /not valid JSON/],
  ['[]', /it must be of type object/],
  ['null', /it must be of type object/],
  ['"allow everything"', /it must be of type object/],
  ['{"rule": []}', /unknown property "rule"/],
  ['{"__proto__": {"agents": ["codex"]}}', /unknown property "__proto__"/],
  ['{"constructor": 1, "toString": 2}', /unknown property "constructor", "toString"/],
  ['{"rules": {}}', /"rules" must be of type array/],
  ['{"rules": [7]}', /entry 1 is not a rule/],
  ['{"review.when": "never"}', /"review.when" must be one of "before", "after"/],
  ['{"review": {"when": "before"}}', /unknown property "review"/],
  ['{"agents": "codex"}', /"agents" must be of type array/],
  ['{"agents": ["Codex"]}', /"agents" names "Codex"; write "codex" instead/],
  ['{"agents": ["user"]}', /"agents" names "user", which is not an agent/],
  ['{"hold": ["Claude Code"]}', /"hold" names "Claude Code"; write "claude" instead/],
  ['{"hold": [[]]}', /"hold.0" must be of type string/],
  ['{"agents": ["codex"], "agents": ["evil"]}', /has the key "agents" twice/],
  ['{"agents": ["codex"], "\\u0061gents": ["evil"]}', /has the key "agents" twice/],
  [`{"${'x'.repeat(9000)}": 1}`, /^.{0,600}$/],
  ['['.repeat(100_000), /not valid JSON/],
  [`{"rules": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /entry 1 is not a rule/],
  [JSON.stringify({ rules: Array.from({ length: 201 }, () => denyDocs) }), /more than 200 rules/],
];

describe('team policy', () => {
  for (const [title, teams, answers] of verdicts) {
    it(title, () => {
      for (const [question, expected] of Object.entries(answers)) {
        const [path = '', operation = '', who = '', how = ''] = question.split(' ').toReversed();
        const named = operations.find((each) => each === operation) ?? 'read';
        const { action, protected: guarded } = verdictOf(who, named, path, teams.map(teamOf), how);
        assert.equal(`${action}${guarded ? '!' : ''}`, expected, question);
      }
    });
  }

  for (const [text, why] of unusable) {
    it(`unusable: ${text.slice(0, 60)}`, () => {
      const parsed = parseTeamPolicy(text);
      assert.match(inEnglish(parsed.rules.problem ?? { text: '', args: [] }), why);
      assert.equal(verdictOf('codex', 'update', 'a.ts', [parsed]).action, 'deny');
      assert.equal(verdictOf('user', 'delete', 'a.ts', [parsed]).action, 'deny');
      assert.equal(verdictOf('codex', 'read', 'a.ts', [parsed]).action, 'ask');
    });
  }

  it('who is denied is told so, and what to do', () => {
    const words = (who: string, operation: Operation, value: unknown): string =>
      inEnglish(verdictOf(who, operation, 'a.ts', [teamOf(value)]).reason);
    assert.equal(
      words('codex', 'read', { agents: ['claude', 'zed'] }),
      'The team policy .redline/policy.json does not allow Codex (codex) here, only Claude Code (claude), zed. Do not try again.',
    );
    assert.equal(
      words('zed', 'read', { agents: [] }),
      'The team policy .redline/policy.json allows no agents here, so zed is denied. Do not try again.',
    );
    assert.match(words('codex', 'update', { hold: ['codex'] }), /requires Hold for Codex.*Hold is not on here/);
    assert.match(
      words('codex', 'update', { rules: [{ ...denyDocs, paths: ['**'] }] }),
      /\.redline\/policy\.json forbids/,
    );
  });

  it('what a policy demands, in a line each', () => {
    const value = { $schema: 'x', rules: [denyDocs], 'review.when': 'before', agents: ['claude'], hold: ['codex'] };
    assert.deepEqual(requirementsOf(teamOf(value)).map(inEnglish), [
      'one rule',
      'changes are reviewed before they are written',
      'only these agents are allowed: Claude Code',
      'Hold is required for Codex',
    ]);
    assert.deepEqual(requirementsOf(teamOf({ 'review.when': 'after' })), []);
    assert.deepEqual(requirementsOf(parseTeamPolicy('\uFEFF{"agents": []}')).map(inEnglish), ['no agents are allowed']);
  });

  it('keys that stand twice in one object', () => {
    assert.equal(findDuplicateKey('{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}], "c": "a\\": \\"a"}'), undefined);
    assert.equal(findDuplicateKey('[{"a": 1}, {"b": {"c": "}", "d" : 1, "c"\n: 2}}]'), 'c');
    assert.equal(findDuplicateKey(`{"a": "${'\\n'.repeat(200_000)}"}`), undefined);
  });
});
