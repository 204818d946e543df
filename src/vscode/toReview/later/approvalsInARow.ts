// Counts approvals in a row, to offer reviewing at the end of a turn instead.

import type { TurnFeedback } from '../../../tools/ports/agentPorts.ts';

/** Number of approvals in a row after which the user is asked. An amended or partial approval starts over. */
const approvalsBeforeAsking = 3;

/**
 * Returns a listener that counts consecutive approvals of agents' changes. Ignores protected files, which are always
 * reviewed before.
 * @param ask called when the user has approved `approvalsBeforeAsking` changes in a row
 */
export function countApprovals(ask: () => void): TurnFeedback['onReviewed'] {
  let approvalsInARow = 0;
  return ({ verdict }, decision, { caller }) => {
    if (verdict.protected || caller.via === 'palette') return;
    const isApprovedUnchanged = decision.approved && !decision.amended && decision.excludedPaths.length === 0;
    approvalsInARow = isApprovedUnchanged ? approvalsInARow + 1 : 0;
    if (approvalsInARow === approvalsBeforeAsking) ask();
  };
}
