import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { applyTo, type Tree } from './memoryWorkspace.ts';
import { gitDiff, gitRename, unified } from './patchTexts.ts';

const change = ['@@ -1 +1 @@', '-one', '+two'];

/** Name, tree, patch, and the path that the answer calls missing. */
const missing: readonly (readonly [string, Tree, string, string])[] = [
  [
    'in a folder of the same name as the one that holds another file of the patch',
    { 'mysite/urls.py': 'one\n', 'mysite/settings.py': 'one\n' },
    unified('mysite/urls.py', ...change) + unified('mysite/mysite/settings.py', ...change),
    'mysite/mysite/settings.py',
  ],
  [
    'in no folder, and a short path speaks for another to move',
    { 'src/index.ts': 'x\n' },
    gitRename('vendor/lib/src/index.ts', 'vendor/lib/src/main.ts'),
    'vendor/lib/src/index.ts',
  ],
  [
    'in a folder that is there, not for the file with its name above',
    { 'package.json': 'one\n', 'packages/core/index.ts': 'x\n' },
    unified('packages/core/package.json', ...change),
    'packages/core/package.json',
  ],
  [
    'in a folder that is there, without prefixes',
    { 'index.ts': 'one\n', 'lib/a.ts': 'x\n' },
    ['--- lib/index.ts', '+++ lib/index.ts', ...change, ''].join('\n'),
    'lib/index.ts',
  ],
  [
    'in a folder that is there, below one that is not',
    { 'index.ts': 'one\n', 'lib/a.ts': 'x\n' },
    unified('project/lib/index.ts', ...change),
    'project/lib/index.ts',
  ],
  [
    'in a folder that is there, below a prefix',
    { 'index.ts': 'one\n', 'lib/a.ts': 'x\n' },
    ['--- old/lib/index.ts', '+++ new/lib/index.ts', ...change, ''].join('\n'),
    'lib/index.ts',
  ],
  [
    'in a folder that is there, where another file of the patch would be below it',
    { 'a.json': 'one\n', 'app/a.json': 'one\n' },
    unified('src/app/a.json', ...change) + unified('src/app/app/a.json', ...change),
    'src/app/app/a.json',
  ],
  [
    'in a folder with another file of the patch',
    { 'index.ts': 'one\n', 'src/a.ts': 'one\n' },
    unified('src/index.ts', ...change) + unified('src/a.ts', ...change),
    'src/index.ts',
  ],
  [
    'in no folder, and only its name speaks for a file to delete',
    { 'package.json': '{}\n' },
    gitDiff('packages/core/package.json', 'deleted file mode 100644'),
    'packages/core/package.json',
  ],
  [
    'in no folder, and only its name speaks for a file to move, beside a file that is there',
    { 'README.md': 'x\n', 'src/a.ts': 'one\n' },
    unified('src/a.ts', ...change) + gitRename('core/README.md', 'core/docs/README.md'),
    'core/README.md',
  ],
];

describe('a diff that was made on Windows', () => {
  for (const stamp of ['', '\t2026-01-02 10:00:00.0 +0100'])
    it(`names files with backslashes, ${stamp === '' ? 'without' : 'with'} a time stamp`, async () => {
      const patch = [`--- a\\src\\x.ts${stamp}`, `+++ b\\src\\x.ts${stamp}`, ...change, ''].join('\n');
      assert.deepEqual(await applyTo({ 'src/x.ts': 'one\n' }, patch), { 'src/x.ts': 'two\n' });
    });
});

describe('a patch of a file that is missing', () => {
  for (const [name, tree, patch, path] of missing) {
    it(name, async () => {
      const message = `${path} does not exist, but the patch changes it. Find the right path with redline_find_files, or pass strip if it has a prefix; to add it, use --- /dev/null or *** Add File.`;
      await assert.rejects(applyTo(tree, patch), new ToolError('NOT_FOUND', message));
    });
  }

  it('is applied where the workspace is a folder that holds one of its own name', async () => {
    const tree = { 'manage.py': 'x\n', 'mysite/settings.py': 'one\n' };
    const after = { ...tree, 'mysite/settings.py': 'two\n' };
    assert.deepEqual(await applyTo(tree, unified('mysite/mysite/settings.py', ...change)), after);
  });

  it('is applied where only its name, with folders, speaks for a file to move', async () => {
    const tree = { 'src/deep/old.ts': 'x\n' };
    const patch = gitRename('packages/core/src/deep/old.ts', 'packages/core/src/deep/new.ts');
    assert.deepEqual(await applyTo(tree, patch), { 'src/deep/new.ts': 'x\n' });
  });

  it('is applied below the folder of the workspace whose lines it has, and moves others beside it', async () => {
    const patch =
      unified('packages/core/src/a.ts', ...change) + gitRename('packages/core/old.md', 'packages/core/new.md');
    assert.deepEqual(await applyTo({ 'src/a.ts': 'one\n', 'old.md': 'x\n' }, patch), {
      'src/a.ts': 'two\n',
      'new.md': 'x\n',
    });
  });

  it('is applied in a workspace that has another folder of its name, but not the folder of the file below that', async () => {
    const tree: Tree = { 'api/views.py': 'one\n', 'backend/settings.py': 'x\n' };
    const after = { ...tree, 'api/views.py': 'two\n' };
    assert.deepEqual(await applyTo(tree, unified('services/backend/api/views.py', ...change)), after);
  });

  it('is applied where strip says, whatever folders are there', async () => {
    const tree: Tree = { 'index.ts': 'one\n', 'lib/a.ts': 'x\n' };
    const after = { 'index.ts': 'two\n', 'lib/a.ts': 'x\n' };
    assert.deepEqual(await applyTo(tree, unified('lib/index.ts', ...change), { strip: 2 }), after);
  });
});

describe('a path that Windows uses for the null device', () => {
  it('is a file where both sides name it', async () => {
    const patch = ['--- nul', '+++ nul', ...change, ''].join('\n');
    assert.deepEqual(await applyTo({ nul: 'one\n' }, patch), { nul: 'two\n' });
  });

  it('is none where one side names it', async () => {
    const patch = ['--- nul', '+++ b/a', '@@ -0,0 +1 @@', '+two', ''].join('\n');
    assert.deepEqual(await applyTo({}, patch), { a: 'two\n' });
  });
});
