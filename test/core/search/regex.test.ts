import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseRegex } from '../../../src/core/search/regex/parse.ts';
import { compileProgram } from '../../../src/core/search/regex/program.ts';
import { findRequiredText } from '../../../src/core/search/regex/requiredText.ts';
import { createScanner } from '../../../src/core/search/regex/scanner.ts';

const flags = { ignoreCase: false, dotAll: false };

function spans(source: string, text: string): (readonly [number, number])[] {
  const search = createScanner(compileProgram(parseRegex(source, flags)), text);
  const found: (readonly [number, number])[] = [];
  for (let next = search.next(50); next !== undefined; next = search.next(50)) {
    if (next !== 'pause') found.push([next.start, next.end]);
  }
  return found;
}

/** The same by the platform's engine, for expressions that mean the same to both. */
function expected(source: string, text: string): (readonly [number, number])[] {
  const regex = new RegExp(source, 'gmu');
  const found: (readonly [number, number])[] = [];
  let last = -1;
  for (let at = 0; at <= text.length;) {
    regex.lastIndex = at;
    const match = regex.exec(text);
    if (match === null) break;
    const end = match.index + match[0].length;
    const counts = match[0] !== '' || end !== last;
    if (counts) found.push([match.index, end]);
    at = counts ? end : end + 1;
    last = end;
  }
  return found;
}

describe('scanner', () => {
  it('repeats nothing but once', () => {
    const regex = parseRegex('((){999999999}){999999999}', flags);
    assert.ok(compileProgram(regex).length < 10);
  });

  it('finds what a backtracking engine finds', () => {
    const parts =
      'a b . (a|b) (?:ab|a) a* b+? a?? [ab] [^a] \\w \\b ^ $ (a*)* a{1,2} (b|) \\B \\s (?:a|ab)(?:c|bcd)?'.split(' ');
    const source = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 10 });
    const check = (pieces: readonly string[], joint: string, hay: string): void =>
      assert.deepEqual(spans(pieces.join(joint), hay), expected(pieces.join(joint), hay), pieces.join(joint));
    fc.assert(fc.property(source, fc.constantFrom('', '|'), text, check), { numRuns: 1000 });
  });

  it('takes no long time over an expression made to run away', () => {
    assert.deepEqual(spans('(a+)+$', `${'a'.repeat(3000)}b`), []);
    assert.deepEqual(spans('(.*)(.*)(.*)(.*)x', 'a'.repeat(500)), []);
  });
});

describe('requiredText', () => {
  const cases = {
    'foo\\d+barbaz?': 'barba',
    'a|b': '',
    '(abc)+d': 'abc',
    '(?:ab)?cd': 'cd',
    '[ab]c.de': 'de',
    '\\bfo{2}o': 'f',
  };
  for (const [source, text] of Object.entries(cases)) {
    it(source, () => assert.equal(findRequiredText(parseRegex(source, flags)), text));
  }
});
