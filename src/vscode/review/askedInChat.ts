import { reviewSurface } from '../shared/settings.ts';
import type { PendingReview } from './pendingReviews.ts';

/**
 * Whether a call is asked by a card in the chat. Protected changes are not: the host may answer a card by itself, and
 * then nobody has seen the change.
 */
export function isAskedInChat({ request: { verdict }, call }: PendingReview): boolean {
  const mayAnswer = !verdict.protected && verdict.mustBeSeen !== true;
  return mayAnswer && call.token !== undefined && reviewSurface() === 'chatAndEditor';
}
