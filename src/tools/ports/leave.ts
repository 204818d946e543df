import type { Change } from '../../core/change/change.ts';

/** The person's leave to tell of what lies outside the workspace. */
export interface Leave {
  /**
   * A change is planned with what is outside the workspace before the person is asked. Resolves when that may be told:
   * changes shown `next` ask for themselves; for all else, also why a plan `failed`, they are asked here. Throws REJECTED.
   */
  requireLeave(next: 'failed' | 'tried' | readonly Change[]): Promise<void>;
}
