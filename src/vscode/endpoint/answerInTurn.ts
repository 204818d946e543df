// Answers the hooks of edits of one file one after the other.
import type { Change } from '../../core/change/change.ts';
import { realsOf } from '../../tools/hooks/combinedChanges.ts';
import type { HandedOver } from '../apply/handOver.ts';
import type { HandedEdit } from './answerEdits.ts';

/** How long a hook waits for the edit of the same file before it, in milliseconds; some agents wait for all hooks. */
const turnTime = 2000;
const turnInterval = 20;

/**
 * Answers the hooks. Where several edit one file, each waits until the one before it is written: tools that run side by side
 * would read the file at once, and lose one of the edits.
 */
export async function answerInTurn(
  handed: readonly HandedEdit[],
  handedOver: Pick<HandedOver, 'isAfter'>,
): Promise<void> {
  /** The last change of each file whose hook was answered, by real URI. */
  const answered = new Map<string, Change>();
  for (const { edit, output, changes } of handed) {
    const earlier = changes.flatMap(realsOf).flatMap((real) => answered.get(real) ?? []);
    const areWritten = async (): Promise<boolean> =>
      (await Promise.all(earlier.map((change) => handedOver.isAfter(change).catch(() => false)))).every(Boolean);
    for (const end = Date.now() + turnTime; Date.now() < end && !(await areWritten());)
      await new Promise((resolve) => setTimeout(resolve, turnInterval));
    edit.answerWith(output);
    for (const change of changes) if ('after' in change) answered.set(change.at.real, change);
  }
}
