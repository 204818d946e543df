import type { Caution, Change } from './change.ts';

/** A change with more to be said of it. */
export function withCautions(change: Change, cautions: readonly Caution[]): Change {
  return cautions.length === 0 ? change : { ...change, cautions: [...(change.cautions ?? []), ...cautions] };
}

export function cautionsOf(changes: readonly Change[]): readonly Caution[] {
  return changes.flatMap(({ cautions }) => cautions ?? []);
}
