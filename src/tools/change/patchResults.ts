// Describes a patch: its title and its cautions for the user, its files and hunks for the model, as planned and as
// written.

import * as z from 'zod/mini';
import { runYielding } from '../../async/eventLoop.ts';
import { isFileContent, type Caution, type Change, type Location } from '../../core/change/change.ts';
import { comparableTexts, compareChangeSync } from '../../core/change/changeComparison.ts';
import { titleOfPatches, placementCautions, resultHashMismatchCaution } from '../../core/change/reviewTexts.ts';
import { compareLinesYielding, mapLineToAfter, type Comparison } from '../../core/diff/lineBlocks.ts';
import type { FileOutcome } from '../../core/patch/files/patchedFiles.ts';
import { quotePath } from '../../core/path/pathInput.ts';
import { applyEditsYielding, type TextEdit } from '../../core/text/text.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Applied } from '../ports/ports.ts';
import { countApplied, findAppliedChange, formatApplied, getHashes, hashFields } from '../shared/appliedChanges.ts';

/**
 * The result of a file; `hunks` and `tiers` describe the hunks that were written at least in part, or already applied.
 */
export const patchedFile = z.object({
  path: z.string(),
  action: z.enum(['add', 'update', 'delete', 'move', 'copy']),
  hunks: z.number(),
  tiers: z.array(z.string()),
  ...hashFields,
});

/** Maximum number of hunks of a file that an answer lists. */
const maxListedHunks = 50;

/** The effect of a patch on a file. */
interface PlannedFile {
  readonly outcome: FileOutcome;
  readonly at: Location;
  /** Undefined if the file already is as the patch would make it. */
  readonly change: Change | undefined;
}

/** The change of a file that was applied, and how its hunks were written. Both lists are in the order of the hunks. */
interface WrittenFile {
  /** Undefined if the file already was as the patch would make it. */
  readonly change: Change | undefined;
  /** Empty if all hunks were written, or if that is unknown. */
  readonly hunkStates: readonly HunkState[];
  /** Lines (1-based) of the hunks in the written text. */
  readonly hunkLines: readonly number[];
}

/** The state of a hunk after the user excluded or amended parts of the patch; undefined if it was wholly written. */
type HunkState = 'partly written' | 'not written' | undefined;

/** The title of the call. */
export function createTitle(fileChanges: readonly Change[]): Phrase {
  const [onlyChange, ...otherChanges] = fileChanges;
  return onlyChange !== undefined && otherChanges.length === 0
    ? phrase('Patch {0}', onlyChange.at.path)
    : titleOfPatches(fileChanges.length);
}

/** If the patch names an absolute path outside the workspace, warns in the review that only its last part was used. */
export function withPathWarning(at: Location, foreignPath: string | undefined): Location {
  if (foreignPath === undefined) return at;
  const pathWarning = phrase(
    'the patch names {0}, and its last part was used as a path in the workspace',
    quotePath(foreignPath),
  );
  return { ...at, pathWarning };
}

/** The cautions of a file: hunks that matched loosely, and a result that differs from the one the patch states. */
export function createCautions({ hunks, isOtherBlob }: FileOutcome, at: Location): readonly Caution[] {
  const placedHunks = hunks.flatMap((hunk) => hunk.placed ?? []);
  return [...placementCautions(at.path, placedHunks), ...(isOtherBlob ? [resultHashMismatchCaution(at.path)] : [])];
}

/** Describes the applied patch, without the files that the user excluded; `changes` are the planned ones of files. */
export async function describePatch(planned: readonly PlannedFile[], changes: readonly Change[], applied: Applied) {
  const headline =
    changes.length === 0
      ? 'Everything in the patch is already there; nothing was changed.'
      : `Patched ${formatApplied(changes, applied)}.`;
  const filesModified = countApplied(changes, applied)?.appliedCount ?? changes.length;
  const files: z.infer<typeof patchedFile>[] = [];
  const notes: string[] = [];
  for (const file of planned) {
    const change = findAppliedChange(applied, file.at);
    const isExcluded = file.change !== undefined && change === undefined;
    if (isExcluded) continue;
    const written = {
      change,
      hunkStates: await findHunkStates(file, change),
      hunkLines: await findHunkLines(file.outcome, change),
    };
    files.push(toResult(file, written));
    notes.push(describeFile(file, written));
  }
  return { headline, result: { filesModified, files }, notes };
}

