import assert from 'node:assert/strict';
import { resolveAlias, splitAtFolders } from '../../../src/core/path/pathAlias.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import { mac, posix, several, windows } from './workspaces.ts';

interface Row {
  readonly title: string;
  readonly context: PathContext;
  readonly asked: string;
  /** Where the folders on the way really are; the others are what they are called. */
  readonly links: Readonly<Record<string, string>>;
  readonly inside: string | undefined;
}

const rows: readonly Row[] = [
  {
    title: 'a link to the folder',
    context: posix,
    asked: '/alias/src/a.ts',
    links: { '/alias': '/home/u/ws' },
    inside: '/home/u/ws/src/a.ts',
  },
  {
    title: 'the link itself',
    context: posix,
    asked: '/alias',
    links: { '/alias': '/home/u/ws' },
    inside: '/home/u/ws',
  },
  {
    title: 'a link above the folder',
    context: posix,
    asked: '/u/ws/a',
    links: { '/u': '/home/u', '/u/ws': '/home/u/ws' },
    inside: '/home/u/ws/a',
  },
  {
    title: 'a link into the folder',
    context: posix,
    asked: '/src/a',
    links: { '/src': '/home/u/ws/src' },
    inside: '/home/u/ws/src/a',
  },
  {
    title: 'a link to a twin',
    context: posix,
    asked: '/alias/a',
    links: { '/alias': '/home/u/ws-evil' },
    inside: undefined,
  },
  {
    title: 'a link to the folder above',
    context: posix,
    asked: '/alias/a',
    links: { '/alias': '/home/u' },
    inside: undefined,
  },
  {
    title: 'another case on a Mac',
    context: mac,
    asked: '/x/a',
    links: { '/x': '/users/U/CAFE\u0301' },
    inside: '/Users/u/Café/a',
  },
  {
    title: 'a drive that stands for a folder',
    context: windows,
    asked: 'w:\\a',
    links: { 'w:\\a': 'C:\\Users\\u\\ws\\a' },
    inside: 'c:\\Users\\u\\ws\\a',
  },
  {
    title: 'the deepest of several folders',
    context: several,
    asked: '/l/a',
    links: { '/l': '/repo/app/packages/lib' },
    inside: '/repo/app/packages/lib/a',
  },
];

describe('an absolute path by another name of the workspace folder', () => {
  for (const { title, context, asked, links, inside } of rows) {
    it(title, () => {
      const roots = context.roots.map((root) => ({ root, real: root.path }));
      const found = splitAtFolders({ absolute: asked }, context.flavour).flatMap(
        (split) => resolveAlias(split, links[split.folder] ?? split.folder, roots, context.flavour) ?? [],
      );
      assert.equal(found[0], inside);
    });
  }

  it('is taken apart from the top', () => {
    assert.deepEqual(splitAtFolders({ absolute: '/a/b/c' }, posix.flavour), [
      { folder: '/a', rest: 'b/c' },
      { folder: '/a/b', rest: 'c' },
      { folder: '/a/b/c', rest: '' },
    ]);
    assert.deepEqual(splitAtFolders({ absolute: 'c:\\a\\b' }, windows.flavour), [
      { folder: 'c:\\a', rest: 'b' },
      { folder: 'c:\\a\\b', rest: '' },
    ]);
    assert.deepEqual(splitAtFolders({ absolute: '/' }, posix.flavour), []);
  });
});
