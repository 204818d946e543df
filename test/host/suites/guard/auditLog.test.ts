import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { auditFileName } from '../../../../src/vscode/gate/audit/auditFiles.ts';
import { answering, apiCall } from './data/calls.ts';
import { makeFarm, removeFarm, secret } from './data/farm.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('special files', 'the audit log', function () {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

  before(() => makeFarm(root));
  after(() => removeFarm(root));

  it('holds each call with its verdict, the answer, where it was given, and hashes; no content, no input', async () => {
    const text = 'WORDS-OF-THE-MODEL\n';
    await apiCall('read_file', { filePath: 'lib/app.ts' });
    await apiCall('read_file', { filePath: '.env' });
    await apiCall('read_file', { filePath: `../${secret}/x` });
    await answering('reject', () => apiCall('write_file', { filePath: 'package.json', content: text }));
    await answering('approve', () => apiCall('write_file', { filePath: 'new.txt', content: text }));
    await apiCall('delete', { path: 'new.txt', unknown: text });
    const log = await shown();
    const records = log
      .split('\n')
      .filter(Boolean)
      .slice(-6)
      .map((line) => JSON.parse(line));
    const [read, env, outside, rejected, written, invalid] = records;
    assert.deepEqual(read.reads, [{ path: 'lib/app.ts', verdict: 'allow' }]);
    assert.deepEqual([read.tool, read.outcome, read.chat], ['redline_read_file', 'ok', false]);
    assert.deepEqual([env.outcome, env.reads], ['REJECTED', [{ path: '.env', verdict: 'ask' }]]);
    assert.deepEqual(env.answers, [{ path: '.env', approved: false, surface: 'view' }]);
    assert.deepEqual([outside.outcome, outside.reads], ['OUTSIDE_WORKSPACE', []]);
    assert.deepEqual([rejected.outcome, rejected.applied], ['REJECTED', false]);
    assert.deepEqual([rejected.verdict.action, rejected.verdict.protected], ['ask', true]);
    assert.deepEqual(rejected.answers, [{ approved: false, surface: 'editor' }]);
    assert.deepEqual([written.outcome, written.applied], ['ok', true]);
    assert.deepEqual(written.answers, [{ approved: true, surface: 'editor' }]);
    assert.deepEqual(
      written.changes.map(({ kind, path, sha256Before }: Readonly<Record<string, unknown>>) => [
        kind,
        path,
        sha256Before,
      ]),
      [['create', 'new.txt', null]],
    );
    assert.match(written.changes[0].sha256After, /^[0-9a-f]{64}$/);
    assert.equal(invalid.outcome, 'VALIDATION_ERROR');
    for (const record of records) {
      assert.match(record.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.ok(Number.isInteger(record.milliseconds));
    }
    assert.doesNotMatch(JSON.stringify(records), new RegExp(`${secret}|WORDS-OF-THE-MODEL`));
  });
});

async function shown(): Promise<string> {
  await vscode.commands.executeCommand('redline.showRawAuditLog');
  const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail('The log is not shown.');
  assert.match(uri.path, /audit\.jsonl$/);
  // With the older file, in which the last calls are if the log was just rotated.
  const files = [vscode.Uri.joinPath(uri, '..', auditFileName(1)), uri];
  const texts = await Promise.all(
    files.map(async (file) => {
      const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => new Uint8Array());
      return new TextDecoder().decode(bytes);
    }),
  );
  const text = texts.join('');
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  return text;
}
