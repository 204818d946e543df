// Records what an agent has written of the approved changes.
import { displayPathOf } from '../../core/change/summary.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import type { Applied, Applier, Call } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import { audited } from './audited.ts';
import type { PendingWrite } from './pendingWrite.ts';
import { writtenBy } from './writtenBy.ts';

export interface RecordDeps {
  readonly world: World;
  /** Shows the user the written changes, as after a change by Redline. */
  readonly wrapApplier: (applier: Applier) => Applier;
  /** Warns the user that the agent's write differs from the approval. */
  readonly warnDifferent: (title: Phrase, paths: readonly string[]) => void;
}

/** Finishes the history entry of a write that has ended. Throws STALE if nothing was written. */
export async function recordWrites(
  writing: PendingWrite,
  title: Phrase,
  { warnDifferent }: Pick<RecordDeps, 'warnDifferent'>,
): Promise<Applied> {
  try {
    const settled = await writing.handedOver.compareAndFinish();
    if (settled.differentChanges.length > 0) warnDifferent(title, settled.differentChanges.map(displayPathOf));
    return writtenBy(settled);
  } finally {
    writing.markRecorded();
  }
}

/** Records the agent's writes after its files were released to other calls. */
export async function recordLateWrites(
  writing: PendingWrite,
  title: Phrase,
  call: Call,
  deps: RecordDeps,
): Promise<void> {
  await writing.ended;
  const applier = deps.wrapApplier({ apply: () => recordWrites(writing, title, deps) });
  // The record of the call itself says that nothing was written yet.
  await audited(call, { ...deps.world, applier }, (recorded) => recorded.applier.apply(writing.changes, title, call));
}
