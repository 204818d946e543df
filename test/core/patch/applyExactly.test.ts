import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { encodeUtf8 } from '../../../src/core/text/encoding.ts';
import { applyBySearch, applyExactly } from '../../../src/core/patch/hunks/applyHunks.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { prepareFile } from '../../../src/core/patch/search/searchedFile.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { PatchHunk } from '../../../src/core/patch/parse/types.ts';

/** Few different lines, so that much stands more than once; some begin a section. */
const word = fc.constantFrom('a', 'b', '', '  longer line of words', 'function f() {', 'class C {', '}', 'größe 😀');

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

/** The file before the pieces' changes, and the patch of a hunk for each with up to so many lines of context above and below. */
function made(
  pieces: readonly Piece[],
  [most, mostBelow]: readonly [number, number],
  heading: string,
): { before: string; patch: string } {
  const before = pieces.flatMap(({ kept, removed }) => [...kept, ...removed]);
  let patch = '--- a/a\n+++ b/a\n';
  let at = 0;
  let grown = 0;
  for (const [index, { kept, removed, added }] of pieces.entries()) {
    at += kept.length;
    const above = kept.slice(Math.max(0, kept.length - most));
    const below = (pieces[index + 1]?.kept ?? []).slice(0, mostBelow);
    const oldCount = above.length + removed.length + below.length;
    const newCount = oldCount - removed.length + added.length;
    const oldStart = at - above.length + (oldCount > 0 ? 1 : 0);
    if (removed.length + added.length > 0) {
      patch += `@@ -${oldStart},${oldCount} +${oldStart + grown},${newCount} @@ ${heading}\n`;
      for (const [marker, lines] of [
        [' ', above],
        ['-', removed],
        ['+', added],
        [' ', below],
      ] as const)
        patch += lines.map((line) => `${marker}${line}\n`).join('');
    }
    at += removed.length;
    grown += added.length - removed.length;
  }
  return { before: before.map((line) => `${line}\n`).join(''), patch };
}

function hunksIn(patch: string): readonly PatchHunk[] {
  return patch.includes('@@') ? (parsePatch(patch).files[0]?.hunks ?? []) : [];
}

describe('hunks on their very lines', () => {
  it('are changed as after a search for them', () => {
    let short = 0;
    const property = fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),

      fc.tuple(fc.nat(3), fc.nat(3)),
      fc.boolean(),
      fc.constantFrom('', 'function f', 'class C'),
      fc.constantFrom('unknown', 'intact', 'drifted'),
      (pieces, context, isTwice, heading, base) => {
        const { before, patch } = made(pieces, context, heading);
        const hunks = hunksIn(patch).flatMap((hunk) => (isTwice ? [hunk, { ...hunk }] : [hunk]));
        const knowledge = { base, isResultVerified: false } as const;
        const file = context[0] > 1 ? { text: before } : { text: before, encoding: 'utf8', bytes: encodeUtf8(before) };
        const found = runSync(applyExactly(prepareFile(file, 'a', 100, knowledge), hunks));
        if (found === undefined) return;
        short++;
        assert.deepEqual(found, runSync(applyBySearch(prepareFile({ text: before }, 'a', 100, knowledge), hunks)));
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
    ['that repeat a line between lines of context', '@@ -2,2 +2,3 @@\n   one\n+  two\n   two\n', false],
    ['that come twice', '@@ -1,3 +1,2 @@\n f() {\n-  one\n   two\n'.repeat(2), false],
  ];
  it('of a file that is no valid Unicode are left to the search', () => {
    const odd = prepareFile({ text: file.replace('f', '\udce4') }, 'a', 100);
    const hunks = hunksIn('--- a/a\n+++ b/a\n@@ -1,3 +1,2 @@\n \udce4() {\n-  one\n   two\n');
    assert.equal(runSync(applyExactly(odd, hunks)), undefined);
  });

  it('are those of the text, not of the bytes of another encoding', () => {
    const text = 'a\nü\nc\n';
    const before = { text, encoding: 'utf16le', bytes: new Uint8Array(2 * text.length) };
    const hunks = hunksIn('--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n a\n-ü\n+u\n c\n');
    const found = runSync(applyExactly(prepareFile(before, 'a', 3), hunks));
    assert.deepEqual(found?.edits, [{ start: 2, end: 4, text: 'u\n' }]);
  });

  for (const [name, patch, isPlaced] of cases) {
    it(`${name} ${isPlaced ? 'need no search' : 'are left to the search'}`, () => {
      const hunks = hunksIn(`--- a/a\n+++ b/a\n${patch}`);
      const found = runSync(applyExactly(prepareFile({ text: file }, 'a', 100), hunks));
      assert.equal(found !== undefined, isPlaced);
    });
  }
});
