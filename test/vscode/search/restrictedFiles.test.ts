import assert from 'node:assert/strict';
import type { FileFinder, SearchScope } from '../../../src/core/search/textSearch.ts';
import type { Action } from '../../../src/core/rules/operation.ts';
import type { SearchRoot } from '../../../src/vscode/search/searchRoots.ts';
import { noteCut, RestrictedFiles } from '../../../src/vscode/search/restrictedFiles.ts';

const scope: SearchScope = {
  root: '/w',
  path: '',
  globs: [],
  excludes: [],
  includeHidden: true,
  includeIgnored: false,
};

describe('the counts of files that rules hide from a search', () => {
  let walks = 0;
  let names = ['a', 'b'];
  const finder: FileFinder = {
    find: async ({ path, mayRead = () => true }, limit) => {
      walks++;
      const all = path === '' ? names : [`${path}/c`];
      const files = all.filter(mayRead);
      return { files: files.slice(0, limit), total: files.length, links: [], excluded: undefined, notes: [] };
    },
  };
  const rootFor = (readActionOf: (path: string) => Action): SearchRoot => {
    const root: SearchRoot = {
      folder: { uri: { scheme: 'file', path: '/w' } as SearchRoot['folder']['uri'], name: 'w', index: 0 },
      flavour: { isWindows: false, ignoreCase: false },
      path: '',
      nestedRootPaths: [],
      readActionOf,
      mayReturnContent: () => Promise.resolve(true),
      mayReadTarget: () => Promise.resolve(true),
      requireUnchanged: () => Promise.resolve(),
      displayPath: (path) => path,
      wholeFolderRoot: () => Promise.resolve(root),
    };
    return root;
  };

  it('are each agent’s own, and kept for its next search', async () => {
    const restricted = new RestrictedFiles(finder);
    const { signal } = new AbortController();
    const deniesA = rootFor((path) => (path === 'a' ? 'deny' : 'allow'));
    const asksAll = rootFor(() => 'ask');
    const one = { signal, caller: { agent: 'one' } };
    const other = { signal, caller: { agent: 'other' } };
    assert.deepEqual(await restricted.count(scope, deniesA, one), {
      askingInScope: 0,
      allInScope: 1,
      deniedInFolder: 1,
      isCut: false,
    });
    assert.deepEqual(await restricted.count(scope, asksAll, other), {
      askingInScope: 2,
      allInScope: 2,
      deniedInFolder: 0,
      isCut: false,
    });
    assert.deepEqual(await restricted.count(scope, deniesA, one), {
      askingInScope: 0,
      allInScope: 1,
      deniedInFolder: 1,
      isCut: false,
    });
    assert.equal(walks, 2);
  });

  it('are lower bounds for very many files, which a note says', async () => {
    const restricted = new RestrictedFiles(finder);
    const call = { signal: new AbortController().signal, caller: { agent: 'one' } };
    const asksAll = rootFor(() => 'ask');
    const counts = await restricted.count(scope, asksAll, call);
    assert.deepEqual(noteCut(counts), []);
    restricted.forget();
    names = Array.from({ length: 10_001 }, (_, index) => `f${index}`);
    const cutCounts = await restricted.count(scope, asksAll, call);
    names = ['a', 'b'];
    assert.deepEqual(cutCounts, { askingInScope: 10_000, allInScope: 10_000, deniedInFolder: 0, isCut: true });
    assert.match(noteCut(cutCounts).join(), /only 10000 were looked at/);
  });

  it('are those below a path that the walk over the whole folder does not enter', async () => {
    const restricted = new RestrictedFiles(finder);
    const call = { signal: new AbortController().signal, caller: { agent: 'one' } };
    const excludes = ['**/vendor'];
    const asksAll = rootFor(() => 'ask');
    const count = (path: string, isPathIgnored = false) =>
      restricted.count({ ...scope, path, excludes }, asksAll, { ...call, isPathIgnored });
    walks = 0;
    assert.equal((await count('in')).askingInScope, 0);
    assert.equal(walks, 1);
    assert.equal((await count('in', true)).askingInScope, 1);
    assert.equal((await count('vendor')).askingInScope, 1);
    assert.equal((await count('.git')).askingInScope, 1);
    assert.equal(walks, 4);
  });

  it('are not kept for ever more agents', async () => {
    const restricted = new RestrictedFiles(finder);
    const { signal } = new AbortController();
    const count = async (agent: string): Promise<void> => {
      await restricted.count(
        scope,
        rootFor(() => 'ask'),
        { signal, caller: { agent } },
      );
    };
    walks = 0;
    for (let at = 0; at < 150; at++) await count(`agent ${at}`);
    await count('agent 149');
    assert.equal(walks, 150);
    await count('agent 0');
    assert.equal(walks, 151);
  });

  it('say that they are too low, if there are too many', async () => {
    names = Array.from({ length: 10_001 }, (_, at) => `${at}`);
    const call = { signal: new AbortController().signal, caller: { agent: 'one' } };
    const { allInScope, isCut } = await new RestrictedFiles(finder).count(
      scope,
      rootFor(() => 'ask'),
      call,
    );
    assert.deepEqual([allInScope, isCut], [10_000, true]);
  });
});
