import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import type { Approval } from '../../../src/core/rules/approval.ts';
import { judge, type Policy } from '../../../src/core/rules/judge.ts';
import { policyFor } from '../../../src/core/rules/forAgent.ts';
import { compileReadAction } from '../../../src/core/rules/plainlyReadable.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import type { Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject } from '../../../src/core/rules/subject.ts';
import { resolvePath } from '../path/resolvePath.ts';
import { posix } from '../path/workspaces.ts';

const operations: readonly Operation[] = ['read', 'create', 'update', 'delete', 'move'];
const at = (path: string) => virtualSubject(resolvePath(path, posix));
const { folder } = at('a');

/** A rule for all operations: what it does, in which files, and for whom; no agents means everyone. */
type Row = readonly [action: string, paths: string, agents?: unknown];

function toRule([action, paths, agents]: Row): unknown {
  return { operations, paths: [paths], action, ...(agents === undefined ? {} : { agents }) };
}

function policyOf(user: readonly Row[], workspace: readonly Row[] = [], approvals: readonly Approval[] = []): Policy {
  return {
    userRules: parseRules(user.map(toRule), 'redline.rules'),
    workspaceRules: parseRules(workspace.map(toRule), 'redline.workspaceRules', { tightenOnly: true }),
    protectedFiles: compileProtectedFiles(),
    approvals,
    writesEnabled: true,
    trusted: true,
    externalPaths: 'deny',
  };
}

const approval = (agent?: string): Approval => ({
  operations: ['update'],
  glob: '/src/**',
  scope: 'session',
  folder,
  ...(agent === undefined ? {} : { agent }),
});

/** Policies, and what `src/a.ts` may be by whom: `update` unless the agent begins with `read `. */
const rows: readonly (readonly [title: string, policy: Policy, answers: Readonly<Record<string, string>>])[] = [
  [
    'a rule without agents holds for all',
    policyOf([['deny', 'src/**']]),
    { codex: 'deny', vscode: 'deny', extension: 'deny', user: 'deny', zed: 'deny', unknown: 'deny' },
  ],
  [
    'a rule that denies',
    policyOf([['deny', 'src/**', ['codex', 'vscode']]]),
    { codex: 'deny', vscode: 'deny', claude: 'ask', zed: 'ask', extension: 'ask', user: 'ask' },
  ],
  [
    'a rule that denies holds for whoever has no name of their own',
    policyOf([['deny', 'src/**', ['codex']]]),
    { unknown: 'deny', 'unknown-codex': 'deny', 'unknown-claude-code': 'deny', unknownx: 'ask' },
  ],
  [
    'a rule that asks',
    policyOf([
      ['allow', '**'],
      ['ask', 'src/**', ['codex']],
    ]),
    {
      codex: 'ask',
      'unknown-zed': 'ask',
      'codex-nightly': 'ask',
      codexnightly: 'allow',
      claude: 'allow',
      user: 'allow',
    },
  ],
  [
    "a rule that denies the editor's chat denies VS Code's client, too",
    policyOf([['deny', 'src/**', ['vscode']]]),
    { vscode: 'deny', 'vscode-mcp': 'deny', user: 'ask' },
  ],
  [
    "a rule that allows the editor's chat allows no program that calls itself VS Code",
    policyOf([['allow', 'src/**', ['vscode']]]),
    { vscode: 'allow', 'vscode-mcp': 'ask', 'unknown-vscode': 'ask', user: 'ask', extension: 'ask' },
  ],
  [
    'a rule that allows',
    policyOf([['allow', 'src/**', ['codex']]]),
    { codex: 'allow', claude: 'ask', 'codex-nightly': 'ask', 'unknown-codex': 'ask', unknown: 'ask', user: 'ask' },
  ],
  [
    'the strictest wins over the more particular',
    policyOf([
      ['deny', 'src/**'],
      ['allow', 'src/**', ['codex']],
    ]),
    { codex: 'deny', claude: 'deny' },
  ],
  [
    'one agent among all that are denied',
    policyOf([
      ['allow', '**', ['codex']],
      ['deny', 'src/**', ['claude', 'gemini']],
    ]),
    { codex: 'allow', claude: 'deny', gemini: 'deny', qwen: 'ask' },
  ],
  [
    'a workspace can deny an agent',
    policyOf([['allow', '**']], [['deny', '**', ['codex']]]),
    { codex: 'deny', qwen: 'allow' },
  ],
  ['a workspace can ask', policyOf([['allow', '**']], [['ask', '**', ['codex']]]), { codex: 'ask', qwen: 'allow' }],
  ['a workspace cannot allow', policyOf([], [['allow', '**', ['codex']]]), { codex: 'ask', qwen: 'ask' }],
  [
    'reading',
    policyOf([['deny', 'src/**', ['codex']]]),
    { 'read codex': 'deny', 'read claude': 'allow', 'read unknown': 'deny', 'read user': 'allow' },
  ],
  [
    'an approval for one agent covers no other',
    policyOf([], [], [approval('codex')]),
    { codex: 'allow', claude: 'ask', vscode: 'ask', extension: 'ask', user: 'ask', 'codex-x': 'ask', unknown: 'ask' },
  ],
  [
    'an approval for the chat',
    policyOf([], [], [approval('vscode')]),
    { vscode: 'allow', 'vscode-mcp': 'ask', codex: 'ask', extension: 'ask', user: 'ask' },
  ],
  [
    'an approval for everyone, as those of earlier versions are',
    policyOf([], [], [approval()]),
    { codex: 'allow', claude: 'allow', vscode: 'allow', extension: 'allow', user: 'allow', unknown: 'allow' },
  ],
  [
    'an approval holds only as long as no rule asks that agent',
    policyOf([['ask', 'src/**', ['claude']]], [], [approval()]),
    { codex: 'allow', claude: 'ask' },
  ],
];

