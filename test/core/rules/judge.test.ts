import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { resolvePath } from '../path/resolvePath.ts';
import { judge, strictestVerdict, type Policy } from '../../../src/core/rules/judge.ts';
import { operations, type Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject, type Subject } from '../../../src/core/rules/subject.ts';
import { posix, windows } from '../path/workspaces.ts';
import { approve, bare, subject, user, workspace } from './policies.ts';

const everything = user(['all', '**', 'allow']);

/** What is done to which path (`link>target` is a link) under which policy, and the answer; `!` is asked as protected. */
const rows: readonly (readonly [title: string, operation: Operation, path: string, policy: Policy, answer: string])[] =
  [
    ['reading is allowed', 'read', 'a.ts', bare, 'allow'],
    ['creating asks', 'create', 'a.ts', bare, 'ask'],
    ['updating asks', 'update', 'a.ts', bare, 'ask'],
    ['deleting asks', 'delete', 'a.ts', bare, 'ask'],
    ['moving asks', 'move', 'a.ts', bare, 'ask'],
    ['a rule allows', 'update', 'src/a.ts', user(['update', 'src/**', 'allow']), 'allow'],
    ['a rule for another operation says nothing', 'delete', 'src/a.ts', user(['update', 'src/**', 'allow']), 'ask'],
    ['a rule for another path says nothing', 'update', 'lib/a.ts', user(['update', 'src/**', 'allow']), 'ask'],
    ['deny beats allow', 'update', 'src/a.ts', user(['all', '**', 'allow'], ['update', 'src/**', 'deny']), 'deny'],
    ['in any order', 'update', 'src/a.ts', user(['update', 'src/**', 'deny'], ['all', '**', 'allow']), 'deny'],
    ['ask beats allow', 'update', 'src/a.ts', user(['all', '**', 'allow'], ['update', 'src/**', 'ask']), 'ask'],
    ['deny beats ask', 'update', 'src/a.ts', user(['all', '**', 'ask'], ['update', 'src/**', 'deny']), 'deny'],
    ['reading can be denied', 'read', 'src/a.ts', user(['read', 'src', 'deny']), 'deny'],
    ['reading can ask', 'read', 'src/a.ts', user(['read', 'src', 'ask']), 'ask'],
    ['the workspace can ask', 'update', 'a.ts', workspace(everything, ['all', '**', 'ask']), 'ask'],
    ['the workspace can deny', 'update', 'a.ts', workspace(everything, ['all', '*.ts', 'deny']), 'deny'],
    ['the workspace cannot allow', 'read', 'a.ts', workspace(bare, ['all', '**', 'allow']), 'allow'],
    ['and trying changes nothing', 'update', 'a.ts', workspace(everything, ['all', '**', 'allow']), 'allow'],
    ['nor that', 'update', 'a.ts', workspace(bare, ['all', '**', 'allow']), 'ask'],
    ['protected beats allow', 'update', 'package.json', everything, 'ask!'],
    ['protected beats allow on creation', 'create', '.vscode/tasks.json', everything, 'ask!'],
    ['protected beats allow on deletion', 'delete', '.git/hooks/x', everything, 'ask!'],
    ['protected beats allow on moving', 'move', 'AGENTS.md', everything, 'ask!'],
    ['a protected file may be read', 'read', 'package.json', bare, 'allow'],
    ['a secret is asked for', 'read', '.env', everything, 'ask!'],
    ['a secret under another name', 'read', '.ENV', everything, 'ask!'],
    ['deny beats protected', 'update', '.env', user(['all', '.env', 'deny']), 'deny'],
    [
      'a link is judged by its target: deny',
      'update',
      'l>src/a.ts',
      user(['all', 'l', 'allow'], ['all', 'src', 'deny']),
      'deny',
    ],
    ['a link is judged by its target: protected', 'update', 'l>package.json', everything, 'ask!'],
    ['a link is judged by its target: secret', 'read', 'l>.env', everything, 'ask!'],
    ['a link to what is not allowed is not', 'update', 'l>b.ts', user(['all', 'l', 'allow']), 'ask'],
    ['nor is a link that is not', 'update', 'l>b.ts', user(['all', 'b.ts', 'allow']), 'ask'],
    [
      'a link is allowed if both are',
      'update',
      'l>b.ts',
      user(['all', 'b.ts', 'allow'], ['update', 'l', 'allow']),
      'allow',
    ],
    ['a link is denied by its own name', 'read', 'l>b.ts', user(['read', 'l', 'deny']), 'deny'],
    ['an odd name asks', 'update', 'a.ts.', everything, 'ask!'],
    ['a name with hidden characters asks', 'create', 'a\u202esj.exe', everything, 'ask!'],
    ['an odd name may be read', 'read', 'a.ts.', everything, 'allow'],
    ['an agreed change is allowed', 'update', 'src/a.ts', { ...bare, approvals: [approve('/src/**')] }, 'allow'],
    ['for its operation alone', 'delete', 'src/a.ts', { ...bare, approvals: [approve('/src/**', 'update')] }, 'ask'],
    ['for its paths alone', 'update', 'lib/a.ts', { ...bare, approvals: [approve('/src/**')] }, 'ask'],
    [
      'never for a protected file',
      'update',
      'package.json',
      { ...bare, approvals: [approve('**'), approve('/package.json')] },
      'ask!',
    ],
    [
      'never for a protected file under another name',
      'update',
      'x/PACKAGE.json',
      { ...bare, approvals: [approve('**')] },
      'ask!',
    ],
    ['never for a link', 'update', 'src/l>src/a.ts', { ...bare, approvals: [approve('/src/**')] }, 'ask'],
    ['never for another case', 'update', 'SRC/a.ts>src/a.ts', { ...bare, approvals: [approve('/src/**')] }, 'ask'],
    ['never for an odd name', 'update', 'src/a.ts.', { ...bare, approvals: [approve('/src/**')] }, 'ask!'],
    [
      'never against a rule that asks',
      'update',
      'src/a.ts',
      { ...user(['all', 'src', 'ask']), approvals: [approve('**')] },
      'ask',
    ],
    [
      'never against a rule that denies',
      'update',
      'src/a.ts',
      { ...user(['all', 'src', 'deny']), approvals: [approve('**')] },
      'deny',
    ],
    ['an untrusted workspace is read-only', 'update', 'a.ts', { ...everything, trusted: false }, 'deny'],
    ['but can be read', 'read', 'a.ts', { ...everything, trusted: false }, 'allow'],
    ['changes can be switched off', 'create', 'a.ts', { ...everything, writesEnabled: false }, 'deny'],
    ['and reading goes on', 'read', 'a.ts', { ...everything, writesEnabled: false }, 'allow'],
    ['the workspace folder cannot be deleted', 'delete', '.', everything, 'deny'],
    ['nor moved', 'move', '.', everything, 'deny'],
    ['a broken rule shuts changes', 'update', 'a.ts', user(['all', '**', 'allow'], ['all', 'a{', 'deny']), 'deny'],
    [
      'and the others still hold for reading',
      'read',
      'a.ts',
      user(['read', '*.ts', 'deny'], ['all', 'a{', 'deny']),
      'deny',
    ],
    [
      'a broken list of protected files makes all of them protected',
      'update',
      'a.ts',
      { ...everything, protectedProblem: phrase('It is broken.') },
      'ask!',
    ],
    ['but not read', 'read', 'a.ts', { ...everything, protectedProblem: phrase('It is broken.') }, 'allow'],
  ];

