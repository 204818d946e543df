import { reviewSurface } from '../shared/settings.ts';
import type { PendingReview } from './pendingReviews.ts';

/**
 * Whether a call is asked by a card in the chat. Who presses a card cannot be told: the host may do it for the person,
 * who then has seen nothing.
 */
export function isAskedInChat({ request: { verdict }, call }: PendingReview): boolean {
  const mayAnswer = !verdict.protected && verdict.mustBeSeen !== true;
  return mayAnswer && call.token !== undefined && reviewSurface() === 'chatAndEditor';
}
