import assert from 'node:assert/strict';
import { resolvePath } from '../path/resolvePath.ts';
import { isGitSecret, possibleGitFolders, withGitHead, withinGitFolder } from '../../../src/core/rules/gitFolder.ts';
import { judge } from '../../../src/core/rules/judge.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import { subjectBelow, virtualSubject } from '../../../src/core/rules/subject.ts';
import { posix } from '../path/workspaces.ts';

const everything = {
  userRules: parseRules(
    [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }],
    'redline.rules',
  ),
  workspaceRules: { rules: [] },
  protectedFiles: compileProtectedFiles(['*.none']),
  approvals: [],
  writesEnabled: true,
  trusted: true,
  externalPaths: 'deny',
} as const;
const subject = (path: string, isFolder = false) => virtualSubject(resolvePath(path, posix), { isFolder });

describe('folders that git takes for its own', () => {
  const rows: readonly (readonly [path: string, folders: readonly string[]])[] = [
    ['config', ['']],
    ['docs/config', ['docs']],
    ['docs/Config', ['docs']],
    ['docs/hooks/pre-commit', ['docs']],
    ['docs/modules/lib/config', ['docs', 'docs/modules/lib']],
    ['src/config/objects/a.ts', ['src', 'src/config']],
    ['docs/config.ts', []],
    ['docs/HEAD', []],
    ['docs', []],
    ['', []],
    ['.git/config', []],
    ['a/.git/modules/x/config', []],
    ['index/.git/config', ['']],
  ];
  for (const [path, folders] of rows) {
    it(`around ${path}`, () => assert.deepEqual(possibleGitFolders(path), folders));
  }

  it('are protected whatever rules and lists say', () => {
    for (const operation of ['create', 'update', 'delete', 'move'] as const) {
      const { action, protected: guarded } = judge(
        operation,
        withinGitFolder(subject('docs/config'), 'docs/config'),
        everything,
      );
      assert.deepEqual([action, guarded], ['ask', true], operation);
      assert.equal(judge(operation, withGitHead(subject('docs/HEAD')), everything).protected, true);
      assert.equal(judge(operation, withGitHead(subject('docs/head')), everything).protected, true);
      assert.equal(judge(operation, withGitHead(subject('docs/HEAD.md')), everything).action, 'allow');
    }
  });

  it('keep secrets in some of their files', () => {
    const read = (path: string, isFolder = false) =>
      judge('read', withinGitFolder(subject(path, isFolder), path), everything).action;
    assert.deepEqual(
      ['docs/config', 'docs/modules/x/config', 'docs/config.worktree'].map((path) => read(path)),
      ['ask', 'ask', 'ask'],
    );
    assert.deepEqual([read('docs/refs/heads/main'), read('docs/config', true)], ['allow', 'allow']);
    assert.deepEqual(['a/config', 'CONFIG', 'config.ts', 'a/config/b'].map(isGitSecret), [true, true, false, false]);
  });
});

describe('a folder with the name of a secret', () => {
  it('may be listed, and nothing in it may be read unasked', () => {
    for (const name of ['.env', 'a/.ssh', 'x.key', 'auth.json']) {
      const folder = subject(name, true);
      assert.equal(judge('read', folder, everything).action, 'allow', name);
      assert.equal(
        judge('read', subjectBelow(folder, 'x', false), everything).action,
        name.endsWith('.key') ? 'allow' : 'ask',
        name,
      );
      assert.equal(judge('delete', folder, everything).protected, true, name);
      assert.equal(judge('read', subject(name), everything).action, 'ask', name);
    }
  });

  it('asks where a rule says so, or where it is outside', () => {
    const asks = parseRules([{ operations: ['read'], paths: ['.env'], action: 'ask' }], 'redline.rules');
    assert.equal(judge('read', subject('.env', true), { ...everything, userRules: asks }).action, 'ask');
    const outside = { ...subject('.env', true), isInside: false };
    assert.equal(judge('read', outside, { ...everything, externalPaths: 'ask' }).action, 'ask');
  });
});
