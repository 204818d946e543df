import assert from 'node:assert/strict';
import { isPartialWrite } from '../../../src/core/journal/partialWrite.ts';

const page = 4096;

/** A text of letters, each standing for as many of it as are in a page; what comes after a blank stands for itself. */
function bytes(letters: string): Buffer {
  const [, pages = '', rest = ''] = /^(\S*) ?(.*)$/.exec(letters) ?? [];
  return Buffer.concat([...Array.from(pages, (letter) => Buffer.alloc(page, letter)), Buffer.from(rest)]);
}

/** What is found, what was there before, what was written over it, and whether that is a write that was cut off. */
const cases: readonly (readonly [found: string, before: string, after: string, torn: boolean])[] = [
  ['naa', 'aaa', 'nnn', true],
  ['ana', 'aaa', 'nnn', true],
  ['nna aa', 'aaa aa', 'nnn nn', true],
  ['aan aa', 'aaa aa', 'nnn nn', true],
  // Not yet cut to its length.
  ['nn newtext', 'aa oldtext', 'nn new', true],
  ['nnaa old', 'aaaa old', 'nn', true],
  // Not yet grown to its length.
  ['nn', 'a old', 'nnn new', true],
  ['aaa', 'aaaa old', 'nn', true],
  // Nothing or all of it was written.
  [' old', ' old', ' new text', true],
  [' new', ' old text', ' new', true],
  // A new file.
  ['', '', ' new', true],
  ['n', '', 'nn new', true],
  // Cut off while it was put back, and once more.
  ['a oldtext', 'a old', 'n newtext', true],
  ['anaa', 'aaaa', 'nnnn n', true],
  // Who puts back one line of two, or takes some away, does not do so by pages.
  [' x=2;y=1', ' x=1;y=1', ' x=2;y=2', false],
  [' oew', ' old', ' new', false],
  // Within a page, neither does who takes one of two edits, which is all that an interrupted write could leave.
  [' a=1;b=2', ' a=0;b=2', ' a=1;', false],
  [' new', ' old', ' new text', false],
  [' old text', ' old', ' new text', false],
  [' old', ' old text', ' new', false],
  ['nna ao', 'aaa ao', 'nnn nn', true],
  ['nnn na', 'aaa aa', 'nnn nn', false],
  [' new t', ' old', ' new text', false],
  ['nn ne', 'aa', 'nnn', false],
  [' ne', '', ' new', false],
  [' oldtext', ' old', ' new text', false],
  // Emptied, or cut to less than either: nobody of ours does that.
  ['', ' old', ' new', false],
  [' ne', ' old', ' new', false],
  ['n', 'aa old', 'nn new', false],
  [' oldest', ' old', ' new', false],
  [' ne text!', ' old text', ' new', false],
  ['nxa', 'aaa', 'nnn', false],
  [' mine', '', ' new', false],
];

describe('a write that was cut off', () => {
  for (const [found, before, after, torn] of cases) {
    it(`${torn ? 'is' : 'is not'} "${found}" where "${before}" was to become "${after}"`, () => {
      assert.equal(isPartialWrite(bytes(found), bytes(before), bytes(after)), torn);
    });
  }
});
