import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { judgeRealPath, type LinkHandling } from '../../../src/core/path/judgeRealPath.ts';
import type { RealPath } from '../../../src/core/path/realPaths.ts';
import { resolvePath } from './resolvePath.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import { subjectBelow, subjectOf } from '../../../src/core/rules/subject.ts';
import { mac, posix, several, share, windows } from './workspaces.ts';

/** What a file system could answer, so that those of other platforms are tried here. */
function found(real: string, more: Partial<RealPath> = {}): RealPath {
  return { entry: 'file', target: 'file', real, entryPath: real, hardLinks: 1, size: 1, fileId: real, ...more };
}

interface Row {
  readonly title: string;
  readonly context: PathContext;
  readonly asked: string;
  readonly real: string;
  /** The folders' real paths, where they differ from the paths they are known by. */
  readonly roots?: readonly string[];
  /** `folder:relative`, with `~` in front where something stands between; or `outside`. */
  readonly place: string;
}

const rows: readonly Row[] = [
  { title: 'as asked', context: posix, asked: 'a', real: '/home/u/ws/a', place: 'ws:a' },
  { title: 'a link inside', context: posix, asked: 'a', real: '/home/u/ws/b', place: '~ws:b' },
  { title: 'a link out', context: posix, asked: 'a', real: '/home/u/x', place: 'outside' },
  { title: 'a link to a twin', context: posix, asked: 'a', real: '/home/u/ws-evil/a', place: 'outside' },
  { title: 'a link to another case', context: posix, asked: 'a', real: '/home/u/WS/a', place: 'outside' },
  { title: 'a link to the folder itself', context: posix, asked: 'a', real: '/home/u/ws', place: '~ws:' },
  {
    title: 'a folder that is a link',
    context: posix,
    asked: 'a',
    real: '/data/ws/a',
    roots: ['/data/ws'],
    place: 'ws:a',
  },
  {
    title: 'out of a folder that is a link',
    context: posix,
    asked: 'a',
    real: '/home/u/ws/a',
    roots: ['/data/ws'],
    place: 'outside',
  },
  { title: 'the folder is the top', context: posix, asked: 'a', real: '/a', roots: ['/'], place: 'ws:a' },
  {
    title: 'Windows, another case of the drive',
    context: windows,
    asked: 'a',
    real: 'C:\\Users\\u\\ws\\a',
    roots: ['C:\\Users\\u\\ws'],
    place: 'ws:a',
  },
  { title: 'Windows, another case', context: windows, asked: 'A', real: 'c:\\Users\\U\\WS\\a', place: '~ws:a' },
  {
    title: 'Windows, a short name',
    context: windows,
    asked: 'ENV~1',
    real: 'c:\\Users\\u\\ws\\.env',
    place: '~ws:.env',
  },
  { title: 'Windows, a junction out', context: windows, asked: 'j\\x', real: 'c:\\Windows\\x', place: 'outside' },
  { title: 'Windows, another drive', context: windows, asked: 'j\\x', real: 'd:\\Users\\u\\ws\\x', place: 'outside' },
  {
    title: 'Windows, a link to a share',
    context: windows,
    asked: 'j',
    real: '\\\\evil\\share\\Users\\u\\ws\\a',
    place: 'outside',
  },
  {
    title: 'a drive that is a share',
    context: windows,
    asked: 'a',
    real: '\\\\server\\share\\ws\\a',
    roots: ['\\\\server\\share\\ws'],
    place: 'ws:a',
  },
  { title: 'a share', context: share, asked: 'a', real: '\\\\SERVER\\share\\ws\\a', place: 'ws:a' },
  { title: 'another share', context: share, asked: 'a', real: '\\\\server\\other\\ws\\a', place: 'outside' },
  { title: 'composed otherwise', context: mac, asked: 'a', real: '/Users/u/Cafe\u0301/a', place: 'Café:a' },
  {
    title: 'a name composed otherwise',
    context: mac,
    asked: '\u00e9',
    real: '/Users/u/Cafe\u0301/e\u0301',
    place: '~Café:e\u0301',
  },
  { title: 'the deepest folder', context: several, asked: 'app/l', real: '/repo/app/packages/lib/x', place: '~lib:x' },
  { title: 'another folder', context: several, asked: 'app/l', real: '/repo/front/x', place: '~Front End:x' },
  { title: 'beside the folders', context: several, asked: 'app/l', real: '/repo/x', place: 'outside' },
];

