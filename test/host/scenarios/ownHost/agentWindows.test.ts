import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../bridge/client.ts';
import { LineAgents } from '../../agents/lineAgents.ts';
import { openWindow } from '../../driver/browser.ts';
import { editorsOf } from '../../driver/editors.ts';
import type { Evaluate } from '../../driver/harness.ts';
import { startBackstage } from '../../driver/host.ts';
import { temporaryFolder } from '../../driver/temporary.ts';
import { unwind, type Cleanup } from '../../driver/unwind.ts';
import { waitFor } from '../../driver/wait.ts';
import { startBareHost, type BareHost } from '../../faults/bareHost.ts';
import { brew } from '../tea.ts';

const newFile = { filePath: 'new.txt', content: 'new\n' };

describe('an agent in a terminal finds the window of its folder', function () {
  this.timeout(240_000);
  const undo: Cleanup[] = [];
  const agents = new LineAgents();
  afterEach(async () => {
    await agents.stop();
    await unwind(undo);
  });

  async function open(settings: Readonly<Record<string, unknown>>): Promise<BareHost> {
    const host = await startBareHost({ 'redline.rules': [], ...settings });
    undo.push(host.stop);
    return host;
  }

  /** The folders of the windows that have announced themselves, by their names. */
  const announced = ({ agentLauncher }: Pick<BareHost, 'agentLauncher'>): string[] => {
    const windows = path.join(agentLauncher, '../../windows');
    const entries = readdirSync(windows).filter((name) => name.endsWith('.json'));
    const texts = entries.map((name) => JSON.parse(readFileSync(path.join(windows, name), 'utf8')));
    return texts.map(({ folders }) => path.basename(folders[0].path)).toSorted();
  };
  const seeAnnounced = (host: BareHost, ...names: readonly string[]): Promise<boolean> =>
    waitFor(`the windows ${names.join()}`, () => announced(host).join() === names.toSorted().join());

  /** How many reviews each window has open. */
  const reviewsIn = ({ workspace }: BareHost, windows: readonly Evaluate[]): Promise<number[]> =>
    Promise.all(
      windows.map(async (evaluate) => {
        const tabs = await editorsOf(evaluate, workspace).tabs();
        return tabs.filter(({ scheme }) => scheme === 'redline-proposal').length;
      }),
    );
  const seeReviews = (host: BareHost, windows: readonly Evaluate[], wanted: readonly number[]): Promise<boolean> =>
    waitFor(`the reviews ${wanted.join()}`, async () => (await reviewsIn(host, windows)).join() === wanted.join());

  it('two windows on one folder: one of them has the review, and the other takes over when it is closed', async () => {
    const host = await open({});
    const { agentLauncher: launcher, workspace, page } = host;
    const first = host.evaluateHere();
    const second = await host.secondWindow();
    await seeAnnounced(host, 'sample', 'sample');
    const { client } = await agents.start({ launcher, cwd: workspace.root });
    const { response } = client.call('write_file', newFile);
    await waitFor('a review', async () => (await reviewsIn(host, [first, second])).some((count) => count > 0));
    const counts = await reviewsIn(host, [first, second]);
    assert.equal(counts[0] === 1 ? counts[1] : counts[0], 0);
    const [other = page] = page.context().pages().toReversed();
    // Closing it ends its extension host, and with that the review.
    await (counts[0] === 1 ? page : other).close();
    assert.match(textOf(await response), /Nothing was changed\. Call the tool again/);
    const rest = counts[0] === 1 ? second : first;
    client.call('write_file', newFile);
    await seeReviews(host, [rest], [1]);
    await seeAnnounced(host, 'sample');
    client.hangUp();
    await seeReviews(host, [rest], [0]);
    assert.equal(await workspace.exists('new.txt'), false);
  });

  it('nested folders, also through a link: the deepest window has the review', async () => {
    const host = await open({});
    const { agentLauncher: launcher, workspace } = host;
    await symlink('src', path.join(workspace.root, 'link'));
    await mkdir(path.join(workspace.root, 'srcs'));
    const outer = host.evaluateHere();
    const inner = await host.secondWindow(path.join(workspace.root, 'src'));
    await seeAnnounced(host, 'sample', 'src');
    for (const [cwd, wanted] of [
      ['.', [1, 0]],
      ['src', [0, 1]],
      ['link', [0, 1]],
      // Begins like the inner folder, and is none of it.
      ['srcs', [1, 0]],
    ] as const) {
      const { client } = await agents.start({ launcher, cwd: path.join(workspace.root, cwd) });
      client.call('write_file', newFile);
      await seeReviews(host, [outer, inner], wanted);
      client.hangUp();
      await seeReviews(host, [outer, inner], [0, 0]);
    }
  });

  it('a linked git worktree: only where the person has said so, and not one that only claims to be linked', async () => {
    const host = await open({});
    const { agentLauncher: launcher, workspace, evaluate } = host;
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: workspace.root,
        stdio: 'pipe',
      })
        .toString()
        .trim();
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message=first');
    const linked = path.join(path.dirname(workspace.root), 'linked');
    git('worktree', 'add', '--quiet', linked);
    const claimed = path.join(path.dirname(workspace.root), 'claimed');
    await mkdir(claimed);
    await writeFile(path.join(claimed, '.git'), `gitdir: ${workspace.root}/.git/worktrees/linked\n`);
    const { client } = await agents.start({ launcher, cwd: linked });
    const read = async (from = client): Promise<string> =>
      textOf(await from.call('read_file', { filePath: brew }).response);
    assert.match(await read(), /No VS Code window with Redline has the folder .*linked open/);
    await evaluate((vscode) =>
      vscode.workspace
        .getConfiguration('redline.agents')
        .update('worktrees', true, true)
        .then(() => null),
    );
    await waitFor('the window to take worktrees', async () => /green: 2/.test(await read()));
    const { client: stranger } = await agents.start({ launcher, cwd: claimed });
    assert.match(await read(stranger), /No VS Code window with Redline has the folder .*claimed open/);
  });

  it('an untrusted folder: it may ask, and is told why it may not change anything', async () => {
    const settings = {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'extensions.supportUntrustedWorkspaces': { 'redline-tests.harness': { supported: true } },
      'redline.rules': [{ operations: ['read', 'create', 'update'], paths: ['**'], action: 'allow' }],
    };
    const backstage = await startBackstage({ settings, untrusted: true });
    undo.push(backstage.stop);
    const window = await openWindow(await temporaryFolder('browser', undo));
    undo.push(window.stop);
    await window.page.goto(backstage.address);
    await backstage.active();
    const { agentLauncher: launcher, evaluate, workspace } = backstage;
    assert.equal(await evaluate((vscode) => vscode.workspace.isTrusted), false);
    const before = await workspace.hashes();
    const { client } = await agents.start({ launcher, cwd: workspace.root });
    assert.match(textOf(await client.call('read_file', { filePath: brew }).response), /green: 2/);
    const told = textOf(await client.call('write_file', newFile).response);
    assert.match(told, /^\[WRITES_DISABLED\] .*trust/i);
    assert.deepEqual(await workspace.hashes(), before);
  });
});
