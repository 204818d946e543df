import assert from 'node:assert/strict';
import { AnswerCache } from '../../src/async/answerCache.ts';
import { unhandledRejectionsOf } from '../unhandledRejections.ts';

describe('answer cache', () => {
  it('handles the failure of a computation whose caller was cancelled before', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('stopped'));
    const unhandled = await unhandledRejectionsOf(() =>
      assert.rejects(new AnswerCache().get('key', fail, AbortSignal.abort()), { name: 'AbortError' }),
    );
    assert.deepEqual(unhandled, []);
  });
});
