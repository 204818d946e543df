import assert from 'node:assert/strict';
import {
  countsAsRejection,
  interpretPress,
  nextBatch,
  minViewingTimeMs,
  type PressMeaning,
  type Visibility,
} from '../../../src/core/rules/approvalGate.ts';

const nowMs = 10_000;
const call = (visibility: Visibility, fullyVisibleSinceMs = 0) => ({ visibility, fullyVisibleSinceMs });
const long = minViewingTimeMs;
const short = minViewingTimeMs - 1;

const presses: readonly (readonly [
  what: string,
  calls: readonly ReturnType<typeof call>[],
  lastPressMs: number,
  means: PressMeaning,
])[] = [
  ['nothing is on screen', [call('none')], 0, 'open'],
  ['one of several files is', [call('part')], 0, 'open'],
  ['one of several files is, and a key repeats', [call('part')], nowMs - 30, 'open'],
  ['all of it is', [call('whole')], 0, 'approve'],
  ['all of it is, just now', [call('whole', nowMs - short)], 0, 'wait'],
  ['all of it is, long enough', [call('whole', nowMs - long)], 0, 'approve'],
  ['all of it is, and a key repeats', [call('whole')], nowMs - short, 'wait'],
  ['all of it is, and the key was pressed before', [call('whole')], nowMs - long, 'approve'],
  ['all of two calls is', [call('whole'), call('whole')], 0, 'approve'],
  ['of two calls one is hidden', [call('whole'), call('none')], 0, 'open'],
  ['of two calls one is in part', [call('part'), call('whole')], 0, 'open'],
  ['of two calls one came just now', [call('whole'), call('whole', nowMs - short)], 0, 'wait'],
];

describe('a press that would approve', () => {
  for (const [what, calls, lastPressMs, means] of presses) {
    it(`means ${means} where ${what}`, () => assert.equal(interpretPress({ calls, lastPressMs, nowMs }), means));
  }

  it('of a key that is held never approves what comes up meanwhile', () => {
    for (const interval of [30, 113, 500]) {
      let lastPressMs = 0;
      for (let time = interval; time < 20_000; time += interval) {
        assert.notEqual(
          interpretPress({ calls: [call('whole', 300)], lastPressMs, nowMs: time }),
          'approve',
          `${time}`,
        );
        lastPressMs = time;
      }
    }
  });
});

const rejections: readonly (readonly [
  what: string,
  calls: readonly ReturnType<typeof call>[],
  lastPressMs: number,
  lastAnswer: number,
  counts: boolean,
])[] = [
  ['nothing is on screen', [call('none', Infinity)], 0, 0, true],
  ['one of several files is', [call('part', Infinity)], 0, 0, true],
  ['all of it is, long enough', [call('whole', nowMs - long)], 0, 0, true],
  ['all of it is, just now', [call('whole', nowMs - short)], 0, 0, false],
  ['a key repeats', [call('none', Infinity)], nowMs - short, 0, false],
  ['another call was answered just before', [call('none', Infinity)], 0, nowMs - short, false],
  ['no call was answered yet', [call('whole')], -Infinity, -Infinity, true],
];

describe('a press of Reject', () => {
  for (const [what, calls, lastPressMs, lastAnswer, counts] of rejections) {
    it(`${counts ? 'counts' : 'does not count'} where ${what}`, () =>
      assert.equal(countsAsRejection({ calls, lastPressMs, nowMs }, lastAnswer), counts));
  }
});

/** Calls as `files` or, where protected, `!files`. */
const together: readonly (readonly [calls: string, batch: string])[] = [
  ['1', '1'],
  ['1 2 3', '1 2 3'],
  ['1 !2 3', '!2 1 3'],
  ['60 30 !20', '!20 60'],
  ['99 1 1', '99 1'],
  ['500 1', '500'],
  ['1 500', '1'],
  ['0 100 0', '0 100 0'],
];

describe('calls that are approved together', () => {
  for (const [calls, batch] of together) {
    it(`${calls} begin with ${batch}`, () => {
      const all = calls
        .split(' ')
        .map((word) => ({ word, isProtected: word.startsWith('!'), fileCount: Number(word.replace('!', '')) }));
      assert.equal(
        nextBatch(all)
          .map(({ word }) => word)
          .join(' '),
        batch,
      );
    });
  }
});
