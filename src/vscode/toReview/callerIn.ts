// Looks up the callers of calls in the history.

import type { CallerOf } from '../../core/toReview/reviewGroups.ts';
import type { History } from '../history/callHistory.ts';

/** Returns a lookup of callers in the current history, by entry id. */
export function callerIn({ entries }: Pick<History, 'entries'>): CallerOf {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  return (id) => {
    const entry = entriesById.get(id);
    if (entry?.caller === undefined) return undefined;
    return { agent: entry.caller.agent, session: entry.session ?? '' };
  };
}