describe('judgeRealPath', () => {
  for (const { title, context, asked, real, roots, place } of rows) {
    it(`${title}: ${place}`, () => {
      const realRoots = context.roots.map((root, index) => ({ root, real: roots?.[index] ?? root.path }));
      const at = resolvePath(asked, context);
      const judged = judgeRealPath(at, found(real), realRoots, context.flavour);
      const words = judged.root === undefined ? 'outside' : `${judged.root.name}:${judged.relative}`;
      assert.equal(judged.isLinked && words !== 'outside' ? `~${words}` : words, place);
    });
  }

  it('gives a folder known twice to the one that was asked', () => {
    const [root] = posix.roots;
    assert.ok(root !== undefined);
    const alias = { name: 'alias', path: '/alias', uri: 'file:///alias' };
    const context = { ...posix, roots: [alias, root] };
    const both = context.roots.map((one) => ({ root: one, real: '/home/u/ws' }));
    for (const name of ['alias', 'ws']) {
      const judged = judgeRealPath(resolvePath(`${name}/a`, context), found('/home/u/ws/a'), both, posix.flavour);
      assert.deepEqual([judged.root?.name, judged.isLinked], [name, false]);
    }
  });

  const kinds: readonly (readonly [target: RealPath['target'], links: LinkHandling, code: string])[] = [
    ['loop', 'target', 'VALIDATION_ERROR'],
    ['broken', 'target', 'VALIDATION_ERROR'],
    ['fifo', 'target', 'VALIDATION_ERROR'],
    ['socket', 'target', 'VALIDATION_ERROR'],
    ['device', 'target', 'VALIDATION_ERROR'],
    ['other', 'target', 'VALIDATION_ERROR'],
    ['unreadable', 'target', 'PERMISSION_DENIED'],
    ['file', 'target', ''],
    ['folder', 'target', ''],
    ['missing', 'target', ''],
    ['loop', 'link', ''],
    ['broken', 'link', ''],
    ['fifo', 'link', ''],
  ];
  for (const [target, links, code] of kinds) {
    it(`${target}, meaning the ${links}: ${code === '' ? 'taken' : code}`, () => {
      const [root] = posix.roots;
      assert.ok(root !== undefined);
      const answer = found('/home/u/ws/a', { target, ...(code === '' ? {} : { real: undefined }) });
      const judge = () =>
        judgeRealPath(resolvePath('a', posix), answer, [{ root, real: root.path }], posix.flavour, links);
      if (code === '') assert.equal(judge().relative, 'a');
      else assert.throws(judge, (error) => error instanceof ToolError && error.code === code);
    });
  }

  it('says how many names a file has', () => {
    const [root] = posix.roots;
    assert.ok(root !== undefined);
    const roots = [{ root, real: root.path }];
    const { warnings } = judgeRealPath(
      resolvePath('a', posix),
      found('/home/u/ws/a', { hardLinks: 3 }),
      roots,
      posix.flavour,
    );
    assert.match(warnings.map(({ message }) => inEnglish(message)).join(), /3 names \(hard links\)/);
  });

  it('tells how the other workspace folders that hold the place name it', () => {
    const outer = { name: 'outer', path: '/o', uri: 'file:///o' };
    const inner = { name: 'inner', path: '/o/in', uri: 'file:///o/in' };
    const context = { ...posix, roots: [outer, inner] };
    const roots = context.roots.map((root) => ({ root, real: root.path }));
    const judged = judgeRealPath(resolvePath('inner/a', context), found('/o/in/a'), roots, posix.flavour);
    assert.deepEqual([judged.root, judged.relative], [inner, 'a']);
    assert.deepEqual(judged.inOtherRoots, [{ root: outer, relative: 'in/a' }]);
    assert.deepEqual(subjectOf(judged).spellings, ['a', 'in/a']);
  });

  const spelled: readonly (readonly [asked: string, more: Partial<RealPath>, links: LinkHandling, code: string])[] = [
    ['a/', { target: 'file' }, 'target', 'VALIDATION_ERROR'],
    ['a/.', { target: 'file' }, 'link', 'VALIDATION_ERROR'],
    ['a/', { target: 'folder', entry: 'folder' }, 'target', ''],
    ['a/', { target: 'folder', entry: 'link' }, 'target', ''],
    ['a/', { target: 'folder', entry: 'link' }, 'link', 'VALIDATION_ERROR'],
    ['a/', { target: 'missing', entry: 'missing' }, 'target', ''],
    ['a', { target: 'file' }, 'target', ''],
  ];
  for (const [asked, more, links, code] of spelled) {
    it(`"${asked}" for a ${more.entry ?? 'file'}, meaning the ${links}: ${code === '' ? 'taken' : code}`, () => {
      const [root] = posix.roots;
      assert.ok(root !== undefined);
      const answer = found('/home/u/ws/a', more);
      const judge = () =>
        judgeRealPath(resolvePath(asked, posix), answer, [{ root, real: root.path }], posix.flavour, links);
      if (code === '') assert.equal(judge().relative, 'a');
      else assert.throws(judge, (error) => error instanceof ToolError && error.code === code);
    });
  }

  it('makes the subject of a name in a folder the one that the name itself has', () => {
    const [root] = posix.roots;
    assert.ok(root !== undefined);
    const roots = [{ root, real: '/real/.ssh' }];
    const at = (asked: string, real: string) =>
      subjectOf(
        judgeRealPath(
          resolvePath(asked, posix),
          found(real, { entry: 'folder', target: 'folder' }),
          roots,
          posix.flavour,
        ),
        { isFolder: false },
      );
    assert.deepEqual(subjectBelow(at('.', '/real/.ssh'), 'a', false), at('a', '/real/.ssh/a'));
    assert.deepEqual(subjectBelow(at('l', '/real/.ssh/d'), 'a', false), at('l/a', '/real/.ssh/d/a'));
  });
});
