import assert from 'node:assert/strict';
import { firstDifferingLine } from '../../../src/core/diff/differingRange.ts';

const cases: readonly (readonly [name: string, before: string, after: string, line: number])[] = [
  ['equal texts', 'a\nb\n', 'a\nb\n', 0],
  ['a new file', '', 'a\nb\n', 0],
  ['a deleted file', 'a\nb\n', '', 0],
  ['the first line', 'a\nb\n', 'x\nb\n', 0],
  ['a later line', 'a\nb\nc\n', 'a\nb\nx\n', 2],
  ['in a line', 'a\nbcd\n', 'a\nbxd\n', 1],
  ['a line put in', 'a\nb\n', 'a\nx\nb\n', 1],
  ['a line taken out', 'a\nx\nb\n', 'a\nb\n', 1],
  ['the end', 'a\nb', 'a\nb\nc', 1],
  ['behind CRLF', 'a\r\nb\r\nc', 'a\r\nb\r\nx', 2],
  ['behind a lone CR', 'a\rb\rc', 'a\rb\rx', 2],
  ['other line ends', 'a\nb\n', 'a\r\nb\r\n', 0],
];

describe('the first line that differs', () => {
  for (const [name, before, after, line] of cases) {
    it(name, () => assert.equal(firstDifferingLine(before, after), line));
  }
});
