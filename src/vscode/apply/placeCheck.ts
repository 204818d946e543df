import type { Change } from '../../core/change.ts';

/** Looks at places again, right before they are written: contents may be equal where the place is another. */
export interface PlaceCheck {
  /** Before the first write of a call. Throws STALE where a place is not the very one that was judged, or nobody judged it. */
  beforeAll(changes: readonly Change[]): Promise<void>;
  /** Whether a place of these changes, as it was judged, is protected. */
  isProtected(changes: readonly Change[]): boolean;
  /** Before each write. Throws STALE where a URI leads elsewhere now. */
  before(change: Change): Promise<void>;
}
