import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chooseHunks, readHunkSelection } from '../../../../src/core/change/hunks/hunkChoice.ts';
import { composeText, splitIntoHunks, type SplitChange } from '../../../../src/core/change/hunks/hunks.ts';
import { content, create, update } from '../changes.ts';

function divided(before: string, after: string): SplitChange {
  const found = splitIntoHunks(update('a', before, after));
  assert.ok(found !== undefined, 'has fewer than two hunks');
  return found;
}

const noHunks: ReadonlySet<number> = new Set();
const [before, after] = ['one\ntwo\nthree\nfour\nfive\n', 'ONE\ntwo\nthree\nadded\nfour\n'];

/** The states of the hunks, a letter each: included, excluded or amended. */
function states(change: SplitChange, shown: string, chosen = noHunks): string {
  return readHunkSelection(change, chosen, shown)
    .hunks.map(({ state }) => state.charAt(0))
    .join('');
}

describe('splitIntoHunks', () => {
  it('separates hunks only by lines with words', () => {
    assert.equal(divided('a\nx\nb\n', 'A\nx\nB\n').hunks.length, 2);
    assert.equal(splitIntoHunks(update('a', 'a\n}\n\nb\n', 'A\n}\n\nB\n')), undefined);
    assert.equal(splitIntoHunks(update('a', 'a\n', 'b\n')), undefined);
  });

  it('does not split a change that could not be written in parts', () => {
    const change = update('a', before, after);
    assert.equal(splitIntoHunks({ ...change, before: content(before, 'utf16le') }), undefined);
    assert.equal(splitIntoHunks(create('a', after)), undefined);
  });
});

describe('readHunkSelection', () => {
  const change = divided(before, after);

  it('reads which hunks the editor text includes', () => {
    assert.equal(change.hunks.length, 3);
    assert.equal(states(change, after), 'iii');
    assert.equal(states(change, 'one\ntwo\nthree\nadded\nfour\n'), 'eii');
    assert.equal(states(change, 'ONE\ntwo\nthree\nfour\n'), 'iei');
    assert.equal(states(change, before), 'eee');
    assert.equal(states(change, 'Uno\ntwo\nthree\nadded\nfour\n'), 'aii');
  });

  it('trusts the text more than the last choice', () => {
    assert.equal(states(change, after, new Set([0, 2])), 'iii');
    assert.equal(states(change, 'ONE\ntwo\nthree\nfour\n', new Set([0])), 'iei');
  });

  it("reads hunks among the user's own edits", () => {
    assert.equal(states(change, 'one\ntwo!\nthree\nadded\nfour\nmore\n'), 'eia');
    assert.equal(states(change, 'ONE\ntwo\nTHREE\nadded\nfour\n'), 'iii');
    assert.equal(states(change, 'ONE\ntwo\nTHREE\nfour\nfive\n', new Set([1])), 'iee');
  });

  it('finds a hunk excluded whose lines equal their neighbours', () => {
    const twin = divided('x\ny\nk\nz\n', 'x\nx\ny\nk\nZ\n');
    assert.equal(states(twin, 'x\ny\nk\nZ\n'), 'ei');
  });

  it('knows where each hunk is in the shown text', () => {
    const { hunks } = readHunkSelection(change, noHunks, 'new\nnew\none\ntwo\nthree\nadded\nfour\n');
    assert.deepEqual(
      hunks.map(({ start, end }) => [start, end]),
      [
        [2, 3],
        [5, 6],
        [7, 7],
      ],
    );
  });

  it('writes the bytes before of an excluded hunk', () => {
    const mixed = divided('a\r\nb\nc\r\nd\n', 'A\nb\nc\nD\n');
    assert.equal(readHunkSelection(mixed, new Set([0]), 'a\nb\nc\nD\n').text, 'a\r\nb\nc\nD\n');
    const endings = divided('a\r\nb\nc\r\nd\n', 'a\nb\nc\r\nD\n');
    assert.equal(readHunkSelection(endings, new Set([0]), 'a\nb\nc\nD\n').text, 'a\r\nb\nc\r\nD\n');
    assert.equal(readHunkSelection(endings, new Set([0]), 'a\nb\nc\nd\n').text, 'a\r\nb\nc\r\nd\n');
  });
});

