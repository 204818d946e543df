import { isFileContent, type Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';

/**
 * The changes of a call, in their order, with neighbours together that do not need each other: the same is done to files
 * that no other change of the call touches.
 */
export function batchesOf(changes: readonly Change[]): Change[][] {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  const batches: Change[][] = [];
  let last: string | undefined;
  for (const change of changes) {
    const kind = isOfOneFile(change) && counts.get(change.at.real) === 1 ? change.kind : undefined;
    if (kind !== undefined && kind === last) batches.at(-1)?.push(change);
    else batches.push([change]);
    last = kind;
  }
  return batches;
}

function isOfOneFile(change: Change): boolean {
  if (change.kind !== 'create' && change.kind !== 'update' && change.kind !== 'delete') return false;
  const content = change.kind === 'delete' ? change.before : change.after;
  return isFileContent(content);
}

/** Does work for each, many at a time. After a failure nothing more is begun, and what was begun has ended when it throws. */
export async function settleEach<T>(all: readonly T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  await eachInLanes(all, async (one, index) => {
    if (failures.length > 0) return;
    await work(one, index).catch((cause: unknown) => failures.push(cause));
  });
  if (failures.length > 0) throw failures[0];
}
