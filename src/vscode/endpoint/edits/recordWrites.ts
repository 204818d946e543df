// Records in the history which approved changes an agent's own tool has written.
import { displayPathOf } from '../../../core/change/summary.ts';
import { failure, type ToolError } from '../../../core/wording/errors.ts';
import { phrase, type Phrase } from '../../../core/wording/phrase.ts';
import type { Applied, Applier, Call } from '../../../tools/ports/ports.ts';
import type { World } from '../../../tools/ports/world.ts';
import type { HandOverResult } from '../../apply/handOver.ts';
import { runAudited } from '../../../tools/pipeline/withAudit.ts';
import type { PendingWrite } from './pendingWrite.ts';

export interface RecordDeps {
  readonly world: World;
  /** Shows the user the written changes, as after a change by Redline. */
  readonly wrapApplier: (applier: Applier) => Applier;
  /** Warns the user that the agent's write differs from the approval. */
  readonly warnDifferent: (title: Phrase, paths: readonly string[]) => void;
}

/** Finishes the history entry of what a call's tool wrote; it must have ended. Throws STALE if nothing was written. */
export async function recordWrites(
  pendingWrite: PendingWrite,
  title: Phrase,
  { warnDifferent }: Pick<RecordDeps, 'warnDifferent'>,
): Promise<Applied> {
  try {
    const comparison = await pendingWrite.handedOver.compareAndFinish();
    if (comparison.differentChanges.length > 0) warnDifferent(title, comparison.differentChanges.map(displayPathOf));
    return toApplied(comparison);
  } finally {
    // Marks it after a failure, too: `PendingWrite.end` waits for it.
    pendingWrite.markRecorded();
  }
}

/** The outcome of a call, by what the agent wrote. Throws STALE for nothing. */
function toApplied({ writtenChanges, differentChanges }: HandOverResult): Applied {
  if (writtenChanges.length === 0) {
    throw failure(
      'STALE',
      phrase('The agent did not write what you approved. Nothing was changed.'),
      'Read the file again.',
    );
  }
  const paths = differentChanges.map(displayPathOf).join(', ');
  const notes =
    differentChanges.length === 0
      ? []
      : [`What is in ${paths} now is not what the user approved. Read it before you continue.`];
  return { changes: writtenChanges, unsaved: [], notes };
}

/** The error of a call whose files were released to other calls before the agent wrote them. */
export function notWrittenYetError(): ToolError {
  return failure(
    'STALE',
    phrase('The agent has not written yet what you approved.'),
    'Read the file again before you change it.',
  );
}

/** Records a write whose files were released to other calls before it ended. Waits for its end first. */
export async function recordLateWrites(
  pendingWrite: PendingWrite,
  title: Phrase,
  call: Call,
  deps: RecordDeps,
): Promise<void> {
  await pendingWrite.ended;
  const applier = deps.wrapApplier({ apply: () => recordWrites(pendingWrite, title, deps) });
  // Writes a separate audit record, since the record of the call itself says that nothing was written yet.
  await runAudited(call, { ...deps.world, applier }, (recorded) =>
    recorded.applier.apply(pendingWrite.changes, title, call),
  );
}
