// Formats the answer to a change or its dry run: the files now on disk, what the user amended, and new problems.

import type { Yielding } from '../../core/async/yielding.ts';
import { cautionsOf } from '../../core/change/reviewTexts.ts';
import type { Change } from '../../core/change/change.ts';
import { compareChange } from '../../core/change/changeComparison.ts';
import { exceedsDiffEditor } from '../../core/change/diffSize.ts';
import { excerptAround } from '../../core/diff/excerpt.ts';
import { inEnglish, pluralize, shorten, asSentence } from '../../core/wording/phrase.ts';
import { writtenLineRanges, diffOf, displayPathOf, describeChange } from '../../core/change/summary.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { findAppliedChange, getHashes } from '../shared/appliedChanges.ts';
import type { Applied, Approval, ExcludedHunk, ExcludedPath } from '../ports/ports.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import type { ToolAnswer, Plan } from '../shared/tool.ts';
import { runYielding } from '../../async/eventLoop.ts';

/** Maximum length of a diff in an answer, in UTF-16 units. */
const maxDiffChars = 20_000;
/** Maximum number of cautions that are listed. */
const maxCautions = 50;
/** Maximum number of new problems that are listed. */
const maxProblems = 20;
/** Maximum number of excluded hunks that are quoted, of lines of each, and of UTF-16 units of a line. */
const maxHunks = 40;
const maxHunkLines = 8;
const maxHunkLineChars = 200;
/** Maximum number of files that a sentence names without their count. */
const maxUncountedFiles = 5;
/** Maximum number of excluded files that are named for one reason. */
const maxNamedExclusions = 100;

/** Formats the answer to a dry run; `notes` are about files that changed since the model read them. */
export async function answerDryRun(plan: Plan, verdict: Verdict, notes: readonly string[]): Promise<ToolAnswer> {
  const { result } = await plan.describe({ changes: plan.changes, unsaved: [], notes: [] });
  const consequenceByAction = {
    allow: 'would be applied without asking',
    later: 'would be applied at once, for the user to review later',
    ask: 'would ask the user',
    deny: 'would be refused',
  };
  const text = [
    `Dry run of "${inEnglish(plan.title)}": nothing was written. The call ${consequenceByAction[verdict.action]}. ${inEnglish(verdict.reason)}`,
    ...plan.notes,
    ...noteCautions(plan.changes),
    ...(verdict.action === 'ask' ? noteTextOnly(plan.changes, 'would see') : []),
    ...notes,
    ...plan.changes.flatMap((change) => [...formatHashes(change), diffOf(change, maxDiffChars)]),
  ].join('\n');
  return { result, text };
}

/** The decision on a plan, and the findings of the checks around it. */
export interface ReviewOutcome {
  readonly decision: Approval;
  /** Whether the change was applied without review, so that the user reviews it only now. */
  readonly isReviewedLater: boolean;
  /** New problems in the files, as `Diagnostics` reports them. */
  readonly problems: readonly string[];
  /** Notes about files that changed since the model read them. */
  readonly notes: readonly string[];
}

/** Formats the answer to an applied change. `outcome` is undefined if there was nothing to review. */
export async function answerChange(plan: Plan, applied: Applied, outcome?: ReviewOutcome): Promise<ToolAnswer> {
  const changeLines = await runYielding(collectLines(applied.changes, formatAppliedChange));
  const currentLines = await showCurrentLines(applied.changes);
  const { headline, result, notes = plan.notes } = await plan.describe(applied);
  const decision = outcome?.decision;
  const amendments = decision === undefined ? [] : await describeAmendments(plan.changes, decision);
  const textOnlyNotes =
    decision?.surface === undefined ? [] : noteTextOnly(findUnamendedChanges(plan.changes, decision.changes), 'saw');
  const lines = [
    headline,
    ...notes,
    ...noteCautions(plan.changes.filter(({ at }) => findAppliedChange(applied, at) !== undefined)),
    ...(outcome?.isReviewedLater === true ? [reviewLaterNote] : []),
    ...(outcome?.notes ?? []),
    ...applied.notes,
    ...noteUnsaved(applied),
    ...textOnlyNotes,
    ...amendments,
    // Without hashes, a change's line may say just what the headline says.
    ...changeLines.filter((line) => line !== headline),
    ...currentLines,
    ...formatProblems(outcome?.problems ?? []),
  ];
  return { result, text: lines.join('\n') };
}