describe('rules and approvals for agents', () => {
  for (const [title, policy, answers] of rows) {
    it(title, () => {
      const found = Object.keys(answers).map((who) => {
        const [agent = '', reads] = who.split(' ').toReversed();
        const own = policyFor(agent, policy);
        const { action } = judge(reads === undefined ? 'update' : 'read', at('src/a.ts'), own);
        // What lists and searches go by says the same.
        if (reads !== undefined) assert.equal(compileReadAction([own])(at('src/a.ts')), action);
        return [who, action];
      });
      assert.deepEqual(Object.fromEntries(found), answers);
    });
  }

  it('are told by setting and agents', () => {
    const reasonOf = (...user: readonly Row[]): string =>
      inEnglish(judge('update', at('src/a.ts'), policyFor('codex', policyOf(user))).reason);
    assert.equal(
      reasonOf(['deny', 'src/**', ['codex', 'zed']]),
      'A rule in redline.rules for codex, zed forbids updating "src/a.ts". Do not try again.',
    );
    assert.equal(
      reasonOf(['ask', '**', ['codex']]),
      'A rule in redline.rules for codex asks before updating "src/a.ts".',
    );
    assert.equal(reasonOf(['allow', '**', ['codex']]), 'A rule in redline.rules for codex allows updating "src/a.ts".');
    assert.equal(reasonOf(['allow', '**']), 'A rule in redline.rules allows updating "src/a.ts".');
  });
});

/** What a rule says of agents, what is wrong with it, and for whom a `deny` like it holds until it is corrected. */
const faulty: readonly (readonly [agents: unknown, says: RegExp, denied: readonly string[]])[] = [
  ['codex', /"agents" must be of type array/, ['codex']],
  [5, /"agents" must be of type array/, ['codex', 'claude', 'user']],
  [[], /"agents" must not be empty/, ['codex', 'claude', 'user']],
  [[5], /"agents\.0" must be of type string/, ['codex', 'claude', 'user']],
  [['Codex'], /"agents" names "Codex"; write "codex" instead/, ['codex']],
  [['codex', 'Claude Code'], /"agents" names "Claude Code"; write "claude" instead/, ['codex', 'claude']],
  [['claude-code'], /write "claude" instead/, ['claude']],
  [['My Agent'], /write "my-agent" instead/, []],
  [['user'], /"agents" names "user", which is not an agent; .*"codex"/, ['codex', 'claude', 'user']],
  [['*'], /"agents" names "\*", which is not an agent/, ['codex', 'claude', 'user']],
  [null, /"agents" must be of type array/, ['codex', 'claude', 'user']],
];

describe('a rule whose agents cannot be used', () => {
  for (const [agents, says, denied] of faulty) {
    it(`${JSON.stringify(agents)} is told how to be written, and denies all that it may mean`, () => {
      const policy = policyOf([['deny', 'src/**', agents]]);
      const faults = (policy.userRules.faults ?? []).map(inEnglish);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', says);
      const found = ['codex', 'claude', 'user'].filter(
        (agent) => judge('update', at('src/a.ts'), policyFor(agent, policy)).action === 'deny',
      );
      assert.deepEqual(found, denied);
    });

    it(`${JSON.stringify(agents)} allows nobody anything`, () => {
      const policy = policyOf([['allow', '**', agents]]);
      for (const agent of ['codex', 'claude', 'user', 'my-agent']) {
        assert.equal(judge('update', at('src/a.ts'), policyFor(agent, policy)).action, 'ask', agent);
      }
    });
  }

  it('a known agent, another and the editor itself can be named', () => {
    const { faults } = policyOf([
      ['deny', '**', ['codex', 'zed', 'vscode', 'vscode-mcp', 'extension', 'unknown']],
    ]).userRules;
    assert.equal(faults, undefined);
  });
});

describe('a rule that lets an agent be reviewed later', () => {
  const later = (...rows: readonly Row[]): Policy => {
    const rules = rows.map(([action, path, agents]) => ({ operations: ['update'], paths: [path], action, agents }));
    return { ...policyOf([]), userRules: parseRules(rules, 'redline.rules') };
  };
  const answerFor = (agent: string, policy: Policy): string =>
    judge('update', at('src/a.ts'), policyFor(agent, policy)).action;
  const rows: readonly (readonly [title: string, agent: string, policy: Policy, answer: string])[] = [
    ['the one that it names', 'codex', later(['later', '**', ['codex']]), 'later'],
    ['no other', 'claude', later(['later', '**', ['codex']]), 'ask'],
    ['none that is called alike', 'codex-nightly', later(['later', '**', ['codex']]), 'ask'],
    ['none without a name', 'unknown', later(['later', '**', ['codex']]), 'ask'],
    ['but those are not allowed more', 'codex-nightly', later(['allow', '**'], ['later', '**', ['codex']]), 'later'],
    ['nor is whoever has no name', 'unknown', later(['allow', '**'], ['later', '**', ['codex']]), 'later'],
  ];
  for (const [title, agent, policy, answer] of rows) it(title, () => assert.equal(answerFor(agent, policy), answer));
});
