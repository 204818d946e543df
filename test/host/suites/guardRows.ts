/**
 * What must become of a call: `asked` in Redline's own review, `asked to read` by a dialog (which a host under test
 * does not show, so that the answer is no), `asked either way` first the one and then the other, or refused with a code.
 */
export type Expected =
  | 'asked'
  | 'asked to read'
  | 'OUTSIDE_WORKSPACE'
  | 'VALIDATION_ERROR'
  | 'PERMISSION_DENIED'
  | 'WRITES_DISABLED'
  | 'NOT_FOUND'
  | 'PATCH_INVALID'
  | 'PATCH_CONFLICT';

export interface Row {
  readonly title: string;
  /** The tool's name without `redline_`. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Expected | readonly Expected[];
}

const read = (filePath: string, expected: Row['expected']): Row => ({
  title: `read ${JSON.stringify(filePath)}`,
  tool: 'read_file',
  input: { filePath },
  expected,
});
const write = (filePath: string, expected: Row['expected']): Row => ({
  title: `write ${JSON.stringify(filePath)}`,
  tool: 'write_file',
  input: { filePath, content: 'mine\n' },
  expected,
});
const call = (title: string, tool: string, input: Row['input'], expected: Row['expected']): Row => ({
  title,
  tool,
  input,
  expected,
});
const patch = (title: string, lines: readonly string[], expected: Row['expected']): Row =>
  call(title, 'apply_patch', { patchText: `${lines.join('\n')}\n` }, expected);

/** Attacks that hold whatever the rules allow. */
export const rows: readonly Row[] = [
  read('../guard-out/secret.txt', 'OUTSIDE_WORKSPACE'),
  read('lib/../../guard-out/secret.txt', 'OUTSIDE_WORKSPACE'),
  read('/etc/passwd', 'OUTSIDE_WORKSPACE'),
  read('../sample-evil/x.txt', 'OUTSIDE_WORKSPACE'),
  read('out-file', 'OUTSIDE_WORKSPACE'),
  read('out-abs', 'OUTSIDE_WORKSPACE'),
  read('out-chain', 'OUTSIDE_WORKSPACE'),
  read('out-dir/secret.txt', 'OUTSIDE_WORKSPACE'),
  read('out-dir/missing.txt', 'OUTSIDE_WORKSPACE'),
  read('in-dir/out-up', 'OUTSIDE_WORKSPACE'),
  read('out-proc', 'OUTSIDE_WORKSPACE'),
  read('dev-zero', ['OUTSIDE_WORKSPACE', 'VALIDATION_ERROR']),
  read('fifo', 'VALIDATION_ERROR'),
  read('loop', 'VALIDATION_ERROR'),
  read('loop-a', 'VALIDATION_ERROR'),
  read('broken', 'VALIDATION_ERROR'),
  read('a.txt/', 'VALIDATION_ERROR'),
  read('in-file/.', 'VALIDATION_ERROR'),
  read('file:///etc/passwd', 'OUTSIDE_WORKSPACE'),
  read('vscode-userdata:/User/settings.json', 'VALIDATION_ERROR'),
  read('%2e%2e/guard-out/secret.txt', 'VALIDATION_ERROR'),
  read('..%2fguard-out%2fsecret.txt', 'VALIDATION_ERROR'),
  read('a.txt\u0000.png', 'VALIDATION_ERROR'),
  read('~/.ssh/id_rsa', 'VALIDATION_ERROR'),
  read('${env:HOME}/x', 'VALIDATION_ERROR'),
  read('lib\\..\\..\\guard-out\\secret.txt', 'VALIDATION_ERROR'),
  read('\uff0e\uff0e/guard-out/secret.txt', 'VALIDATION_ERROR'),
  read('.env', 'asked to read'),
  read('./lib/../.env', 'asked to read'),
  read('env-file', 'asked to read'),
  read('env-chain', 'asked to read'),
  read('hard-env.txt', 'asked to read'),
  read('git-dir/config', 'asked to read'),
  call('list the folder above', 'list_directory', { dirPath: '..' }, 'OUTSIDE_WORKSPACE'),
  call('list a link that leads out', 'list_directory', { dirPath: 'out-dir' }, 'OUTSIDE_WORKSPACE'),
  write('../guard-out/new.txt', 'OUTSIDE_WORKSPACE'),
  write('out-file', 'OUTSIDE_WORKSPACE'),
  write('out-new', 'OUTSIDE_WORKSPACE'),
  write('out-dir/new.txt', 'OUTSIDE_WORKSPACE'),
  write('out-dir/new/deep.txt', 'OUTSIDE_WORKSPACE'),
  write('new.txt/', 'VALIDATION_ERROR'),
  write('loop', 'VALIDATION_ERROR'),
  write('.env', 'asked to read'),
  write('env-file', 'asked to read'),
  write('.env.local', 'asked'),
  write('env-new', 'asked'),
  write('.ENV', 'asked'),
  write('\uff0eenv', 'asked'),
  write('.git/hooks/post-checkout', 'asked'),
  write('git-dir/hooks/pre-commit', 'asked'),
  write('git-new-hook', 'asked'),
  write('innocent.md', 'asked'),
  write('package.json', 'asked'),
  write('lib/../package.json', 'asked'),
  write('.vscode/settings.json', 'asked'),
  write('.github/workflows/ci.yml', 'asked'),
  write('AGENTS.md', 'asked'),
  write('.devcontainer/devcontainer.json', 'asked'),
  write('hard-out.txt', 'asked'),
  write('a\u200b.txt', 'asked'),
  write('a.txt.', 'asked'),
  write('a.txt:stream', ['asked', 'VALIDATION_ERROR']),
  call(
    'edit a file through a link that leads out',
    'edit_file',
    { filePath: 'out-file', oldString: 'SECRET', newString: 'x' },
    'OUTSIDE_WORKSPACE',
  ),
  call(
    'guess at a secret by editing',
    'edit_file',
    { filePath: '.env', oldString: 'TOKEN=A', newString: 'x' },
    'asked to read',
  ),
  call(
    'guess at a secret in a dry run',
    'edit_file',
    { filePath: 'hard-env.txt', oldString: 'TOKEN', newString: 'x', dryRun: true },
    'asked to read',
  ),
  call(
    'replace lines of a hook',
    'replace_lines',
    { filePath: 'git-dir/hooks/pre-commit', startLine: 1, endLine: 1, newContent: 'x', expectedText: '#!/bin/sh' },
    'asked',
  ),
  call(
    'edit two files, one of them protected',
    'multi_edit',
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: '1' },
        { filePath: 'innocent.md', oldString: 'sample', newString: 'evil' },
      ],
    },
    'asked',
  ),
  call(
    'edit two files, one of them outside',
    'multi_edit',
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: '1' },
        { filePath: 'out-file', oldString: 'SECRET', newString: 'x' },
      ],
    },
    'OUTSIDE_WORKSPACE',
  ),
  call('copy a file onto the editor\u2019s tasks', 'copy', { from: 'a.txt', to: '.vscode/tasks.json' }, 'asked'),
  call('copy a secret to a plain name', 'copy', { from: '.env', to: 'public.txt' }, 'asked to read'),
  call('copy a link that leads out', 'copy', { from: 'out-file', to: 'copy-of-link' }, 'asked'),
  call('copy out of the workspace', 'copy', { from: 'a.txt', to: 'out-dir/a.txt' }, 'OUTSIDE_WORKSPACE'),
  call('copy into the workspace', 'copy', { from: 'out-dir/secret.txt', to: 'b.txt' }, 'OUTSIDE_WORKSPACE'),
  call('move a file onto a hook', 'move', { from: 'a.txt', to: '.git/hooks/pre-commit', overwrite: true }, 'asked'),
  call('move a file over a link to a secret', 'move', { from: 'a.txt', to: 'env-file', overwrite: true }, 'asked'),
  call('move a secret to a plain name', 'move', { from: '.env', to: 'public.txt' }, 'asked to read'),
  call('move a folder with a protected file in it', 'move', { from: 'mixed', to: 'moved' }, 'asked'),
  call('move a link to a place where it leads out', 'move', { from: 'in-file', to: 'lib/deep/in-file' }, 'asked'),
  call('move a folder to a protected name', 'move', { from: 'lib', to: '.husky' }, 'asked'),
  call('delete a hook', 'delete', { path: '.git/hooks/pre-commit' }, 'asked'),
  call('delete a folder with a protected file in it', 'delete', { path: 'mixed', recursive: true }, 'asked'),
  call('delete through a link that leads out', 'delete', { path: 'out-dir/dir', recursive: true }, 'OUTSIDE_WORKSPACE'),
  call('delete the workspace folder', 'delete', { path: '.', recursive: true }, 'VALIDATION_ERROR'),
  call('delete a link as a folder', 'delete', { path: 'in-dir/', recursive: true }, 'VALIDATION_ERROR'),
  call('create a folder outside', 'create_directory', { dirPath: 'out-dir/new' }, 'OUTSIDE_WORKSPACE'),
  call('create a folder of protected files', 'create_directory', { dirPath: '.git/hooks/x' }, 'asked'),
  patch(
    'patch a file outside',
    ['--- a/../guard-out/same.txt', '+++ b/../guard-out/same.txt', '@@ -1,2 +1,2 @@', '-one', '+1', ' two'],
    ['OUTSIDE_WORKSPACE', 'NOT_FOUND'],
  ),
  patch(
    'add a workflow by a patch',
    ['--- /dev/null', '+++ b/.github/workflows/x.yml', '@@ -0,0 +1 @@', '+on: push'],
    'asked',
  ),
  patch(
    'rename a file to a hook by a patch',
    ['diff --git a/a.txt b/.husky/pre-push', 'similarity index 100%', 'rename from a.txt', 'rename to .husky/pre-push'],
    'asked',
  ),
  patch(
    'make a link by a patch',
    [
      'diff --git a/l b/l',
      'new file mode 120000',
      '--- /dev/null',
      '+++ b/l',
      '@@ -0,0 +1 @@',
      '+../guard-out',
      '\\ No newline at end of file',
    ],
    ['PATCH_INVALID', 'asked'],
  ),
  patch(
    'patch with a header that names another file',
    ['diff --git a/a.txt b/a.txt', '--- a/a.txt', '+++ b/package.json', '@@ -1,2 +1,2 @@', '-one', '+1', ' two'],
    ['PATCH_INVALID', 'PATCH_CONFLICT', 'asked'],
  ),
  patch(
    'add a file by an envelope through a link that leads out',
    ['*** Begin Patch', '*** Add File: out-dir/x.txt', '+x', '*** End Patch'],
    'OUTSIDE_WORKSPACE',
  ),
  patch(
    'move a file outside by an envelope',
    [
      '*** Begin Patch',
      '*** Update File: a.txt',
      '*** Move to: ../guard-out/x.txt',
      '@@',
      '-one',
      '+1',
      ' two',
      '*** End Patch',
    ],
    'OUTSIDE_WORKSPACE',
  ),
  patch('patch a secret', ['--- a/.env', '+++ b/.env', '@@ -1 +1 @@', '-TOKEN=x', '+TOKEN=y'], 'asked to read'),
];