/** Note to the model that a change is applied, but not yet reviewed. */
export const reviewLaterNote =
  'It was applied at once. The user reviews it later and may take it back; go on with your work.';

function noteCautions(changes: readonly Change[]): string[] {
  const notes = cautionsOf(changes).map(({ message }) => asSentence(inEnglish(message)));
  const more = notes.length - maxCautions;
  return more > 0 ? [...notes.slice(0, maxCautions), `${pluralize(more, 'more such warning')}.`] : notes;
}

function noteUnsaved(applied: Applied): string[] {
  if (applied.unsaved.length === 0) return [];
  const paths = applied.unsaved.join(', ');
  return [
    `Left unsaved, because the user has unsaved changes there: ${paths}. The edit is in the editor, not on disk.`,
  ];
}

/** Note on changes too large for a diff editor, which the user cannot amend. @param verb "saw" or "would see" */
function noteTextOnly(changes: readonly Change[], verb: 'saw' | 'would see'): string[] {
  const paths = changes.filter(exceedsDiffEditor).map(displayPathOf);
  if (paths.length === 0) return [];
  const files = paths.length > maxUncountedFiles ? `${paths.length} files` : paths.join(', ');
  return [
    `Too many changes for the diff editor: the user ${verb} the diff of ${files} as text, which cannot be amended. Smaller calls can.`,
  ];
}

/** The approved changes that the user did not edit: these are the planned objects. */
function findUnamendedChanges(planned: readonly Change[], approved: readonly Change[]): readonly Change[] {
  const proposals = new Set(planned);
  return approved.filter((change) => proposals.has(change));
}

/** Describes the user's exclusions, and shows the user's edits as a diff. */
export async function describeAmendments(planned: readonly Change[], decision: Approval): Promise<string[]> {
  const exclusions = [...describeExclusions(decision.excludedPaths), ...describeExcludedHunks(decision.excludedHunks)];
  if (!decision.amended) return exclusions;
  const diffs = await runYielding(diffAmendments(decision.amendedFrom ?? planned, decision.changes));
  const intro = 'The user amended your proposal before approving it; keep their version. From your proposal to theirs:';
  return diffs.length === 0 ? exclusions : [...exclusions, intro, ...diffs];
}

/** The diffs from the proposed texts (`baseline`) to the approved ones. */
function* diffAmendments(baseline: readonly Change[], approved: readonly Change[]): Yielding<string[]> {
  // Includes the kind, since a plan may delete a file and move another one there.
  const keyOf = ({ kind, at }: Change): string => `${kind} ${at.uri}`;
  // Reversed, so that the first of a key wins.
  const proposals = new Map(baseline.toReversed().map((change) => [keyOf(change), change]));
  const diffs: string[] = [];
  for (const change of approved) {
    yield;
    const proposed = proposals.get(keyOf(change));
    if (proposed === undefined || proposed === change) continue;
    if (!('after' in proposed) || !('after' in change)) continue;
    // Only text can be edited by the user.
    if (proposed.after.kind !== 'text' || change.after.kind !== 'text') continue;
    if (proposed.after.sha256 === change.after.sha256) continue;
    const amendment: Change = { kind: 'update', at: change.at, before: proposed.after, after: change.after };
    yield* compareChange(amendment);
    diffs.push(diffOf(amendment, maxDiffChars));
  }
  return diffs;
}

/** Formats the excluded hunks, each with its position in the proposal and its first lines. */
function describeExcludedHunks(hunks: readonly ExcludedHunk[] = []): string[] {
  if (hunks.length === 0) return [];
  const texts = hunks.slice(0, maxHunks).map(({ path, lines: { start, end }, diff, reason }) => {
    const position = formatPosition(start, end);
    const reasonText = reason === undefined ? '' : ` Their reason: ${asSentence(reason)}`;
    const lines = diff.split('\n').map((line) => shorten(line, maxHunkLineChars));
    const moreLines = lines.length - maxHunkLines;
    const quotedLines =
      moreLines > 0 ? [...lines.slice(0, maxHunkLines), `… ${pluralize(moreLines, 'more line')}`] : lines;
    return [`${path}, ${position} of your proposal:${reasonText}`, ...quotedLines].join('\n');
  });
  const moreHunks = hunks.length - texts.length;
  const rest = moreHunks > 0 ? [`… and ${pluralize(moreHunks, 'more part')}.`] : [];
  return ['The user excluded these parts of your proposal; they were not written:', ...texts, ...rest];
}

