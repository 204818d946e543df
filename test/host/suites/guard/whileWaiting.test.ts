import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering, apiCall, readAgain, reviewUri, waitForReview } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { every, rootPath, setUser, setWorkspace, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

/** What becomes true while a review waits, and how the call that the person approves then ends. */
interface Turn {
  readonly title: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly user?: Readonly<Record<string, unknown>>;
  readonly workspace?: Readonly<Record<string, unknown>>;
  readonly code: string;
  /** Reviews that there are: a second where what was asked has become protected. */
  readonly reviews?: number;
}

const edit = { filePath: 'a.txt', oldString: 'one', newString: '1' };
const deny = (operation: string, path: string) => [{ operations: [operation], paths: [path], action: 'deny' }];

const turns: readonly Turn[] = [
  {
    title: 'updating it is denied',
    tool: 'edit_file',
    input: edit,
    user: { 'redline.rules': deny('update', 'a.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'everything is denied',
    tool: 'multi_edit',
    input: { edits: [edit] },
    user: { 'redline.rules': [{ operations: every, paths: ['**'], action: 'deny' }] },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'creating it is denied',
    tool: 'write_file',
    input: { filePath: 'new/deep.txt', content: 'x\n' },
    user: { 'redline.rules': deny('create', 'new') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'deleting one of its files is denied',
    tool: 'delete',
    input: { path: 'mixed', recursive: true },
    user: { 'redline.rules': deny('delete', 'mixed/plain.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'moving it away is denied',
    tool: 'move',
    input: { from: 'a.txt', to: 'b.txt' },
    user: { 'redline.rules': deny('move', 'a.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'deleting what is moved away is denied',
    tool: 'move',
    input: { from: 'a.txt', to: 'b.txt' },
    user: { 'redline.rules': deny('delete', 'a.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'creating what is moved to is denied',
    tool: 'move',
    input: { from: 'a.txt', to: 'lib/b.txt' },
    user: { 'redline.rules': deny('create', 'lib/**') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'reading what is copied is denied',
    tool: 'copy',
    input: { from: 'a.txt', to: 'b.txt' },
    user: { 'redline.rules': deny('read', 'a.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'the workspace itself denies it',
    tool: 'edit_file',
    input: edit,
    workspace: { 'redline.workspaceRules': deny('update', '*.txt') },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'changes are switched off',
    tool: 'edit_file',
    input: edit,
    user: { 'redline.writesEnabled': false },
    code: 'WRITES_DISABLED',
  },
  {
    title: 'a rule on creating is broken',
    tool: 'create_directory',
    input: { dirPath: 'new' },
    user: { 'redline.rules': [{ operations: ['create'], paths: ['{'], action: 'deny' }] },
    code: 'WRITES_DISABLED',
  },
  {
    title: 'the list of protected files is broken',
    tool: 'edit_file',
    input: edit,
    user: { 'redline.protectedFiles': 'all' },
    code: 'REJECTED',
    reviews: 2,
  },
  {
    title: 'it is marked as read-only',
    tool: 'edit_file',
    input: edit,
    user: { 'files.readonlyInclude': { '**/a.txt': true } },
    code: 'PERMISSION_DENIED',
  },
  {
    title: 'it has become protected, which is then asked again',
    tool: 'edit_file',
    input: edit,
    user: { 'redline.protectedFiles': ['a.txt'] },
    code: 'REJECTED',
    reviews: 2,
  },
  {
    title: 'a patch\u2019s second file is denied',
    tool: 'apply_patch',
    input: {
      patchText:
        '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n--- other.txt\n+++ other.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n',
    },
    user: { 'redline.rules': deny('update', 'other.txt') },
    code: 'PERMISSION_DENIED',
  },
];

describeNeeds('links', 'a review that is approved after', function () {
  const root = rootPath();

  beforeEach(async () => {
    makeFarm(root);
    await readAgain(['a.txt', 'other.txt']);
  });
  afterEach(() => removeFarm(root, ['new', 'b.txt', '.vscode']));

  for (const { title, tool, input, user = {}, workspace, code, reviews: expected = 1 } of turns) {
    it(`${title} writes nothing`, async () => {
      const before = snapshot(root);
      try {
        const { outcome, reviews } = await answering(
          ['approve', 'reject'],
          () => apiCall(tool, input),
          async (review) => {
            if (review > 0) return;
            await setUser(user);
            if (workspace !== undefined) await setWorkspace(workspace);
          },
        );
        assert.equal(outcome.success, false);
        assert.equal(outcome.success || outcome.error.code, code, JSON.stringify(outcome));
        assert.equal(reviews, expected);
      } finally {
        await unsetUser(user);
        if (workspace !== undefined) await setWorkspace(undefined);
      }
      assert.deepEqual(snapshot(root), before);
    });
  }

  it('a rule that allows it by now changes nothing of what was rejected', async () => {
    const before = snapshot(root);
    const rules = { 'redline.rules': [{ operations: every, paths: ['**'], action: 'allow' }] };
    const { outcome } = await answering(
      'reject',
      () => apiCall('edit_file', edit),
      () => setUser(rules),
    );
    await unsetUser(rules);
    assert.equal(outcome.success, false);
    assert.deepEqual(snapshot(root), before);
  });

  it('the diff was closed is approved no more', async () => {
    const before = snapshot(root);
    const call = apiCall('edit_file', edit);
    const review = await waitForReview();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // Closed is rejected; what comes after that changes nothing.
    assert.equal((await call).success, false);
    await vscode.commands.executeCommand('redline.approve', reviewUri(review));
    assert.deepEqual(snapshot(root), before);
  });
});
