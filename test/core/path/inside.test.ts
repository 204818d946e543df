import assert from 'node:assert/strict';
import { absolutePathOf } from '../../../src/core/path/locatePath.ts';
import { resolvePath } from './resolvePath.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import { plainNames } from './tables.names.ts';
import { mac, posix, remoteWindows, several, share, top, virtual, windows } from './workspaces.ts';

/** Spellings that are inside, and must never be called outside: what was asked, then where it is. */
type Row = readonly [asked: string, relative: string];

function table(title: string, context: PathContext, rows: readonly Row[], root = 0): void {
  describe(title, () => {
    for (const [asked, relative] of rows) {
      it(`${JSON.stringify(asked)} is ${relative === '' ? 'the folder' : relative}`, () => {
        const at = resolvePath(asked, context);
        assert.equal(at.relative, relative);
        assert.equal(at.root, context.roots[root]);
        const again = resolvePath(at.display, context);
        assert.deepEqual([again.root, again.relative], [at.root, at.relative], `shown as ${at.display}`);
        const absolute = resolvePath(absolutePathOf(at, context.flavour.isWindows), context);
        assert.deepEqual([absolute.root, absolute.relative], [at.root, at.relative]);
      });
    }
  });
}

describe('paths inside', () => {
  table(
    'plain names',
    posix,
    plainNames.map((name) => [name, name]),
  );
  table(
    'plain names, below the folder',
    posix,
    plainNames.map((name) => [`/home/u/ws/d/${name}`, `d/${name}`]),
  );

  table('one folder', posix, [
    ['.', ''],
    ['./', ''],
    ['./.', ''],
    ['a/..', ''],
    ['/home/u/ws', ''],
    ['/home/u/ws/', ''],
    ['/home/u/ws/.', ''],
    ['./a', 'a'],
    ['././a', 'a'],
    ['a/', 'a'],
    ['a//b', 'a/b'],
    ['a/./b', 'a/b'],
    ['a/b/../c', 'a/c'],
    ['a/b/../../c', 'c'],
    ['./a/../b', 'b'],
    ['../ws/a', 'a'],
    ['../../u/ws/a', 'a'],
    ['../../../../../../home/u/ws/a', 'a'],
    ['a/../../ws/b', 'b'],
    ['/home/u/ws/a', 'a'],
    ['//home/u/ws/a', 'a'],
    ['///home//u/./ws/a', 'a'],
    ['/home/u/x/../ws/a', 'a'],
    ['/../home/u/ws/a', 'a'],
    ['/home/u/ws-evil/../ws/a', 'a'],
    ['file:///home/u/ws/a', 'a'],
    ['file:/home/u/ws/a', 'a'],
    ['FILE:///home/u/ws/a', 'a'],
    ['file:///home/u/ws/a%20b', 'a b'],
    ['file:///home/u/ws/a%2520b', 'a%20b'],
    ['file:///home/u/ws/caf%C3%A9', 'café'],
    ['file:///home/u/ws/a%3Ab', 'a:b'],
    ['file:///home/u/ws', ''],
    ['./a:b', 'a:b'],
    ['./c:/x', 'c:/x'],
    ['./http:/x', 'http:/x'],
    ['./~/x', '~/x'],
    ['./~', '~'],
    ['./$HOME/x', '$HOME/x'],
    ['./${x}/y', '${x}/y'],
    ['./%TEMP%/x', '%TEMP%/x'],
    ['ws/a', 'ws/a'],
    ['home/u/ws/a', 'home/u/ws/a'],
  ]);

  table('the top of the tree as folder', top, [
    ['a', 'a'],
    ['/etc/x', 'etc/x'],
    ['../a', 'a'],
    ['/', ''],
    ['file:///etc/x', 'etc/x'],
  ]);

  table('a file system that folds case and composition', mac, [
    ['a', 'a'],
    ['/Users/u/Caf\u00e9/a', 'a'],
    ['/Users/u/Cafe\u0301/a', 'a'],
    ['/users/U/CAFE\u0301/A', 'A'],
    ['file:///Users/u/Cafe%CC%81/a', 'a'],
    ['/USERS/U/CAF\u00c9', ''],
  ]);

  table('Windows', windows, [
    ['a', 'a'],
    ['.', ''],
    ['a\\b', 'a/b'],
    ['a/b\\c', 'a/b/c'],
    ['.\\a', 'a'],
    ['a\\..\\b', 'b'],
    ['..\\ws\\a', 'a'],
    ['a\\\\b', 'a/b'],
    ['a\\', 'a'],
    ['c:\\Users\\u\\ws\\a', 'a'],
    ['C:\\Users\\u\\ws\\a', 'a'],
    ['c:/Users/u/ws/a', 'a'],
    ['C:\\Users/u\\ws/a', 'a'],
    ['c:\\USERS\\U\\WS\\A', 'A'],
    ['C:\\Users\\u\\ws', ''],
    ['C:\\Users\\u\\ws\\', ''],
    ['C:\\Users\\u\\x\\..\\ws\\a', 'a'],
    ['/c:/Users/u/ws/a', 'a'],
    ['/C:/Users/u/ws/a', 'a'],
    ['file:///c:/Users/u/ws/a', 'a'],
    ['file:///C:/Users/u/ws/a', 'a'],
    ['file:///c%3A/Users/u/ws/a', 'a'],
    ['file:///C%3A/Users/u/WS/a', 'a'],
    ['.env', '.env'],
    ['~x', '~x'],
    ['$id.tsx', '$id.tsx'],
    ['[...slug].tsx', '[...slug].tsx'],
    ['console.ts', 'console.ts'],
    ['auxiliary/con1.ts', 'auxiliary/con1.ts'],
    ['com10.txt', 'com10.txt'],
    ['xnul.txt', 'xnul.txt'],
    ['a b', 'a b'],
    ['a.b.c', 'a.b.c'],
    ['..a', '..a'],
    ['é.txt', 'é.txt'],
    ['a%20b', 'a%20b'],
  ]);

  table('a Windows share', share, [
    ['a\\b', 'a/b'],
    ['\\\\server\\share\\ws\\a', 'a'],
    ['//server/share/ws/a', 'a'],
    ['\\\\SERVER\\Share\\WS\\a', 'a'],
    ['\\\\server\\share\\x\\..\\ws\\a', 'a'],
  ]);

  const app = 'app';
  table('several folders: the first', several, [
    [app, ''],
    [`${app}/`, ''],
    [`${app}/a`, 'a'],
    [`./${app}/a`, 'a'],
    [`${app}/app/a`, 'app/a'],
    [`${app}/../app/a`, 'a'],
    ['/repo/app/a', 'a'],
    ['/repo/app/packages/x', 'packages/x'],
    ['file:///repo/app/a', 'a'],
  ]);
  table(
    'several folders: one inside another',
    several,
    [
      ['lib/a', 'a'],
      ['app/packages/lib/a', 'a'],
      ['/repo/app/packages/lib/a', 'a'],
      ['app/packages/lib', ''],
    ],
    1,
  );
  table(
    'several folders: a name with a space',
    several,
    [
      ['Front End/a', 'a'],
      ['/repo/front/a', 'a'],
    ],
    2,
  );
  table(
    'several folders: two of the same name',
    several,
    [
      ['/one/twin/a', 'a'],
      ['/one/twin', ''],
    ],
    3,
  );
  table('several folders: the other of them', several, [['/two/twin/a', 'a']], 4);
  table(
    'several folders: a name with a slash',
    several,
    [
      ['tools/build/a', 'a'],
      ['/repo/tools/a', 'a'],
    ],
    5,
  );
  table(
    'several folders: a virtual one',
    several,
    [
      ['mem/a', 'a'],
      ['/proj/a', 'a'],
      ['memfs:/proj/a', 'a'],
      ['memfs:///proj/a%20b', 'a b'],
      ['mem/a:b', 'a:b'],
    ],
    6,
  );
  table(
    'several folders: a remote one',
    several,
    [
      ['far/a', 'a'],
      ['/home/far/a', 'a'],
      ['vscode-remote://ssh-remote%2Bbox/home/far/a', 'a'],
    ],
    7,
  );

  table('a virtual folder on Windows', virtual, [
    ['a/b', 'a/b'],
    ['/owner/repo/a', 'a'],
    ['con', 'con'],
    ['x/a:b', 'x/a:b'],
    ['vscode-vfs://github/owner/repo/a', 'a'],
    ['vscode-vfs://GitHub/owner/repo/a', 'a'],
  ]);

  table('a remote Windows folder', remoteWindows, [
    ['a\\b', 'a/b'],
    ['C:\\Users\\u\\ws\\a', 'a'],
    ['/c:/Users/u/ws/a', 'a'],
    ['vscode-remote://ssh-remote%2Bbox/c%3A/Users/u/ws/a', 'a'],
  ]);
});