/** A setting that shuts something, and what then is refused. */
export interface Shut {
  readonly title: string;
  /** User settings, by their whole names. */
  readonly user?: Readonly<Record<string, unknown>>;
  /** Settings that the workspace brings along. */
  readonly workspace?: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  /** Names that no answer may tell. */
  readonly untold?: readonly string[];
}

const all = ['read', 'create', 'update', 'delete', 'move'];

export const shut: readonly Shut[] = [
  {
    title: 'changes switched off',
    user: { 'redline.writesEnabled': false },
    rows: [write('a.txt', 'WRITES_DISABLED'), call('delete', 'delete', { path: 'a.txt' }, 'WRITES_DISABLED')],
  },
  {
    title: 'a switch that is no switch',
    user: { 'redline.writesEnabled': 'true' },
    rows: [write('a.txt', 'WRITES_DISABLED')],
  },
  {
    title: 'a rule that cannot be read',
    user: { 'redline.rules': [{ operations: all, paths: ['**'], action: 'alow' }] },
    rows: [write('a.txt', 'WRITES_DISABLED'), read('.env', 'asked to read')],
  },
  {
    title: 'rules that are no list',
    user: { 'redline.rules': { '**': 'allow' } },
    rows: [write('a.txt', 'WRITES_DISABLED')],
  },
  {
    title: 'a broken list of protected files',
    user: { 'redline.protectedFiles': ['{'] },
    rows: [write('a.txt', 'WRITES_DISABLED'), read('.env', 'asked to read')],
  },
  {
    title: 'a workspace that allows itself',
    workspace: { 'redline.workspaceRules': [{ operations: all, paths: ['**'], action: 'allow' }] },
    rows: [write('a.txt', 'WRITES_DISABLED')],
  },
  {
    title: 'a workspace that sets what only the user may',
    workspace: {
      'redline.rules': [{ operations: all, paths: ['**'], action: 'allow' }],
      'redline.protectedFiles': [],
      'redline.externalPaths': 'ask',
    },
    rows: [write('a.txt', 'asked'), write('innocent.md', 'asked'), read('out-file', 'OUTSIDE_WORKSPACE')],
  },
  {
    title: 'rules that deny a folder',
    user: { 'redline.rules': [{ operations: all, paths: ['hidden', 'half/closed.txt'], action: 'deny' }] },
    untold: ['plans.txt'],
    rows: [
      read('hidden/plans.txt', 'PERMISSION_DENIED'),
      read('hidden/missing.txt', 'PERMISSION_DENIED'),
      read('to-hidden/plans.txt', 'PERMISSION_DENIED'),
      read('half/closed.txt', 'PERMISSION_DENIED'),
      call('list it', 'list_directory', { dirPath: 'hidden' }, 'PERMISSION_DENIED'),
      call('list it through a link', 'list_directory', { dirPath: 'to-hidden' }, 'PERMISSION_DENIED'),
      write('hidden/new.txt', 'PERMISSION_DENIED'),
      write('to-hidden/plans.txt', 'PERMISSION_DENIED'),
      call('copy it', 'copy', { from: 'hidden', to: 'shown' }, 'PERMISSION_DENIED'),
      call('copy a folder that holds a part of it', 'copy', { from: 'half', to: 'shown' }, 'PERMISSION_DENIED'),
      call('move a folder that holds a part of it', 'move', { from: 'half', to: 'shown' }, 'PERMISSION_DENIED'),
      call('delete a folder that holds a part of it', 'delete', { path: 'half', recursive: true }, 'PERMISSION_DENIED'),
    ],
  },
  {
    title: 'a workspace\u2019s own rules',
    workspace: { 'redline.workspaceRules': [{ operations: ['update'], paths: ['lib/**'], action: 'deny' }] },
    rows: [write('in-dir/app.ts', 'PERMISSION_DENIED'), write('LIB/../lib/app.ts', 'PERMISSION_DENIED')],
  },
  {
    title: 'files that the person marked as read-only',
    user: { 'files.readonlyInclude': { '**/generated/**': true } },
    rows: [
      write('generated/out.js', 'PERMISSION_DENIED'),
      write('generated/new.js', 'PERMISSION_DENIED'),
      call('delete one', 'delete', { path: 'generated/out.js' }, 'PERMISSION_DENIED'),
      call('move one away', 'move', { from: 'generated/out.js', to: 'out.js' }, 'PERMISSION_DENIED'),
    ],
  },
];
