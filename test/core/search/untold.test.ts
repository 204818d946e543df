import assert from 'node:assert/strict';
import { createOwnFinder } from '../../../src/core/search/ownFinder.ts';
import { createOwnSearch } from '../../../src/core/search/ownSearch.ts';
import type { SearchScope } from '../../../src/core/search/textSearch.ts';
import { anywhere, memoryTree } from './memoryTree.ts';
import { few, plain } from './queryCases.ts';

const query = { ...plain, text: 'q' };

describe('ownSearch', () => {
  const files = { 'a.txt': 'q\nq\nq', 'b.txt': 'q', 'closed/key.txt': 'q' };
  const mayRead = (path: string): boolean => !path.startsWith('closed/');

  it('tells by no number whether a denied name matches a glob', async () => {
    const excluded = async (glob: string) => {
      const scope: SearchScope = { ...anywhere, globs: [glob], mayRead };
      const [{ excluded: searched }, found] = await Promise.all([
        createOwnSearch(() => memoryTree(files)).search(query, scope, few, []),
        createOwnFinder(() => memoryTree(files)).find(scope, 9, 'path'),
      ]);
      return [searched, found.excluded];
    };
    assert.deepEqual(await excluded('closed/k*'), await excluded('closed/x*'));
  });

  it('counts what may not be told as searched, but neither as a match nor against the limit', async () => {
    const mayReport = (path: string): boolean => path !== 'a.txt';
    const search = createOwnSearch(() => memoryTree(files));
    const answer = await search.search(query, { ...anywhere, mayReport }, { ...few, maxMatches: 2 }, []);
    assert.deepEqual(
      [answer.files.map(({ path }) => path), answer.truncated, answer.filesSearched],
      [['b.txt', 'closed/key.txt'], false, 3],
    );
  });

  it('does not enter folders that are searched on their own, nor count them as left out', async () => {
    const scope = { ...anywhere, globs: ['x'], separateFolders: ['closed'], mayRead };
    const { excluded } = await createOwnSearch(() => memoryTree(files)).search(query, scope, few, []);
    assert.deepEqual([excluded?.byGlob, excluded?.byRules, excluded?.atLeast], [2, 0, false]);
  });

  it('says how many folders could not be read', async () => {
    const tree = memoryTree(files);
    const closed = { ...tree, list: async (path: string) => (path === 'closed' ? undefined : tree.list(path)) };
    const { notes } = await createOwnSearch(() => closed).search(query, anywhere, few, []);
    assert.match(notes.join(), /^1 file or directory could not be read and was skipped/);
    assert.deepEqual((await createOwnFinder(() => closed).find(anywhere, 9, 'path')).notes, notes);
    const unsaved = [{ path: 'closed/new.txt', text: 'q' }];
    const answer = await createOwnSearch(() => closed).search(query, anywhere, few, unsaved);
    assert.deepEqual([answer.files.length, answer.notes], [3, []]);
  });

  it('refuses a link that it cannot follow, instead of finding nothing in it', async () => {
    const search = createOwnSearch(() => memoryTree({ ...files, link: '->' }));
    await assert.rejects(search.search(query, { ...anywhere, path: 'link' }, few, []), { code: 'VALIDATION_ERROR' });
  });

  it('lets others work while it lists a large folder', async () => {
    const entries = Array.from({ length: 50_000 }, (_, at) => ({ name: `${at}`, type: 'file' as const }));
    const tree = memoryTree({});
    const large = { ...tree, list: () => Promise.resolve(entries) };
    await createOwnFinder(() => large).find(anywhere, 9, 'path');
    assert.ok(tree.pauses > 20, `${tree.pauses}`);
  });
});

describe('ownFinder', () => {
  it('tells when the files were changed that it sorts by that', async () => {
    const { files, times } = await createOwnFinder(() => memoryTree({ a: '1', b: '333', c: '22' })).find(
      anywhere,
      2,
      'modified',
    );
    assert.deepEqual(
      [files, times],
      [
        ['b', 'c'],
        [3, 2],
      ],
    );
  });
});
