import type { Change } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

/** Checks places again right before they are written: a swapped link may lead elsewhere, to a file of equal contents. */
export interface PlaceCheck {
  /** Runs before the first write of a call. Throws STALE if a place is not the one that was judged, or was never judged. */
  beforeAll(changes: readonly Change[]): Promise<void>;
  /** Whether a place of these changes was judged as protected. */
  isProtected(changes: readonly Change[]): boolean;
  /** Runs before each write. Throws STALE if a URI leads elsewhere now. */
  before(change: Change): Promise<void>;
  /** Whether all places of a change really are in a workspace folder, whatever the settings allow. */
  isInside(change: Change): Promise<boolean>;
}

/**
 * Restricts changes from the journal to the workspace. They were never judged in this session, and other programs can write
 * the journal's files.
 */
export function insideOnly(places: PlaceCheck): PlaceCheck {
  return {
    beforeAll: (changes) => places.beforeAll(changes),
    isProtected: (changes) => places.isProtected(changes),
    isInside: (change) => places.isInside(change),
    async before(change) {
      if (!(await places.isInside(change))) throw outside(pathOf(change));
      await places.before(change);
    },
  };
}

function outside(path: string): StalePlan {
  return new StalePlan(
    path,
    phrase('{0} is outside the workspace, where Redline cannot undo or redo. Open the folder that contains it.', path),
  );
}
