import { call, patch, type Row } from './row.ts';

/** The same by what the other tools do: edits, copies, moves, deletions, folders, patches. */
export const deeds: readonly Row[] = [
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
    'patch by a name from the top of another disk',
    ['--- /home/me/a.txt', '+++ /home/me/a.txt', '@@ -1,2 +1,2 @@', '-one', '+1', ' two'],
    'asked',
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
