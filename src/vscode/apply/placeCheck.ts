import type { Change } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

/** Looks at places again, right before they are written: contents may be equal where the place is another. */
export interface PlaceCheck {
  /** Before the first write of a call. Throws STALE where a place is not the very one that was judged, or nobody judged it. */
  beforeAll(changes: readonly Change[]): Promise<void>;
  /** Whether a place of these changes, as it was judged, is protected. */
  isProtected(changes: readonly Change[]): boolean;
  /** Before each write. Throws STALE where a URI leads elsewhere now. */
  before(change: Change): Promise<void>;
  /** Whether all ends of a change really lie in a workspace folder, whatever the settings allow. */
  isInside(change: Change): Promise<boolean>;
}

/**
 * For changes that were read from the journal: nobody has judged those, and the journal is a file that other programs can
 * write. So they are made inside the workspace, or not at all.
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
