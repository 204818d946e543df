import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { defaultProtectedFiles } from '../../../../src/core/rules/defaultProtected.ts';
import { answering, apiCall } from './data/calls.ts';
import { key, makeFarm, removeFarm, secret, snapshot } from './data/farm.ts';
import { every, rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

type Case = readonly [title: string, tool: string, input: Readonly<Record<string, unknown>>];

const envText = `one\ntwo\n${key}\n`;
const envSha = createHash('sha256').update(envText).digest('hex');
const patchOf = (file: string, line: string): string =>
  `--- ${file}\n+++ ${file}\n@@ -1,2 +1,2 @@\n-${line}\n+1\n two\n`;

/** Ways to have a secret told by something else than reading it: by errors, hashes, hints, counts, copies. */
const ways: readonly Case[] = [
  ['whether a write would change nothing', 'write_file', { filePath: 'conf/.env', content: envText }],
  ['whether a guess is its hash', 'write_file', { filePath: 'conf/.env', content: 'x', expectedSha256: envSha }],
  [
    'whether a wrong guess is its hash',
    'write_file',
    { filePath: 'conf/.env', content: 'x', expectedSha256: '0'.repeat(64) },
  ],
  [
    'the hash beside another file\u2019s patch',
    'apply_patch',
    { patchText: patchOf('a.txt', 'one'), expectedSha256: [{ filePath: 'conf/.env', sha256: envSha }] },
  ],
  ['the closest lines of a failed edit', 'edit_file', { filePath: 'conf/.env', oldString: 'KEY-081', newString: 'x' }],
  ['the lines of an ambiguous edit', 'edit_file', { filePath: 'conf/.env', oldString: 'e', newString: 'x' }],
  ['what a conflict quotes', 'apply_patch', { patchText: patchOf('conf/.env', 'oen') }],
  ['what an applied patch says', 'apply_patch', { patchText: patchOf('conf/.env', '1') }],
  ['the diff of a dry run', 'write_file', { filePath: 'conf/.env', content: 'x\n', dryRun: true }],
  [
    'the diff of a dry run that appends',
    'write_file',
    { filePath: 'conf/.env', content: 'x\n', mode: 'append', dryRun: true },
  ],
  ['the diff of a dry run that deletes', 'delete', { path: 'conf/.env', dryRun: true }],
  [
    'a pattern that must occur on one line',
    'replace_lines',
    { filePath: 'conf/.env', startPattern: 'KEY', endPattern: 'KEY', newContent: 'x' },
  ],
  [
    'a range with the text expected',
    'delete_lines',
    { filePath: 'conf/.env', startLine: 3, endLine: 3, expectedText: key },
  ],
  [
    'a line number past the end',
    'delete_lines',
    { filePath: 'conf/.env', startLine: 99, endLine: 99, expectedText: 'x' },
  ],
  ['a copy of its folder', 'copy', { from: 'conf', to: 'public' }],
  ['a move of its folder', 'move', { from: 'conf', to: 'public' }],
  ['a copy under a name that is none', 'copy', { from: 'conf/.env', to: 'public.txt' }],
  ['a link that leads to it', 'read_file', { filePath: 'chain-env' }],
  [
    'a second edit of two',
    'multi_edit',
    {
      edits: [
        { filePath: 'a.txt', oldString: 'one', newString: '1' },
        { filePath: 'conf/.env', oldString: 'TOKEN', newString: 'x' },
      ],
    },
  ],
  ['a search that names it', 'search_text', { query: 'K', path: 'conf/.env' }],
  ['a page of it', 'read_file', { filePath: 'conf/.env', startLine: 3, maxLines: 1 }],
  ['a large one', 'read_file', { filePath: 'big.env', startLine: 1 }],
  ['a key by its content type', 'read_file', { filePath: 'id_ed25519' }],
];

/** What answers without a question, and then must not tell it. */
const queries: readonly Case[] = [
  ['a search of everything', 'search_text', { query: 'KEY', includeIgnored: true, contextLines: 5 }],
  ['a search with its glob', 'search_text', { query: 'KEY', glob: '**/.env', includeIgnored: true }],
  ['a search by a pattern', 'search_text', { query: 'K(E)Y.0', isRegex: true, includeIgnored: true }],
  ['a search over lines', 'search_text', { query: 'two\\nKEY', isRegex: true, multiline: true, includeIgnored: true }],
  ['a count', 'search_text', { query: '0815', outputMode: 'counts', includeIgnored: true }],
  ['the names of files', 'search_text', { query: '0815', outputMode: 'files', includeIgnored: true }],
  ['a search in its folder', 'search_text', { query: 'KEY', path: 'conf', includeIgnored: true }],
  ['its facts', 'path_info', { path: 'conf/.env', format: 'json' }],
  ['its folder\u2019s facts', 'path_info', { path: 'conf', format: 'json' }],
  ['the facts of a link to it', 'path_info', { path: 'chain-env' }],
  ['what changed', 'changes_since', {}],
  ['what changed in its folder', 'changes_since', { path: 'conf' }],
  ['a list', 'list_directory', { dirPath: 'conf', recursive: true, includeHidden: true }],
  ['files found', 'find_files', { pattern: 'conf/{.env,*}', includeIgnored: true }],
];

/** Names that nobody may be told of, asked for in other words. */
const names: readonly Case[] = [
  ['where a link leads', 'path_info', { path: 'to-target', format: 'json' }],
  ['where a folder\u2019s link leads', 'path_info', { path: 'to-hidden' }],
  ['where a link leads that is copied', 'copy', { from: 'to-target', to: 'b', dryRun: true }],
  ['where a link leads that is moved', 'move', { from: 'to-target', to: 'b', dryRun: true }],
  ['where a link leads that is deleted', 'delete', { path: 'to-target', dryRun: true }],
  ['a near name', 'read_file', { filePath: 'hidde' }],
  ['a near name in another case', 'read_file', { filePath: 'HIDDEN2' }],
  ['a near name below', 'read_file', { filePath: 'hiden/plans.tx' }],
  ['a near file', 'read_file', { filePath: 'half/close.txt' }],
  ['a near file by its facts', 'path_info', { path: 'half/closed.tx' }],
  ['a near file to edit', 'edit_file', { filePath: 'half/closd.txt', oldString: 'a', newString: 'b' }],
  ['a near file to patch', 'apply_patch', { patchText: patchOf('half/clsed.txt', 'x') }],
  ['a near file to delete', 'delete', { path: 'half/closed.tx' }],
  ['a list', 'list_directory', { dirPath: '.', recursive: true, includeHidden: true, includeIgnored: true }],
  ['a list by a pattern', 'list_directory', { dirPath: '.', recursive: true, pattern: '**/*lans*' }],
  ['a glob', 'find_files', { pattern: '**/*l?ns.txt', includeIgnored: true }],
  ['a glob of braces', 'find_files', { pattern: '{hid,half/clo}*/**', includeIgnored: true }],
  ['a glob that goes up', 'find_files', { pattern: '../**/target.txt', includeIgnored: true }],
  ['an absolute glob', 'find_files', { pattern: '/**/guard-out/**', includeIgnored: true }],
  [
    'a search\u2019s glob that goes up',
    'search_text',
    { query: 'SECRET', glob: '../guard-out/**', includeIgnored: true },
  ],
  ['a search', 'search_text', { query: 'SECRET', includeIgnored: true, outputMode: 'files' }],
  ['statistics', 'path_info', { path: '.', format: 'json' }],
  ['a folder that is not empty', 'delete', { path: 'half' }],
  ['a folder as a whole', 'copy', { from: 'half', to: 'b' }],
  ['what changed', 'changes_since', {}],
];

describeNeeds('links', 'what answers must not tell', function () {
  const root = rootPath();
  const made = ['big.env', 'id_ed25519', 'public', 'public.txt'];

  before(() => {
    makeFarm(root);
    writeFileSync(path.join(root, 'big.env'), `${key}\n`.repeat(300_000));
    writeFileSync(path.join(root, 'id_ed25519'), `${key}\n`);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    removeFarm(root, made);
  });

  const told = async (tool: string, input: object): Promise<string> => {
    const before = snapshot(root);
    const { outcome } = await answering('reject', () => apiCall(tool, input));
    assert.deepEqual(snapshot(root), before);
    return JSON.stringify(outcome);
  };
  const silent = (answer: string, input: object, texts: readonly string[]): void => {
    const given = JSON.stringify(input);
    // A number of files is called `hidden` as well.
    const names = answer.replaceAll('"hidden":', '');
    for (const text of texts)
      if (!given.includes(text)) assert.ok(!names.includes(text), `it tells ${text}: ${answer}`);
  };

  for (const [title, tool, input] of ways) {
    it(`a secret, by ${title}: the person is asked first`, async () => {
      const answer = await told(tool, input);
      assert.match(answer, /"REJECTED".*did not allow/);
      silent(answer, input, [key, 'KEY', envSha]);
    });
  }

  for (const [title, tool, input] of queries) {
    for (const open of [false, true]) {
      it(`a secret${open ? ' that is being typed' : ''}, by ${title}`, async () => {
        if (open) await typeIntoSecret(root);
        const answer = await told(tool, input);
        silent(answer, input, [key, 'TYPED', envSha]);
      });
    }
  }

  for (const [title, tool, input] of names) {
    it(`a denied name, by ${title}`, async () => {
      const rules = { 'redline.rules': [{ operations: every, paths: ['hidden', 'half/closed.txt'], action: 'deny' }] };
      await setUser(rules);
      const answer = await told(tool, input);
      await unsetUser(rules);
      silent(answer, input, [secret, 'plans.txt', 'closed.txt', '"hidden', 'hidden/', 'guard-out']);
    });
  }

  it('a denied file that is open and being typed in', async () => {
    const rules = { 'redline.rules': [{ operations: ['read'], paths: ['hidden'], action: 'deny' }] };
    await setUser(rules);
    const document = await vscode.workspace.openTextDocument(path.join(root, 'hidden/plans.txt'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'TYPED '));
    for (const [tool, input] of [
      ['search_text', { query: 'TYPED' }],
      ['changes_since', {}],
      ['read_file', { filePath: 'hidden/plans.txt' }],
      ['edit_file', { filePath: 'to-hidden/plans.txt', oldString: 'TYPE', newString: 'x' }],
    ] as const) {
      silent(await told(tool, input), input, [secret, 'TYPED']);
    }
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await unsetUser(rules);
  });
});

describe('the list of protected files', () => {
  it('holds all that this very VS Code holds back from automatic approval', () => {
    const held = vscode.workspace.getConfiguration('chat.tools.edits').inspect<Record<string, boolean>>('autoApprove');
    const patterns = Object.entries(held?.defaultValue ?? {}).flatMap(([pattern, on]) => (on ? [] : [pattern]));
    assert.ok(patterns.length >= 9, 'the setting is still there');
    for (const pattern of patterns) assert.ok(defaultProtectedFiles.includes(pattern), pattern);
    const listed = vscode.workspace.getConfiguration('redline').inspect<readonly string[]>('protectedFiles');
    assert.deepEqual(listed?.defaultValue, defaultProtectedFiles);
  });
});

async function typeIntoSecret(root: string): Promise<void> {
  const file = path.join(root, 'conf/.env');
  assert.ok(readFileSync(file, 'utf8').includes(key));
  const document = await vscode.workspace.openTextDocument(file);
  if (document.isDirty) return;
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'TYPED KEY '));
}
