import assert from 'node:assert/strict';
import type { FileFinder, SearchScope } from '../../../src/core/search/textSearch.ts';
import type { Action } from '../../../src/core/rules/operation.ts';
import type { SearchRoot } from '../../../src/vscode/search/searchFolder.ts';
import { RestrictedFiles } from '../../../src/vscode/search/searchRestricted.ts';

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
  const finder: FileFinder = {
    find: async ({ mayRead = () => true }) => {
      walks++;
      const files = ['a', 'b'].filter(mayRead);
      return { files, total: files.length, links: [], excluded: undefined, notes: [] };
    },
  };
  const rootFor = (readActionOf: (path: string) => Action): SearchRoot => {
    const root: SearchRoot = {
      folder: { uri: { scheme: 'file', path: '/w' } as SearchRoot['folder']['uri'], name: 'w', index: 0 },
      path: '',
      nestedRootPaths: [],
      readActionOf,
      mayReturnContent: () => Promise.resolve(true),
      requireUnchanged: () => Promise.resolve(),
      displayPath: (path) => path,
      searchWholeFolder: () => Promise.resolve(root),
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
    assert.deepEqual(await restricted.count(scope, deniesA, one), { asking: 0, all: 1, denied: 1 });
    assert.deepEqual(await restricted.count(scope, asksAll, other), { asking: 2, all: 2, denied: 0 });
    assert.deepEqual(await restricted.count(scope, deniesA, one), { asking: 0, all: 1, denied: 1 });
    assert.equal(walks, 2);
  });
});
