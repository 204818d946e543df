// Makes reviews that wait, without a call behind them.

import type { Change, Location } from '../../../../src/core/change/change.ts';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import type { PendingReview, PendingReviews } from '../../../../src/vscode/review/pendingReviews.ts';

/** Adds a review of changes that one session of an agent wants to make. @param guarded protected places among them */
export function addReview(
  pending: PendingReviews,
  changes: readonly Change[],
  guarded: readonly Location[] = [],
): PendingReview {
  const isProtected = guarded.length > 0;
  const verdict = {
    action: 'ask',
    reason: phrase('test'),
    protected: isProtected,
    protectedLocations: guarded,
    rememberable: false,
  } as const;
  const caller = { agent: 'test', via: 'api', session: 's' } as const;
  const call = { tool: 'redline_multi_edit', caller, token: undefined, signal: new AbortController().signal };
  return pending.add({ title: phrase('test'), changes, verdict }, call);
}
