import type { findAbbreviation } from '../core/abbreviation.ts';
import { abbreviationCaution, cautionsOf, withCautions } from '../core/cautions.ts';
import { comparisonInTurns, textsOf } from '../core/changeComparison.ts';
import type { Change } from '../core/change.ts';
import { phrase } from '../core/phrase.ts';
import type { Turns } from '../core/turns.ts';
import { inTurns } from './inTurns.ts';
import type { Rules } from './ports.ts';

/** Rules under which nothing is allowed that a person must see before it is applied. */
export function cautious(rules: Rules): Rules {
  return {
    async judge(changes) {
      const verdict = await rules.judge(changes);
      const first = cautionsOf(changes).find(({ asks }) => asks);
      if (first === undefined || verdict.action === 'deny') return verdict;
      if (verdict.action === 'ask') return { ...verdict, mustBeSeen: true };
      const reason = phrase('Asked for, whatever is allowed: {0}.', first.words);
      return { action: 'ask', reason, protected: false, mustBeSeen: true, rememberable: false };
    },
  };
}

/** The changes, with a warning where new text abbreviates: what it stands for would be lost. */
export async function withAbbreviations(changes: readonly Change[]): Promise<readonly Change[]> {
  return changes.some(writesText)
    ? inTurns(lookAtEach(changes, (await import('../core/abbreviation.ts')).findAbbreviation))
    : changes;
}

function* lookAtEach(changes: readonly Change[], find: typeof findAbbreviation): Turns<readonly Change[]> {
  const looked: Change[] = [];
  for (const change of changes) {
    const { before = '', after = '' } = textsOf(change);
    const comparison = writesText(change) ? yield* comparisonInTurns(change) : undefined;
    const found = comparison === undefined ? undefined : yield* find(before, after, comparison);
    const cautions = found === undefined ? [] : [abbreviationCaution(change.at.path, found.line, found.text)];
    looked.push(withCautions(change, cautions));
    yield;
  }
  return looked;
}

/** Text that only changes its place is no new text. */
function writesText(change: Change): boolean {
  if (!('after' in change) || change.after.kind !== 'text' || change.kind === 'copy') return false;
  return !('before' in change && change.before.kind === 'text' && change.before.text === change.after.text);
}
