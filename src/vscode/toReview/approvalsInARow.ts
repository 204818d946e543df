import type { TurnFeedback } from '../../tools/ports/agentPorts.ts';

/** After so many approvals without a no or an amendment, the person is asked whether they would rather review at the end. */
const enough = 3;

/**
 * Counts approvals of agents' changes in a row. Protected files do not count: they are always reviewed before.
 * @param ask called at the third one
 */
export function countApprovals(ask: () => void): TurnFeedback['reviewed'] {
  let row = 0;
  return ({ verdict }, decision, { caller }) => {
    if (verdict.protected || caller.via === 'palette') return;
    row = decision.approved && !decision.amended && decision.excludedPaths.length === 0 ? row + 1 : 0;
    if (row === enough) ask();
  };
}
