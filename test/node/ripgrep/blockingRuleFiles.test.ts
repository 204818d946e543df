import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskIgnore } from '../../../src/node/git/diskIgnore.ts';
import { hasBlockingRuleFileAnywhere } from '../../../src/node/ripgrep/scope/blockingRuleFiles.ts';

describe('ignore files that would make ripgrep hang', () => {
  let root = '';
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'redline-blocking-'))));
  afterEach(() => {
    if (root !== '') rmSync(root, { recursive: true });
  });

  it('are found beside folders that are looked at longer', async () => {
    for (let at = 0; at < 8; at++) {
      // A linked worktree, whose reference is read first.
      mkdirSync(join(root, `${at}`));
      writeFileSync(join(root, `${at}/.git`), 'gitdir: ../worktree');
    }
    mkdirSync(join(root, 'pipes'));
    execFileSync('mkfifo', [join(root, 'pipes/.gitignore')]);
    const scope = { root, path: '', globs: [], excludes: [], includeHidden: true, includeIgnored: false };
    for (let round = 0; round < 20; round++)
      assert.equal(await hasBlockingRuleFileAnywhere(scope, await createDiskIgnore(root), undefined), true);
  });

  it('are found above the folder, which ripgrep looks for from the real one on', async () => {
    mkdirSync(join(root, 'above/folder'), { recursive: true });
    symlinkSync('above/folder', join(root, 'link'));
    const mayHang = async (): Promise<boolean> => {
      const folder = join(root, 'link');
      const scope = { root: folder, path: '', globs: [], excludes: [], includeHidden: true, includeIgnored: false };
      return hasBlockingRuleFileAnywhere(scope, await createDiskIgnore(folder), undefined);
    };
    assert.equal(await mayHang(), false);
    execFileSync('mkfifo', [join(root, 'above/.ignore')]);
    assert.equal(await mayHang(), true);
  });
});
