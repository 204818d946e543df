import assert from 'node:assert/strict';
import { composeText, splitIntoHunks } from '../../../src/core/change/hunks/hunks.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

/** Makes edits of a text of which the user excludes a part, by its index; returns the results, and the written text. */
async function editWithout(part: number, text: string, edits: readonly (readonly [string, string])[]) {
  const world = new MemoryWorld({ 'a.txt': text });
  world.decide = async ({ changes: [change] }) => {
    const split = change && splitIntoHunks(change);
    assert(split !== undefined && change?.kind === 'update');
    const after = await world.encode(composeText(split, new Set([part])).text);
    return { approved: true, changes: [{ ...change, after }], amended: true, excludedPaths: [] };
  };
  const input = edits.map(([oldString, newString]) => ({
    filePath: 'a.txt',
    oldString,
    newString,
    replaceAll: true,
  }));
  const { result } = await succeed(multiEdit, world, { edits: input });
  const results = result['results'] as readonly { readonly replacements: number; readonly lines: unknown }[];
  return { results, written: world.text('a.txt') };
}

describe('the counts of several edits of one file, of which a part was excluded', () => {
  it('are those of the parts that the user saw, where edits touch more lines than they change', async () => {
    const { results, written } = await editWithout(1, 'foo\n\nbar\n\nx\n\nx\n', [
      ['\n', 'new\n'],
      ['new\nxnew', 'bar\nnew\nxnew'],
    ]);
    assert.equal(written, 'foonew\nnew\nbarnew\nbar\n\nx\n\nx\n');
    assert.equal(results[0]?.replacements, 3);
  });

  it('come with the lines of what was written, not of lines that a later edit replaced', async () => {
    const { results, written } = await editWithout(0, 'a\na\na\nb\n\na\n{\n\n', [
      ['\n{\n\n', '\n{\n\n\n'],
      ['a\nb\n', 'a'],
    ]);
    assert.equal(written, 'a\na\na\nb\n\na\n{\n\n\n');
    assert.deepEqual(results[0], { ...results[0], replacements: 1, lines: [9] });
  });

  it('come with the lines where they were written, also where others are equal', async () => {
    const { results, written } = await editWithout(1, 'a\na\ne\na\ne\nc\n\ne\nb\n', [
      ['\ne\n', '\n\ne\n'],
      ['\n', 'a\nc\nd\n\n'],
    ]);
    const block = 'a\nc\nd\n\n';
    assert(written?.startsWith(`a${block}a${block}a\ne\n${block}e${block}`));
    assert.deepEqual(results[0]?.lines, [14, 30]);
  });
});
