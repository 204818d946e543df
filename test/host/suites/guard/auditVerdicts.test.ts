import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { answering, apiCall } from './data/calls.ts';
import { makeFarm, removeFarm, secret } from './data/farm.ts';
import { every, rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

type LogRecord = Readonly<Record<string, unknown>> & { readonly outcome: string };

/** What stands in the newest file of the log. */
async function shown(): Promise<LogRecord[]> {
  await vscode.commands.executeCommand('redline.showRawAuditLog');
  const file = vscode.window.activeTextEditor?.document.uri.fsPath ?? '';
  assert.match(file, /audit\.jsonl$/);
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): LogRecord => JSON.parse(line));
}

describeNeeds('links', 'the audit log', function () {
  const root = rootPath();
  before(() => makeFarm(root));
  after(() => removeFarm(root, ['new.txt']));

  const verdicts: readonly (readonly [
    title: string,
    tool: string,
    input: object,
    holds: Readonly<Record<string, unknown>>,
  ])[] = [
    [
      'a denied change',
      'write_file',
      { filePath: 'lib/app.ts', content: 'x' },
      {
        outcome: 'PERMISSION_DENIED',
        applied: false,
        verdict: { action: 'deny', protected: false, code: 'PERMISSION_DENIED', setting: 'redline.rules' },
      },
    ],
    ['a denied reading', 'read_file', { filePath: 'hidden/plans.txt' }, { outcome: 'PERMISSION_DENIED' }],
    [
      'a place outside',
      'delete',
      { path: '../guard-out/target.txt' },
      { outcome: 'OUTSIDE_WORKSPACE', applied: false },
    ],
    [
      'a rejected change',
      'edit_file',
      { filePath: 'a.txt', oldString: 'one', newString: '1' },
      { outcome: 'REJECTED', answers: [{ approved: false, surface: 'editor' }], applied: false },
    ],
    [
      'a protected change',
      'edit_file',
      { filePath: 'package.json', oldString: 'sample', newString: 'x' },
      { outcome: 'REJECTED', verdict: { action: 'ask', protected: true } },
    ],
    [
      'a secret that was not shown',
      'read_file',
      { filePath: 'conf/.env' },
      {
        outcome: 'REJECTED',
        reads: [{ path: 'conf/.env', verdict: 'ask' }],
        answers: [{ path: 'conf/.env', approved: false, surface: 'view' }],
      },
    ],
    [
      'a failed edit',
      'edit_file',
      { filePath: 'a.txt', oldString: 'nowhere', newString: '1' },
      { outcome: 'NO_MATCH', applied: false },
    ],
    ['a search', 'search_text', { query: 'one' }, { outcome: 'ok' }],
    ['a list', 'list_directory', { dirPath: 'lib' }, { outcome: 'ok' }],
    ['an invalid input', 'read_file', { filePath: 'a.txt', words: secret }, { outcome: 'VALIDATION_ERROR' }],
    [
      'a dry run',
      'write_file',
      { filePath: 'new.txt', content: 'x', dryRun: true },
      { outcome: 'ok', applied: false, verdict: { action: 'ask', protected: false } },
    ],
  ];
  for (const [title, tool, input, holds] of verdicts) {
    it(`holds ${title}`, async () => {
      const rules = {
        'redline.rules': [
          { operations: ['update'], paths: ['lib'], action: 'deny' },
          { operations: every, paths: ['hidden'], action: 'deny' },
        ],
      };
      await setUser(rules);
      await answering('reject', () => apiCall(tool, input));
      await unsetUser(rules);
      const records = await shown();
      const last = records.at(-1);
      assert.equal(last?.['tool'], `redline_${tool}`);
      for (const [name, value] of Object.entries(holds)) assert.deepEqual(last?.[name], value, name);
      assert.doesNotMatch(JSON.stringify(last), new RegExp(`${secret}|KEY-0815|nowhere|"one"`));
    });
  }
});
