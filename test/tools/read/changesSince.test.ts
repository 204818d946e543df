import assert from 'node:assert/strict';
import { changesSince } from '../../../src/tools/read/changesSince.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('redline_changes_since', () => {
  it('tells what came, went, moved and changed', async () => {
    const world = new MemoryWorld();
    world.changes = {
      since: 0,
      changes: [
        { kind: 'created', path: 'a', by: ['Codex: npm run gen'] },
        { kind: 'deleted', path: 'b' },
        { kind: 'renamed', from: 'c', path: 'd' },
        { kind: 'modified', path: 'e', before: 'x\n', after: 'y\n', unsaved: true },
        { kind: 'modified', path: 'f', before: undefined, after: 'y\n', unsaved: false },
        {
          kind: 'modified',
          path: 'g',
          before: undefined,
          after: undefined,
          unsaved: false,
          executable: true,
          by: ['another program', 'a command in the terminal'],
        },
      ],
      remaining: 2,
      notes: ['Only 9 of 10 files were compared.'],
    };
    const { text, result } = await succeed(changesSince, world, {});
    assert.deepEqual(result.renamed, [{ from: 'c', to: 'd' }]);
    assert.deepEqual(text.split('\n'), [
      '1 created, 3 modified, 1 deleted, 1 renamed since 1970-01-01T00:00:00.000Z.',
      'created a (by Codex: npm run gen)',
      'deleted b',
      'renamed c → d',
      'modified e (unsaved, in the editor)',
      '--- a/e',
      '+++ b/e',
      '@@ -1 +1 @@',
      '-x',
      '+y',
      'modified f; no diff, read it with redline_read_file',
      'modified g (by another program, or a command in the terminal); made executable',
      '2 more changes; continue with redline_changes_since {}',
      'Only 9 of 10 files were compared.',
    ]);
    assert.deepEqual(result.notes, ['Only 9 of 10 files were compared.']);
  });

  it('says that a file has other text where there is no room for its diff, and its mode has changed, too', async () => {
    const world = new MemoryWorld();
    const text = 'a long line of text\n'.repeat(400);
    const other = { kind: 'modified', before: '', after: text, unsaved: false } as const;
    const paths = Array.from({ length: 10 }, (_, index) => `f${index}`);
    const changes = [...paths.map((path) => ({ ...other, path })), { ...other, path: 'last', executable: true }];
    world.changes = { since: 0, changes, remaining: 0, notes: [] };
    const { text: answer } = await succeed(changesSince, world, {});
    assert.match(answer, /\nmodified last; made executable; no diff, read it with redline_read_file$/);
  });

  it('says that nothing changed, and what the first call is for', async () => {
    assert.match((await succeed(changesSince, new MemoryWorld(), {})).text, /^Nothing changed[^]*first call/);
  });
});