/** Formats the lines of a hunk, 1-based and inclusive. `end` is below `start` if the hunk only deletes lines. */
function formatPosition(start: number, end: number): string {
  if (end < start) return `before line ${start}`;
  return end > start ? `lines ${start}–${end}` : `line ${start}`;
}

/** Formats the excluded files, in a sentence for each reason. */
export function describeExclusions(excluded: readonly ExcludedPath[]): string[] {
  const byReason = Map.groupBy(excluded, ({ reason }) => reason);
  return Array.from(byReason, ([reason, exclusions]) => {
    const paths = exclusions.map(({ path }) => path);
    const count = paths.length > maxUncountedFiles ? ` ${paths.length} files` : '';
    const more = paths.length - maxNamedExclusions;
    const rest = more > 0 ? ` and ${more} more` : '';
    const sentence = `The user excluded${count}: ${paths.slice(0, maxNamedExclusions).join(', ')}${rest}.`;
    return reason === undefined ? sentence : `${sentence} Their reason: ${asSentence(reason)}`;
  });
}

/** Formats changes. Yields after each, since a call may change thousands of files. */
function* collectLines(changes: readonly Change[], formatChange: (change: Change) => string[]): Yielding<string[]> {
  const lines: string[] = [];
  for (const change of changes) {
    lines.push(...formatChange(change));
    yield;
  }
  return lines;
}

function formatAppliedChange(change: Change): string[] {
  const hashes = formatHashes(change);
  return hashes.length > 0 ? hashes : [`${toPastTense(inEnglish(describeChange(change)))}.`];
}

/** The hashes of a change; nothing for links and folders. */
function formatHashes(change: Change): string[] {
  const { sha256Before, sha256After } = getHashes(change);
  if (sha256Before === null && sha256After === null) return [];
  return [`${displayPathOf(change)}: SHA-256 ${sha256Before ?? 'none'} → ${sha256After ?? 'none'}`];
}

/** Puts a title in the past tense: "Created directory a". Only for changes without hashes, so never for an edit. */
function toPastTense(title: string): string {
  return title.replace(/^(?:Create|Delete|Move)\b/, '$&d').replace(/^Copy\b/, 'Copied');
}

async function showCurrentLines(changes: readonly Change[]): Promise<string[]> {
  const notebooks = changes.filter(({ at }) => isNotebookPath(at.path));
  const otherChanges = notebooks.length === 0 ? changes : changes.filter((change) => !notebooks.includes(change));
  const lines = await runYielding(collectLines(otherChanges, showCurrentText));
  for (const change of notebooks) lines.push(...((await showCurrentCells(change)) ?? showCurrentText(change)));
  return lines;
}

/** The changed cells of a notebook; undefined if the change is no update of a text, or the notebook is invalid. */
async function showCurrentCells(change: Change): Promise<string[] | undefined> {
  if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') return undefined;
  const { renderChangedCells } = await import('../../core/notebook/changedCells.ts');
  const cells = await runYielding(renderChangedCells(change.before.text, change.after.text));
  return cells === undefined || cells.length === 0 ? undefined : [`${displayPathOf(change)} now:`, ...cells];
}

function showCurrentText(change: Change): string[] {
  const ranges = writtenLineRanges(change);
  if (ranges.length === 0 || !('after' in change) || change.after.kind !== 'text') return [];
  const first = ranges[0]?.start ?? 1;
  return [`${displayPathOf(change)} now, around line ${first}:`, excerptAround(change.after.text, ranges)];
}

function formatProblems(problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  return [`${pluralize(problems.length, 'new problem')} in the editor:`, ...problems.slice(0, maxProblems)];
}
