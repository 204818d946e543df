import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../bridge/client.ts';
import { LineAgents } from '../../agents/lineAgents.ts';
import type { Backstage } from '../../driver/host.ts';
import { unwind, type Cleanup } from '../../driver/cleanup.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew } from '../tea.ts';
import { addressOfFolders, callTool, openOwn } from './ownWindow.ts';

const settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'extensions.supportUntrustedWorkspaces': { 'redline-tests.harness': { supported: true } },
  'redline.rules': [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }],
};

/** Whether looking at the agents' connections starts the program that their settings name. */
async function startsLauncher({ agentLauncher, evaluate }: Backstage): Promise<boolean> {
  await waitFor('the command for agents', () => existsSync(agentLauncher));
  const launcher = await readFile(agentLauncher, 'utf8');
  const marker = `${agentLauncher}.ran`;
  await writeFile(agentLauncher, `#!/bin/sh\n: > '${marker}'\necho '{ "agents": [] }'\n`);
  await evaluate((vscode) => vscode.commands.executeCommand('redline.checkAgents').then(() => null));
  await writeFile(agentLauncher, launcher);
  const isStarted = existsSync(marker);
  await rm(marker, { force: true });
  return isStarted;
}

describe('a trusted workspace', () => {
  const host = useHost();

  it('has its agents tried', async () => {
    assert.equal(await startsLauncher(host()), true);
  });
});

describe('an untrusted workspace', function () {
  this.timeout(240_000);
  const undo: Cleanup[] = [];
  const agents = new LineAgents();
  let backstage: Backstage;
  before('a VS Code', async () => {
    backstage = await openOwn(undo, { settings, untrusted: true }, async ({ address, workspace }) => {
      // What a stranger's folder brings along to have its way.
      await workspace.write('.vscode/settings.json', JSON.stringify({ 'redline.writesEnabled': true, ...settings }));
      await workspace.write('.env', 'TOKEN=SECRET-4711\n');
      return address;
    });
  });
  after('the VS Code', () => unwind(undo));
  afterEach(() => agents.stop());

  it('is read-only', async () => {
    const { evaluate, workspace } = backstage;
    assert.equal(await evaluate((vscode) => vscode.workspace.isTrusted), false);
    const before = await workspace.hashes();
    assert.equal((await callTool(evaluate, 'read_file', { filePath: 'README.md' })).success, true);
    const [first = ''] = (await workspace.read('README.md')).split('\n');
    const filePath = 'README.md';
    for (const [tool, input] of [
      ['write_file', { filePath: 'new.txt', content: 'mine' }],
      ['write_file', { filePath, content: 'mine' }],
      ['write_file', { filePath, content: 'mine', mode: 'append' }],
      ['edit_file', { filePath, oldString: first, newString: 'mine' }],
      ['multi_edit', { edits: [{ filePath, oldString: first, newString: 'mine' }] }],
      ['replace_lines', { filePath, startLine: 1, endLine: 1, expectedText: first, newContent: 'mine' }],
      ['delete_lines', { filePath, startLine: 1, endLine: 1, expectedText: first }],
      [
        'apply_patch',
        { patchText: `*** Begin Patch\n*** Update File: README.md\n@@\n-${first}\n+mine\n*** End Patch\n` },
      ],
      ['delete', { path: filePath }],
      ['delete', { path: 'src', recursive: true }],
      ['move', { from: filePath, to: 'b.md' }],
      ['copy', { from: filePath, to: 'b.md' }],
      ['create_directory', { dirPath: 'new' }],
    ] as const) {
      const { error } = await callTool(evaluate, tool, input);
      assert.equal(error?.code, 'WRITES_DISABLED', `${tool}: ${error?.message}`);
      // What would come of it may be looked at.
      assert.equal((await callTool(evaluate, tool, { ...input, dryRun: true })).success, true, `${tool}, to look at`);
    }
    const found = await callTool(evaluate, 'search_text', { query: 'TOKEN' });
    assert.equal(found.success, true);
    assert.doesNotMatch(JSON.stringify(found), /4711/);
    await evaluate((vscode) =>
      vscode.commands.executeCommand('redline.undoLastChange', { ask: false }).then(() => null),
    );
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('lets an agent in a terminal ask, and tells it why it may not change anything', async () => {
    const { agentLauncher: launcher, workspace } = backstage;
    const before = await workspace.hashes();
    const { client } = await agents.start({ launcher, cwd: workspace.root });
    assert.match(textOf(await client.call('read_file', { filePath: brew }).response), /green: 2/);
    const told = textOf(await client.call('write_file', { filePath: 'new.txt', content: 'new\n' }).response);
    assert.match(told, /^\[WRITES_DISABLED\] .*trust/i);
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('has no agent tried, since its settings may start any program', async () => {
    assert.equal(await startsLauncher(backstage), false);
  });
});

describe('where the gate stands', function () {
  this.timeout(240_000);
  const undo: Cleanup[] = [];
  afterEach(() => unwind(undo));

  it('several folders, one of them a link, one inside another: each is inside, with its own rules', async () => {
    const settings = {
      'redline.rules': [{ operations: ['create', 'update'], paths: ['**'], action: 'allow' }],
    };
    const { evaluate, workspace } = await openOwn(undo, { settings }, async (backstage) => {
      const { root } = backstage.workspace;
      const base = path.dirname(root);
      const rules = [{ operations: ['read', 'create', 'update'], paths: ['shut/**'], action: 'deny' }];
      await mkdir(path.join(base, 'real/.vscode'), { recursive: true });
      await mkdir(path.join(base, 'real/shut/in'), { recursive: true });
      await writeFile(path.join(base, 'real/a.txt'), 'real\n');
      await writeFile(path.join(base, 'real/shut/in/b.txt'), 'SECRET-4711\n');
      await writeFile(
        path.join(base, 'real/.vscode/settings.json'),
        JSON.stringify({ 'redline.workspaceRules': rules }),
      );
      await symlink('real', path.join(base, 'alias'));
      await symlink('../alias/shut', path.join(root, 'across'));
      await symlink('../alias', path.join(root, 'other'));
      return addressOfFolders(backstage, ['sample', 'alias', 'real/shut/in']);
    });
    const beside = path.dirname(workspace.root);
    const code = async (tool: string, input: object): Promise<string> => {
      const { success, error } = await callTool(evaluate, tool, input);
      assert.doesNotMatch(error?.message ?? '', /4711/);
      return success ? 'ok' : (error?.code ?? '');
    };
    const read = (filePath: string): Promise<string> => code('read_file', { filePath });
    assert.deepEqual(
      [
        await read('alias/a.txt'),
        await read(path.join(beside, 'alias/a.txt')),
        await read('sample/other/a.txt'),
        await read('alias/../several.code-workspace'),
        await read('alias/shut/in/b.txt'),
        await read('in/b.txt'),
        await read('sample/across/in/b.txt'),
        await code('write_file', { filePath: 'sample/other/shut/new.txt', content: 'mine' }),
        await code('write_file', { filePath: 'alias/new.txt', content: 'mine' }),
        await code('write_file', { filePath: 'sample/shut/new.txt', content: 'mine' }),
      ],
      [
        'ok',
        'ok',
        'ok',
        'OUTSIDE_WORKSPACE',
        'PERMISSION_DENIED',
        'PERMISSION_DENIED',
        'PERMISSION_DENIED',
        'PERMISSION_DENIED',
        'ok',
        'ok',
      ],
    );
  });
});