/** The states of the hunks of a file; empty if the file was written as planned, or cannot be compared. */
async function findHunkStates(
  { outcome, change: planned }: PlannedFile,
  change: Change | undefined,
): Promise<readonly HunkState[]> {
  if (getHashes(change).sha256After === getHashes(planned).sha256After) return [];
  if (!('edits' in outcome) || outcome.edits === undefined || outcome.before.kind !== 'text') return [];
  const { SuccessiveEdits } = await import('./edit/writtenReplacements.ts');
  const { editSteps = [], hunks } = outcome;
  const successiveEdits = new SuccessiveEdits(outcome.before.text);
  for (const step of await makeSteps(outcome)) successiveEdits.add(step.before, step);
  const replacementsByStep = await successiveEdits.findIn(change && comparableTexts(change).after, planned);
  // Compares edits by identity: the edits of the hunks are the same objects.
  const unwrittenEdits = new Set(
    editSteps.flatMap((edits, step) =>
      edits.filter((_, index) => replacementsByStep?.[step]?.[index]?.isWritten === false),
    ),
  );
  return hunks.map(({ edits }) => {
    const unwrittenCount = edits.filter((edit) => unwrittenEdits.has(edit)).length;
    if (unwrittenCount === 0) return undefined;
    return unwrittenCount === edits.length ? 'not written' : 'partly written';
  });
}

/**
 * The lines of the hunks in the written text. A patch may have several sections for one file; the hunks of a later
 * section count lines in the text that the section changes, and so need a comparison of their own.
 */
async function findHunkLines(outcome: FileOutcome, change: Change | undefined): Promise<readonly number[]> {
  if (change === undefined) return outcome.hunks.map(({ line }) => line);
  const comparisonByEdit = new Map<TextEdit, Comparison>();
  const written = comparableTexts(change).after;
  const hasSeveralSections = outcome.editSteps !== undefined && outcome.editSteps.length > 1;
  if (hasSeveralSections && written !== undefined) {
    const [, ...laterSteps] = await makeSteps(outcome);
    for (const { before, edits } of laterSteps) {
      const comparison = await runYielding(compareLinesYielding(before, written));
      for (const edit of edits) comparisonByEdit.set(edit, comparison);
    }
  }
  const fileComparison = compareChangeSync(copyAsUpdate(outcome, change));
  return outcome.hunks.map(({ line, edits: [first] }) => {
    const comparison = (first && comparisonByEdit.get(first)) ?? fileComparison;
    return comparison === undefined ? line : mapLineToAfter(comparison, line);
  });
}

/** The edits of each section of a patch for a file, with the texts before and after it. */
async function makeSteps(outcome: FileOutcome) {
  if (!('before' in outcome) || outcome.before.kind !== 'text') return [];
  const steps: { readonly before: string; readonly text: string; readonly edits: readonly TextEdit[] }[] = [];
  for (const edits of outcome.editSteps ?? []) {
    const before = steps.at(-1)?.text ?? outcome.before.text;
    steps.push({ before, text: await runYielding(applyEditsYielding(before, edits)), edits });
  }
  return steps;
}

function toResult({ outcome, at }: PlannedFile, { change, hunkStates }: WrittenFile): z.infer<typeof patchedFile> {
  const before = 'before' in outcome ? outcome.before.sha256 : null;
  const writtenHunks = outcome.hunks.filter((_, index) => hunkStates[index] !== 'not written');
  return {
    path: at.path,
    action: outcome.action,
    hunks: writtenHunks.length,
    tiers: [...new Set(writtenHunks.map((hunk) => hunk.tier))],
    ...(change === undefined ? { sha256Before: before, sha256After: before } : getHashes(change)),
    ...(outcome.action === 'copy' ? { sha256Before: null } : {}),
  };
}

/**
 * A note about a file, with the line of each hunk and its tier, or that it was already applied or not written.
 * @param written undefined before the patch is applied: the lines are then the planned ones
 */
export function describeFile({ outcome, at, change }: PlannedFile, written?: WrittenFile): string {
  const verb = { add: 'added', update: 'updated', delete: 'deleted', move: 'moved', copy: 'copied' }[outcome.action];
  const hunks = outcome.hunks.slice(0, maxListedHunks).map((hunk, index) => {
    const line = written?.hunkLines[index] ?? hunk.line;
    const plannedState = hunk.alreadyApplied ? 'already applied' : hunk.tier;
    return `line ${line} ${written?.hunkStates[index] ?? plannedState}`;
  });
  const unlisted = outcome.hunks.length - hunks.length;
  if (unlisted > 0) hunks.push(`and ${unlisted} more`);
  const state = change === undefined ? 'already as the patch would make it' : verb;
  return `${at.path}: ${state}${hunks.length === 0 ? '' : ` (${hunks.join(', ')})`}`;
}

/** Converts a copy to an update of its source, whose lines the hunks have; returns other changes unchanged. */
function copyAsUpdate(outcome: FileOutcome, applied: Change): Change {
  if (applied.kind !== 'copy' || outcome.action !== 'copy' || !isFileContent(applied.after)) return applied;
  return { kind: 'update', at: applied.at, before: outcome.before, after: applied.after };
}
