import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeRealPaths } from '../../../../src/node/disk/realPath.ts';
import { PathResolver } from '../../../../src/vscode/files/paths/pathResolver.ts';
import { EditorWorkspace, type ReadGuard } from '../../../../src/vscode/files/workspace.ts';
import { userCaller } from '../../../../src/tools/ports/caller.ts';
import { readPathFacts } from '../../../../src/vscode/search/pathFacts.ts';
import { SearchEngines } from '../../../../src/vscode/search/searchEngines.ts';
import { resolveSearchRoots } from '../../../../src/vscode/search/searchRoots.ts';
import { describeNeeds } from '../place.ts';
import { inGate } from '../guard/data/readGate.ts';
import { rootPath } from '../guard/data/settings.ts';

describeNeeds('links', 'what the user lets an agent read outside in this session', () => {
  const realPaths = nodeRealPaths();
  const resolver = new PathResolver(realPaths, { isWindows: false, ignoreCase: false });
  let outside = '';
  const at = (name: string): string => path.join(outside, name);
  const put = (name: string): void => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), 'hunter2');
  };
  beforeEach(() => {
    outside = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-granted-'));
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  const read = async (guard: ReadGuard, name: string): Promise<unknown> => {
    const workspace = new EditorWorkspace({ resolver, guard });
    return workspace.read(await workspace.locate(at(name)));
  };

  it(
    'is not what its link leads to later',
    inGate(async ({ call, countAsked }) => {
      for (const name of ['one', 'two']) put(name);
      symlinkSync('one', at('link'));
      await read(call('redline_read_file'), 'link');
      await read(call('redline_read_file'), 'one');
      assert.equal(countAsked(), 1);
      rmSync(at('link'));
      symlinkSync('two', at('link'));
      await read(call('redline_read_file'), 'link');
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'is not what its folder leads to later',
    inGate(async ({ call, countAsked }) => {
      for (const name of ['granted/file', 'other/file']) put(name);
      const workspace = new EditorWorkspace({ resolver, guard: call('redline_list_directory') });
      await workspace.list(await workspace.locate(at('granted')));
      await read(call('redline_read_file'), 'granted/file');
      assert.equal(countAsked(), 1);
      rmSync(at('granted'), { recursive: true });
      symlinkSync('other', at('granted'));
      await read(call('redline_read_file'), 'granted/file');
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'is, with its folder, neither a secret there nor what is in a folder whose name begins alike',
    inGate(async ({ call, countAsked }) => {
      for (const name of ['near/one', 'near/below/two', 'near/.env', 'nearby/three']) put(name);
      await read(call('redline_read_file'), 'near/one');
      await read(call('redline_read_file'), 'near/below/two');
      assert.equal(countAsked(), 1);
      await read(call('redline_read_file'), 'near/.env');
      await read(call('redline_read_file'), 'nearby/three');
      assert.equal(countAsked(), 3);
    }, 'folder'),
  );

  it(
    'is not searched where it was replaced by a link while the question was open',
    inGate(async ({ call }) => {
      for (const name of ['granted/file', 'other/file']) put(name);
      const guard = call('redline_search_text');
      const replacing: ReadGuard = {
        ...guard,
        allow: async (resolved) => {
          await guard.allow(resolved);
          rmSync(at('granted'), { recursive: true });
          symlinkSync('other', at('granted'));
        },
        requireStat: (resolved) => guard.requireStat(resolved),
        readAction: (resolved) => guard.readAction(resolved),
      };
      const engines = new SearchEngines(() => Promise.resolve(undefined), undefined);
      const searchCall = { signal: new AbortController().signal, caller: userCaller };
      const [root] = await resolveSearchRoots({ resolver, guard: replacing }, at('granted'));
      assert.ok(root);
      const query = { text: 'hunter2', isRegex: false, caseSensitive: true, wholeWord: false, multiline: false };
      const where = { path: at('granted'), glob: undefined, includeIgnored: true };
      const limits = { mode: 'matches', maxMatches: 10, contextLines: 0 } as const;
      await assert.rejects(engines.search(root, query, where, limits, searchCall), /was replaced/);
      await assert.rejects(engines.find(root, where, 10, 'path', searchCall.signal), /was replaced/);
    }),
  );

  it(
    'is nothing of a file or folder where a path below it cannot be',
    inGate(async ({ call }) => {
      put('file');
      put('folder/inner');
      for (const name of ['file/below', `folder/${'n'.repeat(300)}`]) {
        const guard = call('redline_search_text');
        const workspace = new EditorWorkspace({ resolver, guard });
        const deps = { resolver, realPaths, links: undefined, readPermissions: undefined, guard };
        const location = await workspace.locate(at(name));
        await assert.rejects(workspace.read(location));
        await assert.rejects(workspace.list(location));
        await assert.rejects(readPathFacts(deps, at(name), true));
        const [root] = await resolveSearchRoots({ resolver, guard }, at(name));
        assert.equal(await root?.mayReturnContent(''), false);
        for (const other of ['file', 'folder/inner']) {
          const resolved = await resolver.locate(at(other));
          assert.equal(guard.readAction(resolved)(resolved.subject), 'ask');
        }
      }
    }),
  );
});
