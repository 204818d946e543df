// Checks paths again right before they are written (TOCTOU).

import type { Change } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

/** Rechecks paths right before they are written: a swapped link may lead to another file with equal contents. */
export interface PathRecheck {
  /** Runs before a call's first write. Throws STALE if a location is not the judged one, or was never judged. */
  beforeFirstWrite(changes: readonly Change[]): Promise<void>;
  /** Whether a location of these changes was judged as protected. */
  isProtected(changes: readonly Change[]): boolean;
  /** Runs before each write. Throws STALE if a URI now leads elsewhere. */
  beforeWrite(change: Change): Promise<void>;
  /** As `beforeWrite`; throws OutsideWorkspace if a real path is in no workspace folder, whatever settings allow. */
  beforeWriteInside(change: Change): Promise<void>;
}

/**
 * Restricts changes from the journal to the workspace. They were never judged in this session, and other programs can
 * write the journal's files.
 */
export function restrictToWorkspace(recheck: PathRecheck): PathRecheck {
  return {
    beforeFirstWrite: (changes) => recheck.beforeFirstWrite(changes),
    isProtected: (changes) => recheck.isProtected(changes),
    beforeWrite: (change) => recheck.beforeWriteInside(change),
    beforeWriteInside: (change) => recheck.beforeWriteInside(change),
  };
}

/** Thrown for a path of the journal that is not in a workspace folder. */
export class OutsideWorkspace extends StalePlan {
  readonly path: string;

  constructor(path: string) {
    super(
      path,
      phrase(
        '{0} is outside the workspace, where Redline cannot undo or redo. Open the folder that contains it.',
        path,
      ),
    );
    this.path = path;
  }
}
