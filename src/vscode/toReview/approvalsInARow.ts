// Counts approvals in a row, to offer the review at the end.
import type { TurnFeedback } from '../../tools/ports/agentPorts.ts';

/** Number of approvals in a row, none of them amended, after which the user is asked whether to review at the end. */
const approvalsBeforeAsking = 3;

/**
 * Counts consecutive approvals of agents' changes. Excludes protected files, which are always reviewed before.
 * @param ask called at the third approval
 */
export function countApprovals(ask: () => void): TurnFeedback['onReviewed'] {
  let approvalsInARow = 0;
  return ({ verdict }, decision, { caller }) => {
    if (verdict.protected || caller.via === 'palette') return;
    approvalsInARow =
      decision.approved && !decision.amended && decision.excludedPaths.length === 0 ? approvalsInARow + 1 : 0;
    if (approvalsInARow === approvalsBeforeAsking) ask();
  };
}
