import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { findCandidateWindows, type FoundWindow } from '../../src/bridge/windows.ts';

describe('windows for an agent in a linked worktree', () => {
  let root = '';
  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-worktree-')));
  });
  afterEach(() => rm(root, { recursive: true }));

  /** Links the folder `tree` to the repository in `main`, as git does. */
  async function linkWorktree(link: string, backLink: string): Promise<void> {
    const gitDir = path.join(root, 'main/.git/worktrees/tree');
    await mkdir(gitDir, { recursive: true });
    await mkdir(path.join(root, 'tree/src'), { recursive: true });
    await writeFile(path.join(root, 'tree/.git'), `gitdir: ${link}\n`);
    await writeFile(path.join(gitDir, 'gitdir'), `${backLink}\n`);
  }

  function countWindows(worktrees: boolean): number {
    const main = path.join(root, 'main');
    const window: FoundWindow = {
      file: '',
      socket: '',
      host: hostname(),
      token: '',
      folders: [{ path: main, real: main }],
      version: '9.9.9',
      focusedAt: 0,
      worktrees,
    };
    return findCandidateWindows([window], path.join(root, 'tree/src')).length;
  }

  it('are those of the main worktree, if they serve others', async () => {
    await linkWorktree(path.join(root, 'main/.git/worktrees/tree'), path.join(root, 'tree/.git'));
    assert.deepEqual([countWindows(true), countWindows(false)], [1, 0]);
  });

  it('are found by relative links, which git writes with worktree.useRelativePaths', async () => {
    await linkWorktree('../main/.git/worktrees/tree', '../../../../tree/.git');
    assert.equal(countWindows(true), 1);
  });

  it('are none if the repository does not link back', async () => {
    await linkWorktree('../main/.git/worktrees/tree', '../../../../other/.git');
    assert.equal(countWindows(true), 0);
  });
});
