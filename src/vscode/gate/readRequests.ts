// Defines the reads that `ReadGate` asks the user about, and determines which of them a question or a review covers.
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import { isWithin, type GrantDepth } from './readGrants.ts';

/** A path to read, for its content or only to learn that it exists. */
export interface ReadRequest {
  readonly resolved: ResolvedPath;
  readonly depth: GrantDepth;
}

/** Whether a tool reveals only the kind of a path, not its content. */
export function isInfoTool(tool: string): boolean {
  return tool === 'redline_path_info';
}

/** Whether nothing is at a path outside the workspace, so that reading it reveals only that. */
export function isMissingOutside({ isMissing, subject }: ResolvedPath): boolean {
  return isMissing && !subject.isInside;
}

/**
 * Whether the review of these changes shows everything that was read at a path: it is one of their paths, or an
 * ancestor folder.
 */
export function isShownBy({ resolved: { location } }: ReadRequest, changes: readonly Change[]): boolean {
  return changes.flatMap(locationsOf).some(({ real }) => isWithin(real, location.real));
}

/** The reads without those of folders above another one, which a question about that one implies. */
export function withoutAncestors(reads: readonly ReadRequest[]): readonly ReadRequest[] {
  const realUris = reads.map(({ resolved }) => resolved.location.real);
  return reads.filter(
    ({ resolved: { location } }) =>
      !realUris.some((other) => other !== location.real && isWithin(other, location.real)),
  );
}
