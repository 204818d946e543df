import assert from 'node:assert/strict';
import { suggestNames } from '../../../src/core/wording/nearNames.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { pairRenames } from '../../../src/core/change/renames.ts';
import { sizeText } from '../../../src/core/wording/sizeText.ts';

describe('near names', () => {
  const names = ['app.ts', 'app.css', 'index.ts', 'user-service.ts', 'README.md', 'x'];
  const cases: [string, string[]][] = [
    ['App.ts', ['app.ts', 'app.css']],
    ['app.tsx', ['app.css', 'app.ts']],
    ['idnex.ts', ['index.ts']],
    ['userService.ts', ['user-service.ts']],
    ['service.ts', ['user-service.ts']],
    ['readme', ['README.md']],
    ['entirely-other.py', []],
    ['y', []],
  ];
  for (const [wanted, expected] of cases) {
    it(`of ${wanted}`, () => assert.deepEqual(suggestNames(wanted, names), expected));
  }
});

describe('renames', () => {
  const file = (path: string, sha256: string | undefined) => ({ path, sha256 });
  const cases: [string, ReturnType<typeof file>[], ReturnType<typeof file>[], string[]][] = [
    ['the same bytes', [file('a', '1')], [file('b', '1')], ['a>b']],
    ['other bytes', [file('a', '1')], [file('b', '2')], []],
    ['bytes nobody knows', [file('a', undefined)], [file('b', undefined)], []],
    ['names first', [file('x/a', '1'), file('x/b', '1')], [file('y/b', '1'), file('y/a', '1')], ['x/b>y/b', 'x/a>y/a']],
    ['one that became two', [file('a', '1')], [file('b', '1'), file('c', '1')], ['a>b']],
  ];
  for (const [name, gone, come, expected] of cases) {
    it(`by ${name}`, () =>
      assert.deepEqual(
        runSync(pairRenames(gone, come)).map(({ from, to }) => `${from}>${to}`),
        expected,
      ));
  }
});

describe('sizes for people', () => {
  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [1024 * 1024 - 1, '1.0 MiB'],
    [2 ** 40 * 3, '3.0 TiB'],
  ] as const) {
    it(`${bytes}`, () => assert.equal(sizeText(bytes), text));
  }
});
