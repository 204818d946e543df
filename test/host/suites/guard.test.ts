import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeFarm, removeFarm, secret, snapshot } from './guardFarm.ts';
import { describeNeeds } from './place.ts';
import { answering, apiCall, proposals, type Outcome } from './guardCalls.ts';
import { deeds } from './guardDeeds.ts';
import { paths } from './guardPaths.ts';
import type { Row } from './guardRow.ts';
import { shut } from './guardShut.ts';

const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

describeNeeds('special files', 'the gate', function () {
  this.timeout(60_000);
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

  before(() => makeFarm(root));
  after(() => removeFarm(root));

  describe('with a rule that allows everything', () => {
    before(() => set({ 'redline.rules': allowAll }, vscode.ConfigurationTarget.Global));
    after(() => unset(['redline.rules'], vscode.ConfigurationTarget.Global));
    for (const row of [...paths, ...deeds]) it(row.title, () => hold(root, row, []));
  });

  for (const { title, user = {}, workspace = {}, rows: refused, untold = [] } of shut) {
    describe(`with ${title}`, () => {
      before(async () => {
        await set(user, vscode.ConfigurationTarget.Global);
        await set(workspace, vscode.ConfigurationTarget.Workspace);
      });
      after(async () => {
        await unset(Object.keys(user), vscode.ConfigurationTarget.Global);
        await unset(Object.keys(workspace), vscode.ConfigurationTarget.Workspace);
      });
      for (const row of refused) it(row.title, () => hold(root, row, untold));
    });
  }
});

/** Nothing on disk may differ, nothing may be quoted or told, and the call must end as the row says. */
async function hold(root: string, row: Row, untold: readonly string[]): Promise<void> {
  const before = snapshot(root);
  const seen = await answering('reject', () => apiCall(row.tool, row.input));
  assert.deepEqual(snapshot(root), before);
  const answer = JSON.stringify(seen.outcome);
  const given = JSON.stringify(row.input);
  for (const text of [secret, 'guard-out', ...untold]) {
    if (!given.includes(text)) assert.ok(!answer.includes(text), `it tells ${text}: ${answer}`);
  }
  const expected = [row.expected].flat();
  assert.ok(expected.includes(endOf(seen.outcome, seen.reviews) as never), `${expected.join()} expected: ${answer}`);
  assert.deepEqual(proposals(), []);
}

function endOf(outcome: Outcome, reviews: number): string {
  if (outcome.success) return `success after ${reviews} reviews`;
  const { code, message } = outcome.error;
  if (code !== 'REJECTED') return code;
  if (message.includes('did not allow')) return 'asked to read';
  return reviews > 0 ? 'asked' : 'rejected by nobody';
}

async function set(settings: Readonly<Record<string, unknown>>, target: vscode.ConfigurationTarget): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    // The editor refuses to write what a workspace may not set; a hostile workspace just has it in its file.
    await vscode.workspace
      .getConfiguration()
      .update(name, value, target)
      .then(
        () => undefined,
        () => writeWorkspaceSetting(name, value),
      );
  }
}

async function writeWorkspaceSetting(name: string, value: unknown): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const file = vscode.Uri.joinPath(folder, '.vscode/settings.json');
  const old = await vscode.workspace.fs.readFile(file).then(
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
    () => ({}),
  );
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify({ ...old, [name]: value })));
  await new Promise((resolve) => setTimeout(resolve, 500));
}

async function unset(names: readonly string[], target: vscode.ConfigurationTarget): Promise<void> {
  if (target === vscode.ConfigurationTarget.Workspace) {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const settings = vscode.Uri.joinPath(folder, '.vscode');
    if (names.length > 0) await vscode.workspace.fs.delete(settings, { recursive: true });
    return;
  }
  for (const name of names) await vscode.workspace.getConfiguration().update(name, undefined, target);
}
