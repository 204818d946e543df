import assert from 'node:assert/strict';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { resolvePath } from './resolvePath.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import { everywhere } from './tables.everywhere.ts';
import { posixInvalid, posixOutside } from './tables.posix.ts';
import { windowsInvalid, windowsOutside } from './tables.windows.ts';
import { mac, posix, remoteWindows, several, share, virtual, windows } from './workspaces.ts';

/** Asked, refused: `outside` is OUTSIDE_WORKSPACE, `invalid` VALIDATION_ERROR. */
function refused(title: string, context: PathContext, code: 'outside' | 'invalid', asked: readonly string[]): void {
  describe(`${title}: ${code}`, () => {
    for (const path of asked) {
      it(JSON.stringify(path).slice(0, 80), () => {
        assert.throws(
          () => resolvePath(path, context),
          (error) => {
            assert.ok(error instanceof ToolError);
            assert.equal(error.code, code === 'outside' ? 'OUTSIDE_WORKSPACE' : 'VALIDATION_ERROR', error.message);
            assert.match(error.message, /\. (?:Send|Write)|Send|Write|Start/);
            assert.doesNotMatch(error.message, /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
            return true;
          },
        );
      });
    }
  });
}

describe('paths that are refused', () => {
  refused('POSIX', posix, 'invalid', [...everywhere, ...posixInvalid]);
  refused('POSIX', posix, 'outside', posixOutside);
  refused('Windows', windows, 'invalid', [
    ...everywhere.filter((path) => !path.startsWith('file:///home')),
    ...windowsInvalid,
  ]);
  refused('Windows', windows, 'outside', windowsOutside);
  refused('a share', share, 'outside', [
    '..\\x',
    '\\\\server\\share\\ws-evil\\a',
    '\\\\server\\other\\ws\\a',
    '\\\\evil\\share\\ws\\a',
    'c:\\x',
    '\\ws\\a',
  ]);
  refused('case folding', mac, 'outside', [
    '../x',
    '/Users/u/Cafe',
    '/Users/u/Caf\u00e9-evil/a',
    '/Users/u/CAFE\u0301x',
    '../Cafe/a',
  ]);
  refused('several folders', several, 'invalid', [
    'a',
    '.',
    './',
    'APP/a',
    'appx/a',
    'twin/a',
    'twin',
    'tools/a',
    'app\\a',
    'mem/a\\b',
    'Front%20End/a',
    'other:/proj/a',
    'lib:/x',
  ]);
  refused('several folders', several, 'outside', [
    'app/../x',
    'app/../../etc/passwd',
    'lib/../x/../../../x',
    'mem/../x',
    'mem/../../repo/app/a',
    'far/../x',
    'memfs:/x',
    'memfs://evil/proj/a',
    'memfs:/proj-evil/a',
    'file:///proj/a',
    'vscode-remote://ssh-remote%2Bevil/home/far/a',
    'vscode-remote://ssh-remote+box/home/x',
    '/repo/x',
    '/repo/app-evil/a',
    '/one/x',
    '/projx',
  ]);
  refused('virtual', virtual, 'outside', [
    '../x',
    '/owner/x',
    '/owner/repo-evil',
    'vscode-vfs://github/owner/x',
    'vscode-vfs://evil/owner/repo/a',
    '/owner/REPO/a',
  ]);
  refused('virtual', virtual, 'invalid', ['file:///owner/repo/a', 'a\\b', 'c:x']);
  refused('remote Windows', remoteWindows, 'outside', [
    '..\\x',
    'C:\\Windows',
    '/c:/Users/u/x',
    '/x',
    'D:\\Users\\u\\ws\\a',
  ]);
  refused('remote Windows', remoteWindows, 'invalid', ['C:x', 'con', 'a:s', 'a.', 'file:///c:/Users/u/ws/a']);
  refused('no folder', { roots: [], flavour: posix.flavour }, 'outside', ['/etc/passwd', '/']);
});
