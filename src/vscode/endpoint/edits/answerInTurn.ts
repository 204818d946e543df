// Answers the hooks of edits of one file one after the other, so that each tool reads what the previous one wrote.
import { delay } from '../../../async/eventLoop.ts';
import type { Change } from '../../../core/change/change.ts';
import { collectRealUris } from '../../../tools/hooks/combineChanges.ts';
import type { HandedOver } from '../../apply/handOver.ts';
import type { AcceptedEdit } from './answerEdits.ts';

/** Milliseconds that a hook waits for the previous edit of the same file. Short, since some agents await all hooks. */
const turnTimeoutMs = 2000;
const pollIntervalMs = 20;

/**
 * Answers the hooks. If several edit one file, each waits until the previous edit is written. Otherwise the agent's
 * concurrent tools would all read the same old text, and one edit would be lost.
 */
export async function answerInTurn(
  acceptedEdits: readonly AcceptedEdit[],
  handedOver: Pick<HandedOver, 'isChangeWritten'>,
): Promise<void> {
  /** Last change of each file whose hook was answered, by canonical URI. */
  const answeredChanges = new Map<string, Change>();
  for (const { edit, output, changes } of acceptedEdits) {
    const earlier = changes.flatMap(collectRealUris).flatMap((real) => answeredChanges.get(real) ?? []);
    const isWritten = (change: Change): Promise<boolean> => handedOver.isChangeWritten(change).catch(() => false);
    const areAllWritten = async (): Promise<boolean> => (await Promise.all(earlier.map(isWritten))).every(Boolean);
    const endMs = Date.now() + turnTimeoutMs;
    while (Date.now() < endMs && !(await areAllWritten())) await delay(pollIntervalMs);
    edit.answerWith(output);
    for (const change of changes) if ('after' in change) answeredChanges.set(change.at.real, change);
  }
}
