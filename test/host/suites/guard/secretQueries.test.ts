import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { apiCall } from './data/calls.ts';
import { makeFarm, removeFarm, secret } from './data/farm.ts';
import { describeNeeds } from '../place.ts';

/** What looks through the whole workspace, and must not come upon what is closed. */
const queries: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ['search_text', { query: secret, includeIgnored: true }],
  ['search_text', { query: 'SECRET', includeIgnored: true, outputMode: 'files' }],
  ['search_text', { query: 'SECRET', includeIgnored: true, outputMode: 'counts' }],
  ['search_text', { query: 'SEC[A-Z]+', isRegex: true, glob: '**/*.txt' }],
  ['search_text', { query: 'TOKEN', contextLines: 5, includeIgnored: true }],
  ['find_files', { pattern: '**/plans*', includeIgnored: true }],
  ['find_files', { pattern: 'hidden/**' }],
  ['find_files', { pattern: '{hidden,to-hidden}/*' }],
  ['list_directory', { dirPath: '.', recursive: true, includeHidden: true, includeIgnored: true }],
  ['list_directory', { dirPath: '.', recursive: true, pattern: '**/plans.txt' }],
  ['changes_since', {}],
  ['path_info', { path: 'half' }],
  ['path_info', { path: 'out-file' }],
  ['path_info', { path: 'env-file' }],
];

describeNeeds('special files', 'queries over the whole workspace', function () {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const rules = [{ operations: ['read'], paths: ['hidden', 'half/closed.txt'], action: 'deny' }];
  const set = (value: unknown) =>
    vscode.workspace.getConfiguration('redline').update('rules', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    makeFarm(root);
    await set(rules);
    await apiCall('changes_since', {});
    for (const name of ['hidden/plans.txt', 'hard-env.txt']) appendFileSync(path.join(root, name), `${secret}\n`);
  });
  after(async () => {
    await set(undefined);
    removeFarm(root);
  });

  for (const name of ['out-file', 'out-dir/dir/y.txt', 'env-file'])
    it(`search_text tells nothing that is typed into a document opened as ${name}`, async () => {
      const document = await vscode.workspace.openTextDocument(path.join(root, name));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), `TYPED-${secret}\n`);
      assert.ok(await vscode.workspace.applyEdit(edit));
      try {
        const outcome = await apiCall('search_text', { query: `TYPED-${secret}|KEY-`, isRegex: true });
        assert.ok(outcome.success, JSON.stringify(outcome));
        assert.deepEqual((outcome.result as { readonly matches: unknown }).matches, []);
      } finally {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });

  for (const outputMode of ['matches', 'files', 'counts'])
    it(`search_text tells by no limit or number what is in a hard link to a secret, as ${outputMode}`, async () => {
      const ask = async (query: string) => {
        const input = { query, glob: '*.txt', maxMatches: 1, outputMode };
        const outcome = await apiCall('search_text', input);
        assert.ok(outcome.success, JSON.stringify(outcome));
        return outcome.result;
      };
      assert.deepEqual(await ask(secret), await ask('is-in-no-file'));
    });

  it('search_text tells of a secret in an excluded folder that it is asked to search', async () => {
    mkdirSync(path.join(root, 'node_modules/kept'), { recursive: true });
    for (const name of ['.env', 'a.txt']) appendFileSync(path.join(root, 'node_modules/kept', name), `${secret}\n`);
    try {
      const outcome = await apiCall('search_text', { query: secret, path: 'node_modules/kept' });
      assert.ok(outcome.success, JSON.stringify(outcome));
      const { matches, secretsLeftOut, filesSearched } = outcome.result as Readonly<Record<string, unknown>>;
      assert.deepEqual([(matches as unknown[]).length, secretsLeftOut, filesSearched], [1, 1, 1]);
    } finally {
      rmSync(path.join(root, 'node_modules'), { recursive: true });
    }
  });

  for (const [tool, input] of queries) {
    it(`${tool} ${JSON.stringify(input)} tells nothing of what is closed`, async () => {
      const outcome = await apiCall(tool, input);
      assert.ok(outcome.success, JSON.stringify(outcome));
      // A number of files is called so as well.
      const answer = JSON.stringify(outcome).replaceAll('"hidden":', '');
      for (const text of [secret, 'plans.txt', 'closed.txt', '"hidden"', '"hidden/', 'TOKEN=']) {
        if (JSON.stringify(input).includes(text)) continue;
        assert.ok(!answer.includes(text), `it tells ${text}: ${answer}`);
      }
    });
  }
});
