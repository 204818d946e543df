// Combines several hooked edits of an agent into one change for each file, so that they have one review.
import { isFileChange, isFileContent, type Change, type FileContent } from '../../core/change/change.ts';
import { titleOfEdits } from '../../core/change/reviewTexts.ts';
import { locationsOf, displayPathOf } from '../../core/change/summary.ts';
import { undoesLines } from '../../core/diff/undoneLines.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';

/**
 * Combines changes into one for each file. `later` was planned on the results of `earlier`.
 *
 * @throws ToolError STALE if two changes cannot be combined, such as an edit and a move of the same file, or if a later
 *   one undoes lines of an earlier one: the agent writes both, and the review would not show the intermediate state
 */
export function combineChanges(earlier: readonly Change[], later: readonly Change[]): Change[] {
  const combinedChanges = [...earlier];
  for (const change of later) {
    const realUris = collectRealUris(change);
    const index = combinedChanges.findIndex((combined) =>
      collectRealUris(combined).some((real) => realUris.includes(real)),
    );
    const earlierChange = combinedChanges[index];
    if (earlierChange === undefined) combinedChanges.push(change);
    else combinedChanges[index] = combineTwo(earlierChange, change);
  }
  return combinedChanges;
}

/** Title of the review of combined changes. */
export function createCombinedTitle(changes: readonly Change[]): Phrase {
  const files = changes.filter(isFileChange);
  const [first] = files;
  return first !== undefined && files.length === 1
    ? phrase('Edit {0}', displayPathOf(first))
    : titleOfEdits(files.length);
}

/** The files that changes write, with their new contents, by canonical URI. */
export function contentsAfter(changes: readonly Change[]): ReadonlyMap<string, FileContent> {
  return new Map(
    changes.flatMap((change) =>
      'after' in change && isFileContent(change.after) ? [[change.at.real, change.after] as const] : [],
    ),
  );
}

/** Canonical URIs of a change's files. */
export function collectRealUris(change: Change): string[] {
  return locationsOf(change).map(({ real }) => real);
}

/** Whether a change reads or writes one of these canonical URIs. */
export function touchesAny(change: Change, realUris: ReadonlySet<string>): boolean {
  return collectRealUris(change).some((real) => realUris.has(real));
}

const emptyText = { kind: 'text', text: '' } as const;

/** Whether the diff of a combined change shows all lines that an intermediate state of the file adds or removes. */
export function showsIntermediateState(combined: Change, intermediate: FileContent): boolean {
  if ((combined.kind !== 'update' && combined.kind !== 'create') || combined.after.kind !== 'text') return false;
  const before = combined.kind === 'create' ? emptyText : combined.before;
  if (before.kind !== 'text' || intermediate.kind !== 'text') return false;
  return !undoesLines(before.text, intermediate.text, combined.after.text);
}

/** Combines two changes of a file. The result has no `edits`. @throws ToolError STALE as `combineChanges` */
function combineTwo(first: Change, second: Change): Change {
  if (first.kind === 'createDirectory' && second.kind === 'createDirectory') return first;
  const isFirstWrite = first.kind === 'create' || first.kind === 'update';
  if (!isFirstWrite || second.kind !== 'update') throw createStaleError(second);
  if (!isFileContent(first.after) || !isFileContent(second.after)) throw createStaleError(second);
  const { after } = second;
  const cautions = [...(first.cautions ?? []), ...(second.cautions ?? [])];
  const combinedChange: Change =
    first.kind === 'create'
      ? { ...first, after, cautions }
      : { kind: 'update', at: first.at, before: first.before, after, cautions };
  if (!showsIntermediateState(combinedChange, first.after)) throw createStaleError(second);
  return combinedChange;
}

function createStaleError(change: Change): ToolError {
  return new ToolError(
    'STALE',
    `${displayPathOf(change)} is being changed by another call of yours. Nothing of this call was written. Wait for the other one, read the file again, then repeat this call.`,
  );
}
