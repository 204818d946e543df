import assert from 'node:assert/strict';
import { replayCalls, type FileCall } from '../../../src/core/toReview/unreviewedCalls.ts';
import { merge3 } from '../../../src/core/diff/merge.ts';
import type { MergeFiles } from '../../../src/core/watch/fold.ts';
import type { StoredFile } from '../../../src/core/watch/reviewItem.ts';

/** A file whose id is its text; undefined is nothing. */
const file = (text: string | undefined): StoredFile | undefined =>
  text === undefined ? undefined : { mode: 'file', size: text.length, id: text };

const merge: MergeFiles = async (base, ours, theirs) => file(merge3(base.id, ours.id, theirs.id));

type Text = string | undefined;
type Row = readonly [how: 'later' | 'reviewed', before: Text, after: Text, kept?: { readonly side: Text }];

function callOf([how, before, after, kept]: Row, at: number): FileCall<number> {
  const call = { call: at, isUnreviewed: how === 'later', before: file(before), after: file(after) };
  return kept === undefined ? call : { ...call, accepted: { side: file(kept.side) } };
}

type Left = readonly [Text, Text, ...(number | 'mixed')[]];
/** Calls, and what is left to review: baseline, current file, calls, and whether they are mixed; 0 for nothing. */
const rows: readonly (readonly [title: string, calls: readonly Row[], left: Left | 0])[] = [
  ['an edit', [['later', 'a', 'b']], ['a', 'b', 0]],
  ['a new file', [['later', undefined, 'b']], [undefined, 'b', 0]],
  ['a deletion', [['later', 'a', undefined]], ['a', undefined, 0]],
  [
    'two edits',
    [
      ['later', 'a', 'b'],
      ['later', 'b', 'c'],
    ],
    ['a', 'c', 0, 1],
  ],
  [
    'an edit that went back',
    [
      ['later', 'a', 'b'],
      ['later', 'b', 'a'],
    ],
    0,
  ],
  [
    'a new file that went',
    [
      ['later', undefined, 'b'],
      ['later', 'b', undefined],
    ],
    0,
  ],
  ['what was reviewed', [['reviewed', 'a', 'b']], 0],
  [
    'an undo',
    [
      ['later', 'a', 'b'],
      ['reviewed', 'b', 'a'],
    ],
    0,
  ],
  [
    'an edit after a reviewed one',
    [
      ['reviewed', 'a', 'b'],
      ['later', 'b', 'c'],
    ],
    ['b', 'c', 1],
  ],
  [
    'an edit before a reviewed one elsewhere',
    [
      ['later', '1\n2\n3\n', 'X\n2\n3\n'],
      ['reviewed', 'X\n2\n3\n', 'X\n2\nY\n'],
    ],
    ['1\n2\nY\n', 'X\n2\nY\n', 0],
  ],
  [
    'two edits with work between',
    [
      ['later', '1\n2\n3\n4\n5\n', 'X\n2\n3\n4\n5\n'],
      ['later', 'X\n2\nmine\n4\n5\n', 'X\n2\nmine\n4\nY\n'],
    ],
    ['1\n2\nmine\n4\n5\n', 'X\n2\nmine\n4\nY\n', 0, 1],
  ],
  [
    'an edit that somebody wrote over',
    [
      ['later', 'a\n', 'b\n'],
      ['later', 'mine\n', 'c\n'],
    ],
    ['a\n', 'c\n', 0, 1, 'mixed'],
  ],
  [
    'an edit of what was deleted meanwhile',
    [
      ['later', 'a', 'b'],
      ['later', undefined, 'c'],
    ],
    [undefined, 'c', 1],
  ],
  [
    'a new file that somebody has edited since',
    [
      ['later', undefined, 'a\n'],
      ['later', 'a\nmine\n', 'a\nmine\nb\n'],
    ],
    [undefined, 'a\nmine\nb\n', 0, 1, 'mixed'],
  ],
  [
    'a new file with a reviewed edit',
    [
      ['later', undefined, 'a\n'],
      ['reviewed', 'a\n', 'b\n'],
    ],
    [undefined, 'b\n', 0, 'mixed'],
  ],
  [
    'a deletion with a reviewed file in its place',
    [
      ['later', 'a', undefined],
      ['reviewed', undefined, 'b'],
    ],
    ['a', 'b', 0, 'mixed'],
  ],
  [
    'an edit with a reviewed one of the same line',
    [
      ['later', 'a\n', 'b\n'],
      ['reviewed', 'b\n', 'c\n'],
    ],
    ['a\n', 'c\n', 0, 'mixed'],
  ],
  ['what was kept', [['later', 'a', 'b', { side: 'b' }]], 0],
  [
    'an edit after what was kept',
    [
      ['later', 'a', 'b', { side: 'b' }],
      ['later', 'b', 'c'],
    ],
    ['b', 'c', 1],
  ],
  ['a part that was kept', [['later', '1\n2\n3\n', 'X\n2\nY\n', { side: 'X\n2\n3\n' }]], ['X\n2\n3\n', 'X\n2\nY\n', 0]],
  [
    'a part that was reverted',
    [
      ['later', '1\n2\n3\n', 'X\n2\nY\n'],
      ['reviewed', 'X\n2\nY\n', 'X\n2\n3\n'],
    ],
    ['1\n2\n3\n', 'X\n2\n3\n', 0],
  ],
  ['a deletion that was kept', [['later', 'a', undefined, { side: undefined }]], 0],
];

describe('what is left to review of a file', () => {
  for (const [title, calls, left] of rows) {
    it(title, async () => {
      const found = await replayCalls(calls.map(callOf), merge);
      const unreviewed = found?.calls.map(({ call }) => call) ?? [];
      const mixed = found?.mixed === true ? ['mixed'] : [];
      const shown = found && [found.baseline?.id, found.current?.id, ...unreviewed, ...mixed];
      assert.deepEqual(shown ?? 0, left);
    });
  }
});
