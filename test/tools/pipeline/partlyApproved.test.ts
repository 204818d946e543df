import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { renameSymbol } from '../../../src/tools/change/renameSymbol.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import type { Change } from '../../../src/core/change/change.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { succeed } from '../call.ts';
import { edit, service, worldWith } from '../languageService.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const files = Object.fromEntries(names.map((name) => [`in/${name}`, 'one\n']));
const patchText = names.map((name) => `--- a/in/${name}\n+++ b/in/${name}\n@@ -1 +1 @@\n-one\n+two\n`).join('');
const edits = names.map((name) => ({ filePath: `in/${name}`, oldString: 'one', newString: 'two' }));

const cases: readonly (readonly [tool: Tool, input: object, headline: RegExp])[] = [
  [
    multiEdit,
    { edits },
    /^Edited 2 of 4 files; 2 were excluded by the user: 2 replacements\.\n1\. in\/a\.txt.*\n2\. in\/b/,
  ],
  [
    applyPatch,
    { patchText },
    /^Patched 2 of 4 files; 2 were excluded by the user\.\nin\/a\.txt: updated.*\nin\/b\.txt: updated/,
  ],
  [deletePath, { path: 'in', recursive: true }, /^Deleted 2 of 4 files in in; 2 were excluded by the user\./],
  [movePath, { from: 'in', to: 'out' }, /^Moved 2 of 4 files from in to out; 2 were excluded by the user\./],
];

describe('the answer to a partly approved call begins with the number of files written', () => {
  for (const [tool, input, headline] of cases) {
    it(tool.name, async () => {
      const world = new MemoryWorld(files);
      const excludedNames = new Set(['c.txt', 'd.txt']);
      world.decide = ({ changes }) => {
        const included = changes.filter(
          (change) =>
            !excludedNames.has(change.at.path.split('/').at(-1) ?? '') &&
            !('before' in change && change.before.kind === 'directory'),
        );
        const excludedPaths = [...excludedNames].map((name) => ({ path: `in/${name}` }));
        return { approved: true, changes: included, amended: false, excludedPaths };
      };
      const { text } = await succeed(tool, world, input);
      assert.match(text, headline);
      assert.doesNotMatch(text.split('\nThe user excluded')[0] ?? '', /[cd]\.txt/);
    });
  }
});

it('the answer to a partly approved call has no caution of an excluded file', async () => {
  const world = new MemoryWorld({ 'a.txt': 'say "one"\n', 'b.txt': 'b\n' });
  world.decide = ({ changes }) => ({
    approved: true,
    changes: changes.filter(({ at }) => at.path === 'b.txt'),
    amended: false,
    excludedPaths: [{ path: 'a.txt' }],
  });
  const lookAlike = { filePath: 'a.txt', oldString: 'say \u201cone\u201d', newString: 'say 1' };
  const exact = { filePath: 'b.txt', oldString: 'b', newString: 'B' };
  const { text } = await succeed(multiEdit, world, { edits: [lookAlike, exact] });
  assert.match(text, /a\.txt/);
  assert.doesNotMatch(text, /look-alike/);
});

it('the result of a partly approved move or copy counts the files written', async () => {
  const world = new MemoryWorld({ 'a.txt': 'one\n', 'b.txt': 'old\n', ...files });
  world.decide = ({ changes }) => {
    const isIncluded = ({ kind, at }: Change): boolean => kind !== 'delete' && at.path !== 'out/d.txt';
    return {
      approved: true,
      changes: changes.filter(isIncluded),
      amended: false,
      excludedPaths: [{ path: 'in/d.txt' }],
    };
  };
  const { result } = await succeed(copyPath, world, { from: 'in', to: 'out' });
  assert.deepEqual(result, { from: 'in', to: 'out', files: 3, overwritten: false });
});

describe('the answer to a call of which the user excluded a hunk counts the places written', () => {
  const text = 'tea\n\nx\ntea\n';
  const excludeFirst = (world: MemoryWorld): void => {
    world.decide = async ({ changes: [change] }) => {
      assert(change?.kind === 'update');
      const after = await world.encode('tea\n\nx\nchai\n');
      const written: Change = { kind: 'update', at: change.at, before: change.before, after };
      return { approved: true, changes: [written], amended: true, excludedPaths: [] };
    };
  };

  it('for an edit', async () => {
    const world = new MemoryWorld({ 'a.ts': text });
    excludeFirst(world);
    const replacement = { filePath: 'a.ts', oldString: 'tea', newString: 'chai', replaceAll: true };
    const answer = await succeed(editFile, world, replacement);
    assert.equal(world.text('a.ts'), 'tea\n\nx\nchai\n');
    assert.match(answer.text, /^Edited a\.ts: 1 replacement /);
    assert.equal(answer.result['replacements'], 1);
  });

  it('for a rename', async () => {
    const world = worldWith({ 'a.ts': text }, service({ 'a.ts': [edit(0, 0, 3, 'chai'), edit(3, 0, 3, 'chai')] }));
    excludeFirst(world);
    const answer = await succeed(renameSymbol, world, { filePath: 'a.ts', symbol: 'tea', newName: 'chai', line: 1 });
    assert.match(answer.text, /^Renamed tea to chai in 1 file: 1 place\./);
    assert.deepEqual(answer.result['files'], [{ filePath: 'a.ts', replacements: 1, lines: [4] }]);
  });

  it('for an edit that inserts a line below neighbours', async () => {
    const world = new MemoryWorld({ 'a.txt': 'tea\ntea\n' });
    world.decide = async ({ changes: [change] }) => {
      assert(change?.kind === 'update');
      const written: Change = { ...change, after: await world.encode('tea\nmilk\ntea\n') };
      return { approved: true, changes: [written], amended: true, excludedPaths: [] };
    };
    const replacement = { filePath: 'a.txt', oldString: 'tea\n', newString: 'tea\nmilk\n', replaceAll: true };
    const answer = await succeed(editFile, world, replacement);
    assert.equal(answer.result['replacements'], 1);
  });
});
