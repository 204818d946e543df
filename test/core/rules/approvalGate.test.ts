import assert from 'node:assert/strict';
import {
  countsAsRejection,
  interpretPress,
  nextBatch,
  minViewingTimeMs,
  type PressMeaning,
  type Shown,
} from '../../../src/core/rules/approvalGate.ts';

const now = 10_000;
const call = (shown: Shown, wholeSince = 0): { shown: Shown; wholeSince: number } => ({ shown, wholeSince });
const long = minViewingTimeMs;
const short = minViewingTimeMs - 1;

const presses: readonly (readonly [
  what: string,
  calls: readonly ReturnType<typeof call>[],
  lastPress: number,
  means: PressMeaning,
])[] = [
  ['nothing is on screen', [call('none')], 0, 'open'],
  ['one of several files is', [call('part')], 0, 'open'],
  ['one of several files is, and a key repeats', [call('part')], now - 30, 'open'],
  ['all of it is', [call('whole')], 0, 'approve'],
  ['all of it is, just now', [call('whole', now - short)], 0, 'wait'],
  ['all of it is, long enough', [call('whole', now - long)], 0, 'approve'],
  ['all of it is, and a key repeats', [call('whole')], now - short, 'wait'],
  ['all of it is, and the key was pressed before', [call('whole')], now - long, 'approve'],
  ['all of two calls is', [call('whole'), call('whole')], 0, 'approve'],
  ['of two calls one is hidden', [call('whole'), call('none')], 0, 'open'],
  ['of two calls one is in part', [call('part'), call('whole')], 0, 'open'],
  ['of two calls one came just now', [call('whole'), call('whole', now - short)], 0, 'wait'],
];

describe('a press that would approve', () => {
  for (const [what, calls, lastPress, means] of presses) {
    it(`means ${means} where ${what}`, () => assert.equal(interpretPress({ calls, lastPress, now }), means));
  }

  it('of a key that is held never approves what comes up meanwhile', () => {
    for (const interval of [30, 113, 500]) {
      let lastPress = 0;
      for (let time = interval; time < 20_000; time += interval) {
        assert.notEqual(interpretPress({ calls: [call('whole', 300)], lastPress, now: time }), 'approve', `${time}`);
        lastPress = time;
      }
    }
  });
});

const rejections: readonly (readonly [
  what: string,
  calls: readonly ReturnType<typeof call>[],
  lastPress: number,
  lastAnswer: number,
  counts: boolean,
])[] = [
  ['nothing is on screen', [call('none', Infinity)], 0, 0, true],
  ['one of several files is', [call('part', Infinity)], 0, 0, true],
  ['all of it is, long enough', [call('whole', now - long)], 0, 0, true],
  ['all of it is, just now', [call('whole', now - short)], 0, 0, false],
  ['a key repeats', [call('none', Infinity)], now - short, 0, false],
  ['another call was answered just before', [call('none', Infinity)], 0, now - short, false],
  ['no call was answered yet', [call('whole')], -Infinity, -Infinity, true],
];

describe('a press of Reject', () => {
  for (const [what, calls, lastPress, lastAnswer, counts] of rejections) {
    it(`${counts ? 'counts' : 'does not count'} where ${what}`, () =>
      assert.equal(countsAsRejection({ calls, lastPress, now }, lastAnswer), counts));
  }
});

/** Calls as `files` or, where protected, `!files`. */
const together: readonly (readonly [calls: string, shown: string])[] = [
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
  for (const [calls, shown] of together) {
    it(`${calls} begin with ${shown}`, () => {
      const all = calls
        .split(' ')
        .map((word) => ({ word, isProtected: word.startsWith('!'), fileCount: Number(word.replace('!', '')) }));
      assert.equal(
        nextBatch(all)
          .map(({ word }) => word)
          .join(' '),
        shown,
      );
    });
  }
});
