import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { splitFile } from '../../../src/core/patch/fileText.ts';
import { placeOnTheirLines } from '../../../src/core/patch/onTheirLines.ts';
import { parsePatch } from '../../../src/core/patch/parse.ts';
import { placeBySearch } from '../../../src/core/patch/place.ts';
import { searchable } from '../../../src/core/patch/search.ts';
import { atOnce } from '../../../src/core/turns.ts';
import type { Hunk, HunkLine } from '../../../src/core/patch/types.ts';

/** Few different lines, so that much stands more than once; some begin a section. */
const word = fc.constantFrom('a', 'b', '', '  longer line of words', 'function f() {', 'class C {', '}');

interface Piece {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const piece = fc.record<Piece>({
  kept: fc.array(word, { maxLength: 9 }),
  removed: fc.array(word, { maxLength: 2 }),
  added: fc.array(word, { maxLength: 2 }),
});

/** The file before the pieces' changes, and a hunk for each with up to so many lines of context above and below. */
function made(
  pieces: readonly Piece[],
  [most, mostBelow]: readonly [number, number],
  heading: string,
): { before: string[]; hunks: Hunk[] } {
  const before = pieces.flatMap(({ kept, removed }) => [...kept, ...removed]);
  const hunks: Hunk[] = [];
  let at = 0;
  let grown = 0;
  for (const [index, { kept, removed, added }] of pieces.entries()) {
    at += kept.length;
    const above = kept.slice(Math.max(0, kept.length - most));
    const below = (pieces[index + 1]?.kept ?? []).slice(0, mostBelow);
    const line =
      (kind: HunkLine['kind']) =>
      (text: string): HunkLine => ({ kind, text, end: '\n', unmarked: false });
    const lines = [
      ...above.map(line('context')),
      ...removed.map(line('remove')),
      ...added.map(line('add')),
      ...below.map(line('context')),
    ];
    const oldCount = above.length + removed.length + below.length;
    const newCount = oldCount - removed.length + added.length;
    const oldStart = at - above.length + (oldCount > 0 ? 1 : 0);
    const numbers = { oldStart, oldCount, newStart: oldStart + grown, newCount };
    const anchors = heading === '' ? [] : [heading];
    if (removed.length + added.length > 0)
      hunks.push({ patchLine: index, numbers, anchors, lines, endOfFile: false, unfinished: false });
    at += removed.length;
    grown += added.length - removed.length;
  }
  return { before, hunks };
}

describe('hunks on their very lines', () => {
  it('are placed as the search would place them', () => {
    let short = 0;
    const property = fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),

      fc.tuple(fc.nat(3), fc.nat(3)),
      fc.boolean(),
      fc.constantFrom('', 'function f', 'class C'),
      fc.constantFrom('unknown', 'intact', 'drifted'),
      (pieces, context, isTwice, heading, base) => {
        const { before, hunks: once } = made(pieces, context, heading);
        const hunks = isTwice ? once.flatMap((hunk) => [hunk, { ...hunk }]) : once;
        const searched = searchable(before.map((line) => `${line}\n`).join(''), 100);
        const knowledge = { base, proven: false } as const;
        const found = placeOnTheirLines(searched.file, hunks, knowledge);
        if (found === undefined) return;
        short++;
        assert.deepEqual(found, atOnce(placeBySearch(searched, hunks, 'a', knowledge)));
      },
    );
    fc.assert(property, { numRuns: 3000 });
    assert.ok(short > 200, `only ${short} were placed without a search`);
  });

  const file = 'f() {\n  one\n  two\n  two\n}\n';
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['that stand there', '@@ -1,3 +1,3 @@\n f() {\n-  one\n+  1\n   two\n', true],
    ['under their heading', '@@ -4,2 +4,2 @@ f() {\n-  two\n+  2\n }\n', true],
    ['under another heading', '@@ -4,2 +4,2 @@ g() {\n-  two\n+  2\n }\n', false],
    ['on another line', '@@ -2,3 +2,3 @@\n f() {\n-  one\n+  1\n   two\n', false],
    ['without numbers', '@@\n f() {\n-  one\n+  1\n   two\n', false],
    ['with a line that differs', '@@ -1,3 +1,3 @@\n f() {\n-  one \n+  1\n   two\n', false],
    ['with an ending that differs', '@@ -1,2 +1,2 @@\n f() {\n-  one\r\n+  1\r\n', false],
    ['with a line without its marker', '@@ -4,2 +4,2 @@\n-  two\n+  2\n}\n', false],
    ['that show no line of the file', '@@ -2,0 +3,1 @@\n+  1\n', false],
    ['that end in what stands there already', '@@ -2,1 +2,2 @@\n   one\n+  two\n', false],
    ['that begin with what they add', '@@ -3,1 +3,2 @@\n+  two\n   two\n', false],
    ['that come twice', '@@ -1,3 +1,2 @@\n f() {\n-  one\n   two\n'.repeat(2), false],
  ];
  for (const [name, patch, isPlaced] of cases) {
    it(`${name} ${isPlaced ? 'need no search' : 'are left to the search'}`, () => {
      const [parsed] = parsePatch(`--- a/a\n+++ b/a\n${patch}`).files;
      const found = placeOnTheirLines(splitFile(file), parsed?.hunks ?? [], { base: 'unknown', proven: false });
      assert.equal(found !== undefined, isPlaced);
    });
  }
});
