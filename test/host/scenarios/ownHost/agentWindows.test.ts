import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../bridge/client.ts';
import { LineAgents } from '../../agents/lineAgents.ts';
import { editorsOf } from '../../driver/editors.ts';
import type { Evaluate } from '../../driver/harness.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import type { BareHost } from '../../faults/bareHost.ts';
import { useBareHost } from '../../faults/useBareHost.ts';
import { brew, setSetting } from '../tea.ts';

const newFile = { filePath: 'new.txt', content: 'new\n' };

const agents = new LineAgents();

describe('an agent in a terminal finds the window of its folder', function () {
  this.timeout(240_000);
  const host = useBareHost({ 'redline.rules': [] });
  afterEach(() => agents.stop());

  /** The folders of the windows that have announced themselves, by their names. */
  const announced = ({ agentLauncher }: Pick<BareHost, 'agentLauncher'>): string[] => {
    const windows = path.join(agentLauncher, '../../windows');
    const entries = readdirSync(windows).filter((name) => name.endsWith('.json'));
    const texts = entries.map((name) => JSON.parse(readFileSync(path.join(windows, name), 'utf8')));
    return texts.map(({ folders }) => path.basename(folders[0].path)).toSorted();
  };
  const seeAnnounced = (...names: readonly string[]): Promise<boolean> =>
    waitFor(`the windows ${names.join()}`, () => announced(host()).join() === names.toSorted().join());

  /** How many reviews each window has open. */
  const reviewsIn = (windows: readonly Evaluate[]): Promise<number[]> =>
    Promise.all(
      windows.map(async (evaluate) => {
        const tabs = await editorsOf(evaluate, host().workspace).tabs();
        return tabs.filter(({ scheme }) => scheme === 'redline-proposal').length;
      }),
    );
  const seeReviews = (windows: readonly Evaluate[], wanted: readonly number[]): Promise<boolean> =>
    waitFor(`the reviews ${wanted.join()}`, async () => (await reviewsIn(windows)).join() === wanted.join());

  it('two windows on one folder: one of them has the review, and the other takes over when it is closed', async () => {
    const { agentLauncher: launcher, evaluateHere, page, secondWindow, workspace } = host();
    const first = evaluateHere();
    const second = await secondWindow();
    await seeAnnounced('sample', 'sample');
    const { client } = await agents.start({ launcher, cwd: workspace.root });
    const { response } = client.call('write_file', newFile);
    await waitFor('a review', async () => (await reviewsIn([first, second])).some((count) => count > 0));
    const counts = await reviewsIn([first, second]);
    assert.equal(counts[0] === 1 ? counts[1] : counts[0], 0);
    const [other = page] = page.context().pages().toReversed();
    // Closing it ends its extension host, and with that the review.
    await (counts[0] === 1 ? page : other).close();
    assert.match(textOf(await response), /Nothing was changed\. Call the tool again/);
    const rest = counts[0] === 1 ? second : first;
    client.call('write_file', newFile);
    await seeReviews([rest], [1]);
    await seeAnnounced('sample');
    client.hangUp();
    await seeReviews([rest], [0]);
    assert.equal(await workspace.exists('new.txt'), false);
  });

  it('nested folders, also through a link: the deepest window has the review', async () => {
    const { agentLauncher: launcher, evaluateHere, secondWindow, workspace } = host();
    await symlink('src', path.join(workspace.root, 'link'));
    await mkdir(path.join(workspace.root, 'srcs'));
    const outer = evaluateHere();
    const inner = await secondWindow(path.join(workspace.root, 'src'));
    await seeAnnounced('sample', 'src');
    for (const [cwd, wanted] of [
      ['.', [1, 0]],
      ['src', [0, 1]],
      ['link', [0, 1]],
      // Begins like the inner folder, and is none of it.
      ['srcs', [1, 0]],
    ] as const) {
      const { client } = await agents.start({ launcher, cwd: path.join(workspace.root, cwd) });
      client.call('write_file', newFile);
      await seeReviews([outer, inner], wanted);
      client.hangUp();
      await seeReviews([outer, inner], [0, 0]);
    }
  });
});

describe('an agent in a terminal in another folder than the window', () => {
  const host = useHost();
  const beside = (name: string): string => path.join(path.dirname(host().workspace.root), name);
  const takeWorktrees = (value: true | null): Promise<null> => setSetting(host(), 'redline.agents.worktrees', value);
  afterEach(async () => {
    await agents.stop();
    await takeWorktrees(null);
    for (const name of ['linked', 'claimed']) await rm(beside(name), { recursive: true, force: true });
  });

  it('a linked git worktree: only where the person has said so, and not one that only claims to be linked', async () => {
    const { agentLauncher: launcher, workspace } = host();
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
    const linked = beside('linked');
    git('worktree', 'add', '--quiet', linked);
    const claimed = beside('claimed');
    await mkdir(claimed);
    await writeFile(path.join(claimed, '.git'), `gitdir: ${workspace.root}/.git/worktrees/linked\n`);
    const { client } = await agents.start({ launcher, cwd: linked });
    const read = async (from = client): Promise<string> =>
      textOf(await from.call('read_file', { filePath: brew }).response);
    assert.match(await read(), /No VS Code window with Redline has the folder .*linked open/);
    await takeWorktrees(true);
    await waitFor('the window to take worktrees', async () => /green: 2/.test(await read()));
    const { client: stranger } = await agents.start({ launcher, cwd: claimed });
    assert.match(await read(stranger), /No VS Code window with Redline has the folder .*claimed open/);
  });
});
