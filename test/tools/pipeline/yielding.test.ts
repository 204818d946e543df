import assert from 'node:assert/strict';
import { composeEditsYielding } from '../../../src/core/diff/composeEdits.ts';
import { findWarnings } from '../../../src/core/change/warnings/warnings.ts';
import { applyHunks } from '../../../src/core/patch/hunks/applyHunks.ts';
import { mayBeEscaped } from '../../../src/core/patch/files/escapedPatch.ts';
import { indexLines } from '../../../src/core/patch/search/lineIndex.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { findClosestLines } from '../../../src/core/replace/closestLines.ts';
import { replaceYielding } from '../../../src/core/replace/replace.ts';
import { applyEditsYielding } from '../../../src/core/text/text.ts';
import type { Yielding } from '../../../src/core/async/yielding.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { update } from '../../core/change/changes.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const count = 100_000;
const text = Array.from({ length: count }, (_, at) => `value ${at} = foo;\n`).join('');
const edits = Array.from({ length: count }, (_, at) => ({ start: at * 2, end: at * 2 + 1, text: 'xy' }));

const edited = update('a.txt', text, text.replaceAll('foo', 'bar'));

/** A hunk for each second line. */
const patch = parsePatch(
  `--- a/a.txt\n+++ b/a.txt\n${Array.from({ length: count / 2 }, (_, at) => `@@ -${2 * at + 1} +${2 * at + 1} @@\n-value ${2 * at} = foo;\n+value ${2 * at} = bar;\n`).join('')}`,
);

const linesNotThere = 'value 5 = foo;\nnor this\n';

function countYields(work: Yielding<unknown>): number {
  let made = 1;
  while (work.next().done !== true) made++;
  return made;
}

/** Work on a hundred thousand places, none of which may be done in one go. */
const works: [string, () => Yielding<unknown>][] = [
  ['replacing', () => replaceYielding(text, { oldString: 'foo', newString: 'bar', replaceAll: true })],
  [
    'replacing what only looks alike',
    () => replaceYielding(text, { oldString: '= foo;\u00a0', newString: 'bar', replaceAll: true }),
  ],
  ['looking for lines like those that are nowhere', () => findClosestLines(text, linesNotThere)],
  ['applying edits', () => applyEditsYielding(text, edits)],
  ['composing edits', () => composeEditsYielding(text, [edits, edits])],
  ['looking for what could be overlooked', () => findWarnings(edited)],
  ['applying hunks', () => applyHunks({ text }, patch.files[0]?.hunks ?? [], 'a.txt')],
  ['looking whether a patch was escaped', () => mayBeEscaped(patch, [])],
  ['indexing lines', () => indexLines(count, String)],
];

describe('a call with 100,000 matches', () => {
  for (const [name, work] of works) {
    it(`yields to the event loop often while ${name}`, () => assert.ok(countYields(work()) > 40));
  }

  it('yields as often in the pass over words, which follows where no line is alike', () => {
    assert.ok(countYields(findClosestLines(text, 'nowhere')) > 2 * countYields(findClosestLines(text, linesNotThere)));
  });

  it('is planned in linear time, although each edit is applied to the result of the previous one', async () => {
    const world = new MemoryWorld({ 'a.txt': text });
    const all = (oldString: string, newString: string) => ({
      filePath: 'a.txt',
      oldString,
      newString,
      replaceAll: true,
    });
    const { text: answer } = await succeed(multiEdit, world, {
      edits: [all('foo', 'bar'), all('value', 'v'), all('bar', 'foo')],
    });
    assert.ok(answer.length < 30_000);
    assert.equal(world.text('a.txt'), text.replaceAll('value', 'v'));
    const [change] = world.asked[0]?.changes ?? [];
    assert.ok(change?.kind === 'update');
    assert.equal(change.edits?.length, count);
  });
});
