import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import { findWarningsSync, type Warnings } from '../../../../src/core/change/warnings/warnings.ts';
import { content, create, locationOf, remove, update } from '../changes.ts';

const token = `ghp_${'aB3dE6gH9'.repeat(4)}`;

/** `hidden` and `inPath` as code points, with the line of the first hidden one. */
const cases: readonly (readonly [what: string, change: Change, found: object | undefined])[] = [
  ['plain text', update('a.json', 'a\n', 'b\n'), undefined],
  ['an override of the reading direction', update('a.json', 'a\n', 'a\nb\u202e\n'), { hidden: ['U+202E'], line: 2 }],
  ['one that was there', update('a.json', 'a\u202e\n', 'a\u202e\nb\n'), undefined],
  ['a new file', create('a.txt', 'a\u200bb'), { hidden: ['U+200B'], line: 1 }],
  ['a name', create('a\u202etxt.exe', 'a'), { inPath: ['U+202E'] }],
  ['a name that imitates', create('p\u0430ypal.txt', 'a'), { inPath: ['U+0430'] }],
  [
    'a schema from afar',
    update('a.json', '{}', '{"$schema": "https://example.com/s.json?x"}'),
    { schemas: ['https://example.com/s.json?x 1'] },
  ],
  ['blanks before text', update('a.json', 'a\n', `a\n;${' '.repeat(600)}b\n`), { outOfSight: ['blanks 2'] }],
  ['an access token', update('a.json', '{}', `{\n"key": "${token}"}`), { secrets: ['GitHub 2'] }],
  ['one that was there', update('a.json', `a ${token}\n`, `b ${token}\n`), undefined],
  [
    'a schema by its line',
    update('a.json', '{}', '{\n"\\u0024schema":\n"https:\\/\\/x.example/s"}'),
    { schemas: ['https://x.example/s 3'] },
  ],
  ['the name of a device', create('src/con.txt', 'a'), { hasDeviceName: true }],
  ['a folder of such a name', { kind: 'createDirectory', at: locationOf('aux') }, { hasDeviceName: true }],
  ['a longer name', create('console.txt', 'a'), undefined],
  ['a deletion', remove('a', 'a\u202e'), undefined],
  [
    'a file that becomes executable',
    { kind: 'create', at: locationOf('a.sh'), after: content('x'), mode: { after: true } },
    { makesExecutable: true },
  ],
  ['one that is executable already', { ...update('a.sh', 'x', 'y'), mode: { before: true, after: true } }, undefined],
];

describe('warningsOf', () => {
  for (const [what, change, found] of cases) {
    it(what, () => {
      const warnings = findWarningsSync(change);
      if (warnings === undefined) return assert.equal(found, undefined);
      const { hidden, inPath, schemas, secrets, outOfSight, makesExecutable, hasDeviceName } = warnings;
      const first = hidden[0];
      assert.deepEqual(
        {
          ...(first === undefined ? {} : { hidden: hidden.map(({ codePoint }) => codePoint), line: first.line }),
          ...(inPath.length === 0 ? {} : { inPath: inPath.map(({ codePoint }) => codePoint) }),
          ...(schemas.length === 0 ? {} : { schemas: schemas.map(({ url, line }) => `${url} ${line}`) }),
          ...(secrets.length === 0 ? {} : { secrets: secrets.map(({ issuer, line }) => `${issuer} ${line}`) }),
          ...(outOfSight.length === 0 ? {} : { outOfSight: outOfSight.map(({ kind, line }) => `${kind} ${line}`) }),
          ...(makesExecutable ? { makesExecutable } : {}),
          ...(hasDeviceName ? { hasDeviceName } : {}),
        },
        found,
      );
    });
  }
});

/** The text that one change puts out of sight. */
function newlyOutOfSight(before: string | undefined, after: string): Warnings['outOfSight'] {
  const change = before === undefined ? create('a.txt', after) : update('a.txt', before, after);
  return findWarningsSync(change)?.outOfSight ?? [];
}

const blanks = (count: number): string => ' '.repeat(count);

const outOfSightCases: readonly (readonly [
  what: string,
  before: string | undefined,
  after: string,
  found: readonly string[],
])[] = [
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
  for (const [what, before, after, found] of outOfSightCases) {
    it(what, () => {
      assert.deepEqual(
        newlyOutOfSight(before, after).map(({ kind, line }) => `${kind} ${line}`),
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
    for (const text of hostile) assert.ok(newlyOutOfSight(text.slice(1), text).length <= 2);
  });
});