describe('chooseHunks', () => {
  function choose(change: SplitChange, shown: string, indices: readonly number[], exclude: boolean): string {
    return chooseHunks(change, readHunkSelection(change, noHunks, shown), shown, { indices, exclude }).editorText;
  }

  it('excludes hunks and includes them again', () => {
    const change = divided(before, after);
    assert.equal(choose(change, after, [1], true), 'ONE\ntwo\nthree\nfour\n');
    assert.equal(choose(change, before, [0, 2], false), 'ONE\ntwo\nthree\nfour\n');
  });

  it('keeps the lines apart that follow a last line without an ending', () => {
    const change = divided('a\nk\nb\n', 'A\nk\nB');
    assert.equal(choose(change, 'A\nk\nb\nmine\n', [1], false), 'A\nk\nB\nmine\n');
  });

  it("keeps the user's edits outside of these hunks", () => {
    const change = divided(before, after);
    const edited = 'ONE!\ntwo\nTHREE\nadded\nmine\nfour\n';
    assert.equal(choose(change, edited, [2], true), 'ONE!\ntwo\nTHREE\nadded\nmine\nfour\nfive\n');
    assert.equal(choose(change, edited, [0], true), 'one\ntwo\nTHREE\nadded\nmine\nfour\n');
    assert.equal(choose(change, edited, [0], false), 'ONE\ntwo\nTHREE\nadded\nmine\nfour\n');
  });
});

const line = fc.constantFrom('a', 'b', 'c', 'x y', '}', '');
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const lines = fc
  .array(fc.tuple(line, ending), { maxLength: 14 })
  .map((all) => all.map(([content, eol]) => content + eol).join(''));
const last = fc.constantFrom('', 'end');

/** Lines that are in no proposal, so that they are not taken for a hunk. */
const typedLines = fc.array(fc.constantFrom('p', 'q', 'r s'), { minLength: 1, maxLength: 3 });

describe('choices of hunks, drawn at random', () => {
  const drawn = fc.tuple(fc.tuple(lines, last), fc.tuple(lines, last), fc.array(fc.nat()), lines);
  const plain = (content: string): string => content.replace(/\r\n?/g, '\n');

  it('write both sides to the byte, and what is shown whatever is typed', () => {
    fc.assert(
      fc.property(drawn, ([one, other, picks, typed]) => {
        const change = splitIntoHunks(update('a', one.join(''), other.join('')));
        if (change === undefined) return;
        const all = change.hunks.map((_, index) => index);
        assert.equal(composeText(change, new Set(all)).text, one.join(''));
        assert.equal(composeText(change, noHunks).text, other.join(''));
        const excluded = new Set(picks.map((pick) => pick % all.length));
        const composed = composeText(change, excluded).text;
        const read = readHunkSelection(change, excluded, plain(composed));
        assert.deepEqual([read.text, read.excluded], [composed, excluded]);
        for (const shown of [typed, plain(composed) + typed, typed + plain(composed)]) {
          const found = readHunkSelection(change, excluded, plain(shown));
          assert.equal(plain(found.text ?? ''), plain(shown));
        }
      }),
    );
  });

  it('take from the text of the other choice what was chosen, and give it back', () => {
    fc.assert(
      fc.property(drawn, typedLines, fc.nat(), ([one, other, picks], typed, where) => {
        const change = splitIntoHunks(update('a', one[0], other[0]));
        if (change === undefined) return;
        const excluded = new Set(picks.map((pick) => pick % change.hunks.length));
        const composed = plain(composeText(change, excluded).text).split('\n');
        composed.splice(where % composed.length, 0, ...typed);
        const shown = composed.join('\n');
        const read = readHunkSelection(change, excluded, shown);
        for (const [index, { state }] of read.hunks.entries()) {
          if (state === 'amended') continue;
          const exclude = state === 'included';
          const there = chooseHunks(change, read, shown, { indices: [index], exclude });
          const then = readHunkSelection(change, there.excluded, there.editorText);
          const back = chooseHunks(change, then, there.editorText, { indices: [index], exclude: !exclude });
          const hunk = change.hunks[index];
          const hasNoLines = hunk?.beforeStart === hunk?.beforeEnd || hunk?.afterStart === hunk?.afterEnd;
          // What was typed below lines that come and go is above them afterwards.
          const sorted = (content: string): string => content.split('\n').sort().join('\n');
          if (hasNoLines) assert.equal(sorted(back.editorText), sorted(shown));
          else assert.equal(back.editorText, shown);
        }
      }),
    );
  });
});
