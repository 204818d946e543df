import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import type { BinaryContent, Change } from '../../../src/core/change/change.ts';
import {
  writtenLineRanges,
  countsOf,
  diffOf,
  countChangedLines,
  locationsOf,
  sumCounts,
  describeChange,
  withoutImpliedFolders,
} from '../../../src/core/change/summary.ts';
import { content, locationOf } from './changes.ts';

const [at, from] = [locationOf('a.txt'), locationOf('b.txt')];
const bytes = (...all: number[]): BinaryContent => ({ kind: 'binary', bytes: Uint8Array.from(all), sha256: '' });
const directory = { kind: 'directory' } as const;
const link = { kind: 'link', target: 'x' } as const;

interface Row {
  readonly change: Change;
  readonly words: string;
  readonly counts: readonly [added: number, removed: number];
  readonly diff: string;
  readonly lines?: readonly { readonly start: number; readonly end: number }[];
}

const rows: readonly Row[] = [
  {
    change: { kind: 'create', at, after: content('one\ntwo\n') },
    words: 'Create a.txt',
    counts: [2, 0],
    diff: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
    lines: [{ start: 1, end: 2 }],
  },
  {
    change: { kind: 'create', at, after: content('') },
    words: 'Create a.txt',
    counts: [0, 0],
    diff: '--- /dev/null\n+++ b/a.txt\n',
  },
  {
    change: { kind: 'update', at, before: content('one\ntwo\n'), after: content('one\n2\n3\n') },
    words: 'Edit a.txt',
    counts: [2, 1],
    diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n',
    lines: [{ start: 2, end: 3 }],
  },
  {
    change: { kind: 'update', at, before: content('one\n'), after: content('one\udc80\n') },
    words: 'Edit a.txt',
    counts: [1, 1],
    diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+one\ufffd\n',
    lines: [{ start: 1, end: 1 }],
  },
  {
    change: { kind: 'update', at, before: bytes(0, 1), after: bytes(0, 1, 2) },
    words: 'Edit a.txt',
    counts: [0, 0],
    diff: 'Edit a.txt (2 → 3 bytes)',
  },
  {
    change: { kind: 'update', at, before: bytes(0, 1), after: content('a\nb\n') },
    words: 'Edit a.txt',
    counts: [2, 0],
    diff: 'Edit a.txt (2 → 4 bytes)\n--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n',
    lines: [{ start: 1, end: 2 }],
  },
  {
    change: { kind: 'delete', at, before: content('one\n') },
    words: 'Delete a.txt',
    counts: [0, 1],
    diff: '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
  },
  {
    change: { kind: 'delete', at, before: directory },
    words: 'Delete directory a.txt',
    counts: [0, 0],
    diff: 'Delete directory a.txt',
  },
  {
    change: { kind: 'delete', at, before: link },
    words: 'Delete link a.txt',
    counts: [0, 0],
    diff: 'Delete link a.txt',
  },
  {
    change: { kind: 'move', from, at, before: content('one\n'), after: content('1\n') },
    words: 'Move b.txt to a.txt',
    counts: [1, 1],
    diff: '--- a/b.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n',
    lines: [{ start: 1, end: 1 }],
  },
  {
    change: { kind: 'move', from, at, before: directory, after: directory },
    words: 'Move directory b.txt to a.txt',
    counts: [0, 0],
    diff: 'Move directory b.txt to a.txt',
  },
  {
    change: { kind: 'copy', from, at, after: bytes(0) },
    words: 'Copy b.txt to a.txt',
    counts: [0, 0],
    diff: 'Copy b.txt to a.txt (1 bytes)',
  },
  {
    change: { kind: 'copy', from, at, after: link },
    words: 'Copy link b.txt to a.txt',
    counts: [0, 0],
    diff: 'Copy link b.txt to a.txt',
  },
  {
    change: { kind: 'createDirectory', at },
    words: 'Create directory a.txt',
    counts: [0, 0],
    diff: 'Create directory a.txt',
  },
];

describe('a change in words and figures', () => {
  for (const { change, words, counts, diff, lines } of rows) {
    it(`${change.kind}: ${JSON.stringify(diff)}`, () => {
      assert.equal(inEnglish(describeChange(change)), words);
      assert.deepEqual(countsOf(change), { added: counts[0], removed: counts[1] });
      assert.equal(countChangedLines(change), Math.max(...counts));
      assert.equal(diffOf(change), diff);
      assert.deepEqual(writtenLineRanges(change), lines ?? []);
      assert.deepEqual(locationsOf(change), 'from' in change ? [from, at] : [at]);
    });
  }

  it('adds up over several', () => {
    assert.deepEqual(sumCounts(rows.map(({ change }) => change)), { added: 8, removed: 4 });
  });

  it('cuts a long diff, and says what is not shown', () => {
    const long = content('line\n'.repeat(100));
    assert.match(
      diffOf({ kind: 'create', at, after: long }, 200),
      /… not shown: \d+ more lines? of this diff \(\+\d+ -0\)\n$/,
    );
  });
});

function folder(path: string): Change {
  return { kind: 'createDirectory', at: locationOf(path) };
}

function deleted(path: string): Change {
  return { ...folder(path), kind: 'delete', before: { kind: 'directory' } };
}

const folderCases: readonly (readonly [what: string, changes: readonly Change[], shown: readonly string[]])[] = [
  ['a folder alone', [folder('a')], ['a']],
  ['a folder in a folder', [folder('a'), folder('a/b')], ['a/b']],
  ['a folder for a file', [folder('a'), deleted('a/b')], ['a/b']],
  ['a name that only begins alike', [folder('a'), folder('ab/c')], ['a', 'ab/c']],
  ['a folder that goes', [deleted('a'), deleted('a/b')], ['a', 'a/b']],
];

describe('withoutImpliedFolders', () => {
  for (const [what, changes, shown] of folderCases) {
    it(what, () => {
      assert.deepEqual(
        withoutImpliedFolders(changes).map(({ at }) => at.path),
        shown,
      );
    });
  }
});
