import type { CallerOf } from '../../core/toReview/reviewGroups.ts';
import type { History } from '../history/callHistory.ts';

/** Looks up who made a call of the history. */
export function callerIn(history: Pick<History, 'entries'>): CallerOf {
  return (id) => {
    const entry = history.entries.find((each) => each.id === id);
    if (entry?.caller === undefined) return undefined;
    return { agent: entry.caller.agent, session: entry.session ?? '' };
  };
}
