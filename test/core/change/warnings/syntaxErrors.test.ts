import assert from 'node:assert/strict';
import { findNewErrors, type TextWithErrors } from '../../../../src/core/change/warnings/syntaxErrors.ts';

const checked = (text: string, ...errors: readonly [line: number, message: string][]): TextWithErrors => ({
  text,
  errors: errors.map(([line, message]) => ({ line, message })),
});

describe('new syntax errors', () => {
  const table: readonly [what: string, before: TextWithErrors, after: TextWithErrors, lines: readonly number[]][] = [
    ['are all where there was no file', checked(''), checked('a(\nb(', [1, 'x'], [2, 'x']), [1, 2]],
    ['are none where they only moved', checked('a(', [1, 'x']), checked('\n\n  a(', [3, 'x']), []],
    ['are those that say something else', checked('a(', [1, 'x']), checked('a(', [1, 'y']), [1]],
    ['are those on other lines', checked('a(\nb', [1, 'x']), checked('a(\nb(', [1, 'x'], [2, 'x']), [2]],
    ['are counted on equal lines', checked('a(', [1, 'x']), checked('a(\r\na(', [1, 'x'], [2, 'x']), [2]],
    ['are those beyond the last line', checked('a'), checked('a', [2, 'x']), [2]],
  ];
  for (const [what, before, after, lines] of table) {
    it(what, () =>
      assert.deepEqual(
        findNewErrors(before, after).map(({ line }) => line),
        lines,
      ),
    );
  }
});
