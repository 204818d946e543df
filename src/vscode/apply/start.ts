import type { Change } from '../../core/change/change.ts';
import { toToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { locationsOf, pathOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { settleEach } from '../documents/batches.ts';
import { withFoldersFor } from './foldersFor.ts';
import type { Disk } from '../ports/localDisk.ts';
import { isBefore } from '../ports/verifyState.ts';
import { requireWritable } from './writable.ts';

/**
 * Looks at all places of a call before anything is written.
 *
 * @returns all that is to be made: the changes, with the folders that they need by now.
 * @throws StalePlan where one is not as the plan found it; ToolError as `requireWritable` does, or of what the system says.
 */
export async function requireStart(changes: readonly Change[], disk: Disk): Promise<readonly Change[]> {
  const touched = new Set<string>();
  const first = new Set<Change>();
  for (const change of changes) {
    const places = locationsOf(change).map(({ real }) => real);
    // What an earlier change of the call makes is not there yet.
    if (!places.some((real) => touched.has(real))) first.add(change);
    for (const real of places) touched.add(real);
  }
  await settleEach(changes, async (change) => {
    try {
      await requireWritable(change, disk);
      if (first.has(change) && !(await isBefore(change, disk))) throw new StalePlan(pathOf(change));
    } catch (cause) {
      throw toToolError(cause, phrase('Looking at {0}', pathOf(change)));
    }
  });
  return withFoldersFor(changes, disk.editor).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Looking at the folders of the change'));
  });
}
