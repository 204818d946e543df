import assert from 'node:assert/strict';
import { comparePaths, firstByPath, sortPaths } from '../../../src/core/path/comparePaths.ts';
import { firstSorted } from '../../../src/core/text/firstSorted.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { caseVariants, foldCase } from '../../../src/core/text/caseFold.ts';
import { clipLine, extractSnippet } from '../../../src/core/search/locateMatches.ts';

describe('snippetOf', () => {
  const long = `${'a'.repeat(300)}MATCH${'b'.repeat(300)}`;
  const cases: readonly (readonly [what: string, line: string, start: number, end: number])[] = [
    ['a short line', 'x MATCH y', 2, 7],
    ['the middle of a long line', long, 300, 305],
    ['the start', long, 0, 5],
    ['the end', long, 600, 605],
    ['pairs', '😀'.repeat(200), 200, 202],
    ['pairs, off by one', `x${'😀'.repeat(200)}`, 201, 203],
  ];
  for (const [what, line, start, end] of cases) {
    it(`shows ${what}`, () => {
      const { snippet, snippetStart, snippetEnd } = extractSnippet(line, { start, end });
      assert.ok(snippet.length <= 200 && line.includes(snippet));
      assert.equal(snippet.slice(snippetStart, snippetEnd), line.slice(start, end));
      assert.ok(snippet.isWellFormed());
    });
  }

  it('shows the beginning of a match that is too long', () => {
    const { snippet, snippetStart, snippetEnd } = extractSnippet(long, { start: 10, end: 600 });
    assert.deepEqual([snippet, snippetStart, snippetEnd], [long.slice(10, 210), 0, 200]);
  });

  it('clips lines between characters', () => {
    assert.equal(clipLine(`x${'😀'.repeat(200)}`).length, 199);
  });
});

describe('comparePaths', () => {
  const paths = ['b', 'b/z', 'b-/a', 'a', 'a.b', 'a/b', '\uffff', '😀', 'B'];
  const sorted = ['B', 'a', 'a/b', 'a.b', 'b', 'b/z', 'b-/a', '\uffff', '😀'];
  it('goes folder by folder and by code points', () => {
    assert.deepEqual(paths.toSorted(comparePaths), sorted);
    assert.deepEqual(runSync(sortPaths(paths)), sorted);
    assert.deepEqual(
      firstByPath(paths, 99, (path) => path),
      sorted,
    );
  });
});

describe('firstInTurns', () => {
  it('gives what sorting gives', () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({ key: (index * 7919) % 97, index }));
    const compare = (a: { readonly key: number }, b: { readonly key: number }): number => a.key - b.key;
    for (const count of [0, 1, 10, 100, 400]) {
      assert.deepEqual(runSync(firstSorted(items, count, compare)), items.toSorted(compare).slice(0, count));
    }
  });

  it('yields often, also where two sorted halves alternate', () => {
    const halves = [0, 1].flatMap((first) => Array.from({ length: 32_000 }, (_, index) => 2 * index + first));
    let [compared, most] = [0, 0];
    const work = firstSorted(halves, halves.length, (a, b) => (compared++, a - b));
    for (; work.next().done !== true; compared = 0) most = Math.max(most, compared);
    assert.ok(most < 15_000, `${most} comparisons without a pause`);
  });
});

describe('foldCase', () => {
  it('keeps every place', () => {
    assert.deepEqual(['ÄΣς', 'İX', '😀A'].map(foldCase), ['äσσ', 'İx', '😀a']);
  });

  it('equates the letters that only the case folding of Unicode maps to each other', () => {
    for (const [one, other] of [
      ['\u1fd3', '\u0390'],
      ['\u1fe3', '\u03b0'],
      ['\ufb05', '\ufb06'],
      ['\u1c88', '\ua64b'],
    ] as const) {
      assert.equal(new RegExp(one, 'iu').test(other), true);
      assert.equal(foldCase(one), foldCase(other));
      assert.ok(caseVariants(one).includes(other) && caseVariants(other).includes(one));
    }
  });

  it('leads back to every letter that it changes', () => {
    const missing: string[] = [];
    for (let code = 0; code < 0x20000; code++) {
      const letter = String.fromCodePoint(code);
      const folded = foldCase(letter);
      if (folded !== letter && !caseVariants(folded).includes(letter)) missing.push(letter);
    }
    assert.deepEqual(missing, []);
  });

  it('equates only letters that the flags iu of a regular expression equate, so not ı and I', () => {
    const wrong: string[] = [];
    for (let code = 0x80; code < 0x20000; code++) {
      const letter = String.fromCodePoint(code);
      if (/\p{Cs}/u.test(letter)) continue;
      const pattern = new RegExp(letter, 'iu');
      const others = [...caseVariants(letter), letter.toLowerCase(), letter.toUpperCase()];
      for (const other of others.filter((each) => Array.from(each).length === 1)) {
        const isOne = pattern.test(other);
        if (isOne !== caseVariants(letter).includes(other)) wrong.push(`${letter}${other}`);
        if (isOne !== (foldCase(letter) === foldCase(other))) wrong.push(`${letter}${other}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
});
