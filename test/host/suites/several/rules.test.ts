import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, set } from '../ground.ts';
import { answering, apiCall, ending } from '../guard/data/calls.ts';
import { folderOf, root, wholePath, type RootName } from './roots.ts';

const everything = ['read', 'create', 'update', 'delete', 'move'];

/** Each folder's own rules, as they stand in its settings. */
const rules: Partial<Record<RootName, readonly object[]>> = {
  one: [{ operations: everything, paths: ['closed/**', 'packages/inner/from-above.txt'], action: 'deny' }],
  inner: [{ operations: everything, paths: ['own.txt'], action: 'deny' }],
  memory: [{ operations: ['update'], paths: ['asked.txt'], action: 'ask' }],
};

/** What is asked for, in which folder it lies, and how the call ends. */
const rows: readonly (readonly [title: string, path: () => string, ending: RegExp])[] = [
  ['a folder denies in itself', () => wholePath('one', 'closed/a.txt'), /PERMISSION_DENIED/],
  ['and not in another of the same name', () => wholePath('two', 'closed/a.txt'), /content/],
  ['nor in one beside it', () => 'Handbook/closed/a.txt', /content/],
  ['the folder inside denies its own', () => 'inner/own.txt', /PERMISSION_DENIED/],
  [
    'also when asked for through the folder around it',
    () => wholePath('one', 'packages/inner/own.txt'),
    /PERMISSION_DENIED/,
  ],
  ['the folder around denies what lies in the one inside', () => 'inner/from-above.txt', /PERMISSION_DENIED/],
  ['by either name', () => wholePath('one', 'packages/inner/from-above.txt'), /PERMISSION_DENIED/],
];

describe('several folders: rules', function () {
  const files: readonly (readonly [RootName, string])[] = [
    ['one', 'closed/a.txt'],
    ['two', 'closed/a.txt'],
    ['Handbook', 'closed/a.txt'],
    ['inner', 'own.txt'],
    ['inner', 'from-above.txt'],
    ['memory', 'asked.txt'],
  ];

  before(async () => {
    for (const [name, file] of files) root(name).put(file, 'content\n');
    const allow = [{ operations: everything, paths: ['**'], action: 'allow' }];
    await set('redline.rules', allow);
    for (const [name, own] of Object.entries(rules)) await setRules(name as RootName, own);
  });
  after(async () => {
    await set('redline.rules', undefined);
    for (const name of Object.keys(rules)) await setRules(name as RootName, undefined);
    for (const [name, file] of files) root(name).remove(file);
  });

  for (const [title, path, wanted] of rows) {
    it(title, async () => assert.match(ending(await apiCall('read_file', { filePath: path() })), wanted));
  }

  it('a folder of a virtual file system asks by its own rules', async () => {
    const input = { filePath: 'memory/asked.txt', oldString: 'content', newString: 'changed' };
    const { outcome, reviews } = await answering('reject', () => apiCall('edit_file', input));
    assert.deepEqual([outcome.success, reviews], [false, 1]);
    assert.equal(root('memory').bytes('asked.txt').toString(), 'content\n');
  });

  it('a call over two folders is held to the rules of both', async () => {
    const edits = [
      { filePath: 'Handbook/closed/a.txt', oldString: 'content', newString: 'changed' },
      { filePath: 'inner/own.txt', oldString: 'content', newString: 'changed' },
    ];
    assert.match(ending(await apiCall('multi_edit', { edits })), /PERMISSION_DENIED/);
    assert.equal(root('Handbook').bytes('closed/a.txt').toString(), 'content\n');
  });

  it('a folder keeps the stricter rules of the workspace and the user, whatever list of its own it has', async () => {
    const deny = (path: string): readonly object[] => [{ operations: ['read'], paths: [path], action: 'deny' }];
    const settings = vscode.workspace.getConfiguration('redline');
    const { Global, Workspace } = vscode.ConfigurationTarget;
    root('one').put('plain.txt', 'content\n');
    root('one').put('closed-by-user.txt', 'content\n');
    try {
      await settings.update('workspaceRules', deny('plain.txt'), Workspace);
      await settings.update('workspaceRules', deny('closed-by-user.txt'), Global);
      for (const file of ['plain.txt', 'closed-by-user.txt', 'closed/a.txt']) {
        const outcome = await apiCall('read_file', { filePath: wholePath('one', file) });
        assert.match(ending(outcome), /PERMISSION_DENIED/, file);
      }
    } finally {
      await settings.update('workspaceRules', undefined, Workspace);
      await settings.update('workspaceRules', undefined, Global);
      for (const file of ['plain.txt', 'closed-by-user.txt']) root('one').remove(file);
    }
  });

  it('a search over all folders tells nothing of what any of them denies', async () => {
    const answer = ending(await apiCall('search_text', { query: 'content' }));
    assert.doesNotMatch(answer, /own\.txt|from-above\.txt/);
    assert.match(answer, /Handbook\/closed\/a\.txt/);
  });
});

/** Writes a folder's setting, and waits until it counts. */
async function setRules(name: RootName, value: readonly object[] | undefined): Promise<void> {
  const { uri } = folderOf(name);
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('redline', uri);
  await settings().update('workspaceRules', value, vscode.ConfigurationTarget.WorkspaceFolder);
  const count = (value ?? []).length;
  await eventually(`the rules of ${name}`, () => settings().get<unknown[]>('workspaceRules')?.length === count);
}
