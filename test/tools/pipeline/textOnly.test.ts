import assert from 'node:assert/strict';
import { phrase } from '../../../src/core/wording/phrase.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const note = /the user (saw|would see) the diff of a\.txt as text, which cannot be amended/;
const input = { filePath: 'a.txt', oldString: 'foo', newString: 'bar', replaceAll: true };

/** How many lines change, how, and what the model reads of the review. */
const rows: readonly (readonly [
  title: string,
  lines: number,
  asks: boolean,
  dryRun: boolean,
  told: string | undefined,
])[] = [
  ['a review of more than a diff editor shows', 30_000, true, false, 'saw'],
  ['a dry run of it', 30_000, true, true, 'would see'],
  ['what needs no review', 30_000, false, false, undefined],
  ['a dry run of what needs no review', 30_000, false, true, undefined],
  ['what a diff editor shows', 300, true, false, undefined],
];

describe('pipeline: changes that are reviewed as text', () => {
  for (const [title, lines, asks, dryRun, told] of rows)
    it(`tells the model of ${title}`, async () => {
      const world = new MemoryWorld({ 'a.txt': 'foo\n'.repeat(lines) });
      const verdict = { reason: phrase('It asks.'), protected: false, rememberable: false } as const;
      world.verdict = { ...verdict, action: asks ? 'ask' : 'allow' };
      world.decide = async ({ changes }) => ({
        approved: true,
        changes,
        amended: false,
        excludedPaths: [],
        surface: 'editor',
      });
      const { text } = await succeed(editFile, world, dryRun ? { ...input, dryRun } : input);
      assert.equal(note.exec(text)?.[1], told);
    });
});
