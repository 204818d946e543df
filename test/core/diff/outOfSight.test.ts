import assert from 'node:assert/strict';
import { findNewlyOutOfSight as newlyOutOfSightInTurns } from '../../../src/core/diff/outOfSight.ts';
import { runSync } from '../../../src/core/async/yielding.ts';

const newlyOutOfSight = (...args: Parameters<typeof newlyOutOfSightInTurns>) =>
  runSync(newlyOutOfSightInTurns(...args));

const blanks = (count: number): string => ' '.repeat(count);

const cases: readonly (readonly [what: string, before: string | undefined, after: string, found: readonly string[]])[] =
  [
    ['ordinary text', undefined, 'a\n  b // c\n\n\nd\n', []],
    ['600 blanks before text', undefined, `a;${blanks(600)}evil();\n`, ['blanks 1']],
    ['600 blanks that begin a line', undefined, `a\n${blanks(600)}evil();\n`, ['blanks 2']],
    ['600 blanks behind a line separator', undefined, `a\u2028b\n${blanks(600)}evil();\n`, ['blanks 2']],
    ['600 blanks that end a line', undefined, `a;${blanks(600)}\nb\n`, []],
    ['30 tabs', undefined, `a;${'\t'.repeat(30)}evil();\n`, ['blanks 1']],
    ['deep indentation by tabs', undefined, `${'\t'.repeat(12)}a();\n`, []],
    ['no-break and wide spaces', undefined, `a;${'\u00a0\u3000'.repeat(60)}evil();`, ['blanks 1']],
    ['blanks and tabs in turn', undefined, `a;${' \t'.repeat(40)}evil();`, ['blanks 1']],
    ['runs with dots between', undefined, `a;${`${blanks(60)}.`.repeat(10)}evil();`, ['blanks 1']],
    ['an aligned table', undefined, `| a${blanks(30)}| b${blanks(30)}| c${blanks(30)}|\n`, []],
    ['behind carriage returns', undefined, `a\r\nb\r${blanks(100)}evil();`, ['blanks 3']],
    ['a very long line', undefined, `ok\n${'x '.repeat(600)}`, ['longLine 2']],
    ['200 blank lines before text', undefined, `a\n${'\n'.repeat(200)}evil();\n`, ['blankLines 202']],
    ['200 lines of blanks before text', undefined, `a\r\n${'  \t\r\n'.repeat(200)}evil();`, ['blankLines 202']],
    ['200 lines of wide spaces before text', undefined, `a\n${'\u3000\n'.repeat(200)}evil();`, ['blankLines 202']],
    ['200 blank lines at the end', undefined, `a\n${'\n'.repeat(200)}`, []],
    ['what was there', `a;${blanks(600)}b\n`, `new\na;${blanks(600)}b\n`, []],
    ['text behind blanks that were there', `a;${blanks(600)}b\n`, `a;${blanks(600)}evil\n`, ['blanks 1']],
    ['another line behind blank lines', `${'\n'.repeat(99)}b\n`, `${'\n'.repeat(99)}evil\nb\n`, ['blankLines 100']],
  ];

describe('text out of sight', () => {
  for (const [what, before, after, found] of cases) {
    it(what, () => {
      assert.deepEqual(
        newlyOutOfSight(before, after, 100).map(({ kind, line }) => `${kind} ${line}`),
        found,
      );
    });
  }

  it('is searched in bounded time, whatever the white space', () => {
    const hostile = [
      blanks(2_000_000),
      `${blanks(2_000_000)}x`,
      `${'\n'.repeat(1_000_000)}x`,
      ` ${'\t'.repeat(19)}x`.repeat(50_000),
    ];
    for (const text of hostile) assert.ok(newlyOutOfSight(text.slice(1), text, 100).length <= 2);
  });
});
