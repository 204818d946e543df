// Serializes the hooks' answers for edits of one file.
import type { Change } from '../../core/change/change.ts';
import { collectRealUris } from '../../tools/hooks/combineChanges.ts';
import type { HandedOver } from '../apply/handOver.ts';
import type { AcceptedEdit } from './answerEdits.ts';

/** Milliseconds that a hook waits for the previous edit of the same file; some agents wait for all hooks. */
const turnTimeoutMs = 2000;
const turnInterval = 20;

/**
 * Answers the hooks. Of several edits of one file, each waits until the previous one is written: concurrent tools would
 * read the file at once, and one edit would be lost.
 */
export async function answerInTurn(
  handed: readonly AcceptedEdit[],
  handedOver: Pick<HandedOver, 'isChangeWritten'>,
): Promise<void> {
  /** Last change of each file whose hook was answered, by canonical URI. */
  const answered = new Map<string, Change>();
  for (const { edit, output, changes } of handed) {
    const earlier = changes.flatMap(collectRealUris).flatMap((real) => answered.get(real) ?? []);
    const areWritten = async (): Promise<boolean> =>
      (await Promise.all(earlier.map((change) => handedOver.isChangeWritten(change).catch(() => false)))).every(
        Boolean,
      );
    for (const end = Date.now() + turnTimeoutMs; Date.now() < end && !(await areWritten());)
      await new Promise((resolve) => setTimeout(resolve, turnInterval));
    edit.answerWith(output);
    for (const change of changes) if ('after' in change) answered.set(change.at.real, change);
  }
}
