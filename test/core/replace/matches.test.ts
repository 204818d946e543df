import assert from 'node:assert/strict';
import { isInsideCharacter, wouldJoinSurrogates } from '../../../src/core/replace/matches.ts';

describe('a position in a text', () => {
  it('is reported if it is inside a character', () => {
    for (const [text, at, cuts] of [
      ['a\r\nb', 2, true],
      ['a\r\nb', 1, false],
      ['a\rb', 2, false],
      ['\r\u0301', 1, false],
      ['\n\u0301', 1, false],
      ['e\u0301', 1, true],
      ['😀', 1, true],
      ['\ud83d\ud83d', 1, false],
      ['\ude00\ude00', 1, false],
      ['👩\u200d👩', 2, true],
      ['👩\u200d👩', 3, true],
      ['éa', 1, false],
      ['aé', 1, false],
      ['e\u0301', 0, false],
      ['\u0301', 0, false],
      ['e\u200d', 2, false],
    ] as const) {
      assert.equal(isInsideCharacter(text, at), cuts, JSON.stringify([text, at]));
    }
  });

  it('is reported if two surrogates would join there', () => {
    assert.equal(wouldJoinSurrogates('a\ud83d', '\ude00b'), true);
    assert.equal(wouldJoinSurrogates('a\ud83d', 'b'), false);
    assert.equal(wouldJoinSurrogates('a', '\ude00'), false);
    assert.equal(wouldJoinSurrogates('', '\ude00'), false);
    assert.equal(wouldJoinSurrogates('\ud83d', ''), false);
  });
});
