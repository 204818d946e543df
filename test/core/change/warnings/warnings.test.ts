import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import { findWarningsSync } from '../../../../src/core/change/warnings/warnings.ts';
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