describe('judge', () => {
  for (const [title, operation, path, policy, answer] of rows) {
    it(`${title}: ${operation} ${path}`, () => {
      const [asked = '', real] = path.split('>');
      const verdict = judge(operation, subject(asked, real), policy);
      assert.equal(verdict.action + (verdict.protected ? '!' : ''), answer, inEnglish(verdict.reason));
      assert.match(inEnglish(verdict.reason), /\.$/);
      assert.equal(verdict.code === undefined, verdict.action !== 'deny');
    });
  }

  it('lets what an operation amounts to tighten, and never loosen', () => {
    const policy = user(['move', '**', 'allow'], ['delete', 'keep', 'deny'], ['create', 'new', 'ask']);
    assert.equal(judge('move', subject('keep/x'), policy, ['delete']).action, 'deny');
    assert.equal(judge('move', subject('new/x'), policy, ['create']).action, 'ask');
    assert.equal(judge('move', subject('a'), policy, ['create', 'delete']).action, 'allow');
    assert.equal(judge('create', subject('a'), policy, ['move']).action, 'ask');
  });

  it('is outside unless the user lets it be asked, and then asks whatever is allowed', () => {
    const outside: Subject = { ...subject('l'), isInside: false };
    for (const operation of operations) {
      assert.equal(judge(operation, outside, everything).code, 'OUTSIDE_WORKSPACE');
      const asked = judge(operation, outside, { ...everything, externalPaths: 'ask', approvals: [approve('**')] });
      assert.deepEqual([asked.action, asked.protected], ['ask', true]);
    }
  });

  it('asks before reading what may be a short name on Windows', () => {
    const short = virtualSubject(resolvePath('ENV~1', windows));
    for (const operation of operations) assert.equal(judge(operation, short, everything).action, 'ask', operation);
  });

  it('guards a workspace opened at a guarded folder', () => {
    const root = { name: 'x', path: '/home/u/.ssh', uri: 'file:///home/u/.ssh' };
    const at = resolvePath('config', { ...posix, roots: [root] });
    assert.equal(judge('read', virtualSubject(at), everything).action, 'ask');
  });

  it('offers to remember only what nothing but the default asks', () => {
    assert.equal(judge('update', subject('a.ts'), bare).rememberable, true);
    assert.equal(judge('update', subject('package.json'), bare).rememberable, false);
    assert.equal(judge('update', subject('a.ts'), user(['all', '**', 'ask'])).rememberable, false);
    assert.equal(judge('update', subject('l', 'a.ts'), bare).rememberable, false);
  });

  it('names the setting, never another path', () => {
    const denied = judge('update', subject('l', 'private/x'), user(['all', 'private', 'deny']));
    assert.equal(inEnglish(denied.reason), 'A rule in redline.rules forbids updating "l". Do not try again.');
    assert.doesNotMatch(inEnglish(judge('read', subject('l', '.env'), everything).reason), /"\.env"/);
  });

  it('takes the strictest of several', () => {
    const allow = judge('read', subject('a'), bare);
    const ask = judge('update', subject('a'), bare);
    const guarded = judge('update', subject('.env'), bare);
    const deny = judge('update', subject('a'), { ...bare, trusted: false });
    assert.equal(strictestVerdict([]).action, 'allow');
    assert.equal(strictestVerdict([allow, ask]).reason, ask.reason);
    assert.equal(strictestVerdict([allow, ask]).rememberable, true);
    assert.equal(strictestVerdict([ask, guarded, ask]).protected, true);
    assert.equal(strictestVerdict([ask, guarded]).rememberable, false);
    assert.equal(strictestVerdict([guarded, deny, ask]).action, 'deny');
  });
});
