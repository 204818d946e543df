import assert from 'node:assert/strict';
import { compareLines } from '../../../src/core/diff/lineBlocks.ts';
import {
  areAllHunks,
  copyHunk,
  fromEditorHunk,
  fromLineBlock,
  type EditorHunk,
} from '../../../src/core/toReview/hunks.ts';
import { numbersFrom } from '../../random.ts';

const at = (one: number, oneEnd: number, other: number, otherEnd: number): EditorHunk => ({
  originalStartLineNumber: one,
  originalEndLineNumber: oneEnd,
  modifiedStartLineNumber: other,
  modifiedEndLineNumber: otherEnd,
});

/** Two texts, one of their hunks as the editor gives it, and the texts after keeping and after reverting that. */
const rows: readonly (readonly [string, string, string, EditorHunk, kept: string, reverted: string])[] = [
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', at(2, 2, 2, 2), 'a\nB\nc\n', 'a\nb\nc\n'],
  ['one of two', 'a\nb\nc\n', 'A\nb\nC\n', at(3, 3, 3, 3), 'a\nb\nC\n', 'A\nb\nc\n'],
  ['an added line', 'a\nc\n', 'a\nb\nc\n', at(1, 0, 2, 2), 'a\nb\nc\n', 'a\nc\n'],
  ['a removed line', 'a\nb\nc\n', 'a\nc\n', at(2, 2, 1, 0), 'a\nc\n', 'a\nb\nc\n'],
  ['an added first line', 'b\n', 'a\nb\n', at(0, 0, 1, 1), 'a\nb\n', 'b\n'],
  ['a line after a last one without an ending', 'a', 'a\nb', at(1, 0, 2, 2), 'a\nb', 'a'],
  ['a removed last line without an ending', 'a\nb', 'a', at(2, 2, 1, 0), 'a', 'a\nb'],
  ['an ending at the end', 'a', 'a\n', at(1, 0, 2, 2), 'a\n', 'a'],
  ['the first of two before a changed ending', 'a\nb', 'A\nb\n', at(1, 1, 1, 1), 'A\nb', 'a\nb\n'],
  ['a file that was empty', '', 'a\nb\n', at(1, 1, 1, 3), 'a\nb\n', ''],
  ['a file that is empty', 'a\r\nb\r\n', '', at(1, 3, 1, 1), '', 'a\r\nb\r\n'],
  ['Windows line endings', 'a\r\nb\r\nc', 'a\r\nB\r\nC', at(2, 2, 2, 2), 'a\r\nB\r\nc', 'a\r\nb\r\nC'],
  ['other line endings all over', 'a\r\nb\r\nc\r\n', 'a\nB\nc\n', at(2, 2, 2, 2), 'a\r\nB\r\nc\r\n', 'a\nb\nc\n'],
  ['mixed line endings', 'a\r\nb\nc\r\n', 'a\r\nB\r\nc\r\n', at(2, 2, 2, 2), 'a\r\nB\r\nc\r\n', 'a\r\nb\nc\r\n'],
  ['a removed last line of Windows', 'a\r\nb', 'a', at(2, 2, 1, 0), 'a', 'a\r\nb'],
  ['a lone carriage return', 'a\rb\rc', 'a\rB\rc', at(2, 2, 2, 2), 'a\rB\rc', 'a\rb\rc'],
];

describe('a hunk', () => {
  for (const [title, original, modified, hunk, kept, reverted] of rows) {
    it(`is kept and reverted: ${title}`, () => {
      assert.equal(copyHunk(original, modified, fromEditorHunk(hunk), 'original'), kept);
      assert.equal(copyHunk(original, modified, fromEditorHunk(hunk), 'modified'), reverted);
    });
  }
});

describe('the hunks by lines', () => {
  it('make of either text the other, to the byte, in 2,000 random pairs', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const draw = numbersFrom(seed);
      const eol = ['\n', '\r\n', '\r'][draw(3)] ?? '';
      const text = (): string =>
        Array.from({ length: draw(5) }, () => 'abc'.charAt(draw(3)) + eol).join('') + 'ab'.charAt(draw(4));
      const [original, modified] = [text(), text()];
      const blocks = compareLines(original, modified).blocks.toReversed();
      const [kept, reverted] = [
        blocks.reduce((now, each) => copyHunk(now, modified, fromLineBlock(now, modified, each), 'original'), original),
        blocks.reduce((now, each) => copyHunk(original, now, fromLineBlock(original, now, each), 'modified'), modified),
      ];
      assert.deepEqual([kept, reverted], [modified, original], `seed ${seed}`);
    }
  });
});

describe('the hunks that the editor gives', () => {
  const [original, modified] = ['a\nb\nc\nd\n', 'A\nb\nx\nc\nd\n'];
  const all = [at(1, 1, 1, 1), at(2, 0, 3, 3)].map(fromEditorHunk);
  it('are all differences', () => assert.equal(areAllHunks(original, modified, all), true));
  it('blanks at the ends of lines aside', () => assert.equal(areAllHunks(original, `${modified} `, all), true));
  it('or are stale: a line more', () => assert.equal(areAllHunks(original, `new\n${modified}`, all), false));
  it('or are stale: another line', () => assert.equal(areAllHunks(original, modified.replace('d', 'D'), all), false));
  it('or are stale: a line more at the end', () => assert.equal(areAllHunks(original, `${modified}e\n`, all), false));
  it('or are stale: one is missing', () => assert.equal(areAllHunks(original, modified, all.slice(1)), false));
});
