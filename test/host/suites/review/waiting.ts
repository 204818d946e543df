// Makes reviews that wait, without a call behind them.

import type { Change, Location } from '../../../../src/core/change/change.ts';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import type { PendingReview, PendingReviews } from '../../../../src/vscode/review/pendingReviews.ts';

export function locationOf(path: string): Location {
  return { uri: `file:///ws/${path}`, path, real: `file:///ws/${path}` };
}

/** An edit of a file. */
export function edit(path: string, before: string, after: string): Extract<Change, { readonly kind: 'update' }> {
  return { kind: 'update', at: locationOf(path), before: content(before), after: content(after), edits: undefined };
}

/** An edit of a file that is moved to the place that the edit names. */
export function move(from: Location, { at, before, after }: Extract<Change, { readonly kind: 'update' }>): Change {
  return { kind: 'move', from, at, before, after };
}

/** A text in UTF-8. */
export function content(text: string) {
  const bytes = new TextEncoder().encode(text);
  return { kind: 'text', text, encoding: 'utf8', bytes, sha256: `${text.length} ${text}`.slice(0, 64) } as const;
}

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
