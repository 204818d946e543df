import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { withoutImpliedFolders } from '../../../src/core/change/changePaths.ts';
import { locationOf } from './changes.ts';

function folder(path: string): Change {
  return { kind: 'createDirectory', at: locationOf(path) };
}

function deleted(path: string): Change {
  return { ...folder(path), kind: 'delete', before: { kind: 'directory' } };
}

const cases: readonly (readonly [what: string, changes: readonly Change[], shown: readonly string[]])[] = [
  ['a folder alone', [folder('a')], ['a']],
  ['a folder in a folder', [folder('a'), folder('a/b')], ['a/b']],
  ['a folder for a file', [folder('a'), deleted('a/b')], ['a/b']],
  ['a name that only begins alike', [folder('a'), folder('ab/c')], ['a', 'ab/c']],
  ['a folder that goes', [deleted('a'), deleted('a/b')], ['a', 'a/b']],
];

describe('withoutImpliedFolders', () => {
  for (const [what, changes, shown] of cases) {
    it(what, () => {
      assert.deepEqual(
        withoutImpliedFolders(changes).map(({ at }) => at.path),
        shown,
      );
    });
  }
});
