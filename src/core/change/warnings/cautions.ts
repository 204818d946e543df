// Adds cautions to changes, and lists those of several changes.
import type { Caution, Change } from '../change.ts';

/** Adds cautions to a change. */
export function withCautions(change: Change, cautions: readonly Caution[]): Change {
  return cautions.length === 0 ? change : { ...change, cautions: [...(change.cautions ?? []), ...cautions] };
}

/** The cautions of several changes. */
export function cautionsOf(changes: readonly Change[]): readonly Caution[] {
  return changes.flatMap(({ cautions }) => cautions ?? []);
}
