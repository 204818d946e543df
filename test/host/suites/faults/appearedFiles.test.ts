import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { nodeRealPaths } from '../../../../src/node/disk/realPath.ts';
import { PathResolver } from '../../../../src/vscode/files/paths/pathResolver.ts';
import { EditorWorkspace, type ReadGuard } from '../../../../src/vscode/files/workspace.ts';
import { resolveSearchRoots } from '../../../../src/vscode/search/searchRoots.ts';
import { rootPath } from '../guard/data/settings.ts';
import { applied, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';

/** The user has answered whether it exists, not whether its content may be read. */
describeNeeds('links', 'what appears outside while the user is asked about a missing path (TOCTOU)', () => {
  const resolver = new PathResolver(nodeRealPaths(), { isWindows: false, ignoreCase: false });
  let outside = '';
  beforeEach(() => {
    outside = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-appeared-'));
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  /** A user who allows everything once something has appeared. */
  const guardThat = (appear: () => void): ReadGuard => ({
    allow: async () => appear(),
    requireStat: () => Promise.resolve(),
    requireDisclosure: () => Promise.resolve(),
    rejectDenied: () => undefined,
    mayPrompt: () => false,
    readAction: () => () => 'allow',
  });
  const asking = (test: (at: string) => Promise<void>) => (): Promise<void> =>
    withSettings({ 'redline.externalPaths': 'ask' }, () => test(path.join(outside, 'new')));
  const stale = { code: 'STALE' };

  it(
    'is not read: a file',
    asking(async (at) => {
      const guard = guardThat(() => writeFileSync(at, 'hunter2'));
      const workspace = new EditorWorkspace({ resolver, guard });
      await assert.rejects(workspace.read(await workspace.locate(at)), stale);
      assert.equal((await workspace.read(await workspace.locate(at))).unsaved, false);
    }),
  );

  it(
    'is not listed: a folder',
    asking(async (at) => {
      const workspace = new EditorWorkspace({ resolver, guard: guardThat(() => mkdirSync(at, { recursive: true })) });
      await assert.rejects(workspace.list(await workspace.locate(at)), stale);
      assert.deepEqual(await workspace.list(await workspace.locate(at)), []);
    }),
  );

  it(
    'is not searched',
    asking(async (at) => {
      const guard = guardThat(() => writeFileSync(at, 'hunter2'));
      await assert.rejects(resolveSearchRoots({ resolver, guard }, at), stale);
      assert.equal((await resolveSearchRoots({ resolver, guard }, at)).length, 1);
    }),
  );

  it(
    'is not a deleted file with unsaved text, which is not missing',
    asking(async (at) => {
      writeFileSync(at, 'one');
      const document = await vscode.workspace.openTextDocument(at);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), 'zero ');
      await applied(edit);
      rmSync(at);
      assert.equal((await resolver.locate(at)).isMissing, false);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }),
  );
});
