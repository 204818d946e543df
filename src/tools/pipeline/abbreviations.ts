import { findAbbreviation } from '../../core/diff/abbreviation.ts';
import { abbreviationCaution } from '../../core/change/cautionWords.ts';
import { withCautions } from '../../core/change/cautions.ts';
import { comparisonYielding, textsOf } from '../../core/change/changeComparison.ts';
import type { Change } from '../../core/change/change.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from './yielding.ts';

/** Adds a caution to changes whose new text has a placeholder for omitted text, which would be lost. */
export function withAbbreviations(changes: readonly Change[]): Promise<readonly Change[]> {
  return runYielding(checkEach(changes));
}

function* checkEach(changes: readonly Change[]): Yielding<readonly Change[]> {
  const checked: Change[] = [];
  for (const change of changes) {
    const { before = '', after = '' } = textsOf(change);
    const comparison = writesText(change) ? yield* comparisonYielding(change) : undefined;
    const found = comparison === undefined ? undefined : yield* findAbbreviation(before, after, comparison);
    const cautions = found === undefined ? [] : [abbreviationCaution(change.at.path, found.line, found.text)];
    checked.push(withCautions(change, cautions));
    yield;
  }
  return checked;
}

/** Whether a change writes new text; copies and moves do not. */
function writesText(change: Change): boolean {
  if (!('after' in change) || change.kind === 'copy') return false;
  if (change.after.kind === 'large') return change.kind === 'update' && change.after.tail !== undefined;
  if (change.after.kind !== 'text') return false;
  return !('before' in change && change.before.kind === 'text' && change.before.text === change.after.text);
}
