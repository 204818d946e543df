import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnswerCache } from '../../src/async/answerCache.ts';

describe('answer cache', () => {
  it('handles the failure of a computation whose caller was cancelled before', async () => {
    const unhandled: unknown[] = [];
    const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (cause) => unhandled.push(cause));
    try {
      const fail = (): Promise<never> => Promise.reject(new Error('stopped'));
      await assert.rejects(new AnswerCache().get('key', fail, AbortSignal.abort()), { name: 'AbortError' });
      await nextTurn();
      assert.deepEqual(unhandled, []);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    }
  });
});
