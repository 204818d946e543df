// Defines a read that the user is asked about.
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { ResolvedPath } from '../files/pathResolver.ts';
import { isWithin, type GrantDepth } from './readGrants.ts';

/** A read, and whether it is of the content or only of the existence of what is there. */
export interface JudgedRead {
  readonly resolved: ResolvedPath;
  readonly depth: GrantDepth;
}

/** Whether reading a path outside the workspace can tell only that nothing is there. */
export function isMissingOutside({ isMissing, subject }: ResolvedPath): boolean {
  return isMissing && !subject.isInside;
}

/**
 * Whether the review of these changes shows everything that was read at a path: it is one of their paths, or an
 * ancestor folder.
 */
export function isShownBy({ resolved: { location } }: JudgedRead, changes: readonly Change[]): boolean {
  return changes.flatMap(locationsOf).some(({ real }) => isWithin(real, location.real));
}

/** The reads without those that are ancestors of others. */
export function withoutAncestors(reads: readonly JudgedRead[]): readonly JudgedRead[] {
  const reals = reads.map(({ resolved }) => resolved.location.real);
  return reads.filter(
    ({ resolved: { location } }) => !reals.some((other) => other !== location.real && isWithin(other, location.real)),
  );
}
