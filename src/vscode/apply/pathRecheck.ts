// Defines how the paths of changes are checked again right before they are written (TOCTOU).

import type { Change } from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { StalePlan } from '../../core/wording/errors.ts';

/** Rechecks paths right before they are written: a swapped link may lead to another file with equal contents. */
export interface PathRecheck {
  /** Runs before a call's first write. @throws StalePlan if the rules judged another location, or never judged it */
  beforeFirstWrite(changes: readonly Change[]): Promise<void>;
  /** Whether the rules judged a location of these changes as protected. */
  isProtected(changes: readonly Change[]): boolean;
  /** Runs before each write. @throws StalePlan if a URI now leads elsewhere */
  beforeWrite(change: Change): Promise<void>;
  /**
   * Checks like `beforeWrite`. @throws OutsideWorkspace if a real path is in no workspace folder, whatever settings
   * allow
   */
  beforeWriteInside(change: Change): Promise<void>;
}

/**
 * A recheck for changes from the journal, which allows only the workspace: the rules never judged these changes in this
 * session, and other programs can write the journal's files.
 */
export function restrictToWorkspace(recheck: PathRecheck): PathRecheck {
  return {
    beforeFirstWrite: (changes) => recheck.beforeFirstWrite(changes),
    isProtected: (changes) => recheck.isProtected(changes),
    beforeWrite: (change) => recheck.beforeWriteInside(change),
    beforeWriteInside: (change) => recheck.beforeWriteInside(change),
  };
}

/** Thrown if a change from the journal has a path that is in no workspace folder. */
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
