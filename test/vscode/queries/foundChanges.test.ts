import assert from 'node:assert/strict';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { FileChange } from '../../../src/tools/ports/queryPorts.ts';
import { joinRenames, type FoundChange, type Commits } from '../../../src/vscode/queries/foundChanges.ts';

describe('a changed file', () => {
  it('counts as known only once the whole answer is there, on both sides of a rename', async () => {
    const known: string[] = [];
    const found = (change: FileChange): FoundChange => ({
      change,
      sha256: 'x',
      describe: (commits) => {
        commits.push(() => known.push(change.path));
        return change;
      },
    });
    const changes = [found({ kind: 'deleted', path: 'a' }), found({ kind: 'created', path: 'b' })];
    const [renamed, ...others] = runSync(joinRenames(changes));
    assert.deepEqual(others, []);
    const commits: Commits = [];
    assert.deepEqual(await renamed?.describe(commits), { kind: 'renamed', path: 'b', from: 'a' });
    assert.deepEqual(known, []);
    for (const commit of commits) commit();
    assert.deepEqual(known, ['a', 'b']);
  });
});
