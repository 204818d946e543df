// Formats the answer to a change: what is on disk now, what the person changed, and which problems are new.

import type { Yielding } from '../../core/async/yielding.ts';
import { cautionsOf } from '../../core/change/cautions.ts';
import type { Change } from '../../core/change/change.ts';
import { excerptAround } from '../../core/diff/excerpt.ts';
import { inEnglish } from '../../core/wording/phrase.ts';
import { changedLines, diffOf, displayPathOf, describeChange } from '../../core/change/summary.ts';
import { asSentence, count, hashesOf } from '../shared/common.ts';
import type { Applied, Decision, ExcludedPath } from '../ports/ports.ts';
import type { Verdict } from '../../core/rules/judge.ts';
import type { Answer, Plan } from '../shared/tool.ts';
import { runYielding } from '../../async/eventLoop.ts';

/** Maximum length of a diff in an answer, in UTF-16 units. */
const diffLimit = 20_000;
const maxCautions = 50;
const maxProblems = 20;
/** More excluded files are counted. */
const maxUncounted = 5;

/** Formats the answer of a dry run. */
export function answerPlanned(plan: Plan, verdict: Verdict, notes: readonly string[]): Answer {
  const { result } = plan.describe({ changes: plan.changes, unsaved: [], notes: [] });
  const next = {
    allow: 'would be applied without asking',
    later: 'would be applied at once, for the user to review later',
    ask: 'would ask the user',
    deny: 'would be refused',
  };
  const text = [
    `Dry run of "${inEnglish(plan.title)}": nothing was written. The call ${next[verdict.action]}. ${inEnglish(verdict.reason)}`,
    ...plan.notes,
    ...cautionNotes(plan),
    ...notes,
    ...plan.changes.flatMap((change) => [...hashLine(change), diffOf(change, diffLimit)]),
  ].join('\n');
  return { result, text };
}

/** The outcome of the review and the checks around it, for the answer. */
export interface ReviewOutcome {
  readonly decision: Extract<Decision, { approved: true }>;
  /** Whether the person reviews the change only now that it is made. */
  readonly later: boolean;
  /** New problems in the files. */
  readonly problems: readonly string[];
  /** Remarks about files that changed since the model read them. */
  readonly notes: readonly string[];
}

/** Formats the answer after a change: what is on disk now, what the person changed, and which problems are new. */
export async function answerApplied(plan: Plan, applied: Applied, outcome?: ReviewOutcome): Promise<Answer> {
  const done = await runYielding(linesOfChanges(applied.changes, doneLine));
  const now = await runYielding(linesOfChanges(applied.changes, nowOnDisk));
  const { headline, result, notes = plan.notes } = plan.describe(applied);
  const decision = outcome?.decision;
  const lines = [
    headline,
    ...notes,
    ...cautionNotes(plan),
    ...(outcome?.later === true ? [reviewedLater] : []),
    ...(outcome?.notes ?? []),
    ...applied.notes,
    ...unsavedNote(applied),
    ...(decision === undefined ? [] : amendmentsText(plan.changes, decision)),
    ...done.filter((line) => line !== headline),
    ...now,
    ...newProblems(outcome?.problems ?? []),
  ];
  return { result, text: lines.join('\n') };
}

/** Tells the model that a change is made, but not yet reviewed. */
export const reviewedLater =
  'It was applied at once. The user reviews it later and may take it back; go on with your work.';

function cautionNotes({ changes }: Plan): string[] {
  const all = cautionsOf(changes).map(({ words }) => asSentence(inEnglish(words)));
  const more = all.length - maxCautions;
  return more > 0 ? [...all.slice(0, maxCautions), `${count(more, 'more such warning')}.`] : all;
}

function unsavedNote(applied: Applied): string[] {
  if (applied.unsaved.length === 0) return [];
  const paths = applied.unsaved.join(', ');
  return [
    `Left unsaved, because the user has unsaved changes there: ${paths}. The edit is in the editor, not on disk.`,
  ];
}

/** Describes what the person excluded, and what they amended as a diff. */
export function amendmentsText(planned: readonly Change[], decision: Extract<Decision, { approved: true }>): string[] {
  const exclusions = exclusionTexts(decision.excludedPaths);
  if (!decision.amended) return exclusions;
  const diffs = decision.changes.flatMap((change) => {
    const proposed = planned.find((each) => each.at.uri === change.at.uri);
    if (proposed === undefined || proposed === change) return [];
    if (!('after' in proposed) || !('after' in change)) return [];
    // Only text can be amended.
    if (proposed.after.kind !== 'text' || change.after.kind !== 'text') return [];
    return [diffOf({ kind: 'update', at: change.at, before: proposed.after, after: change.after }, diffLimit)];
  });
  const intro = 'The user amended your proposal before approving it; keep their version. From your proposal to theirs:';
  return [...exclusions, intro, ...diffs];
}

/** Formats the excluded files, in a sentence for each reason. */
export function exclusionTexts(excluded: readonly ExcludedPath[]): string[] {
  const reasons = new Set(excluded.map(({ reason }) => reason));
  return [...reasons].map((reason) => {
    const paths = excluded.filter((each) => each.reason === reason).map(({ path }) => path);
    const which = `The user excluded${paths.length > maxUncounted ? ` ${paths.length} files` : ''}: ${paths.join(', ')}.`;
    return reason === undefined ? which : `${which} Their reason: ${asSentence(reason)}`;
  });
}

/** Yields after each change: a call may change thousands of files. */
function* linesOfChanges(changes: readonly Change[], linesOfOne: (change: Change) => string[]): Yielding<string[]> {
  const lines: string[] = [];
  for (const change of changes) {
    lines.push(...linesOfOne(change));
    yield;
  }
  return lines;
}

function doneLine(change: Change): string[] {
  const hashes = hashLine(change);
  return hashes.length > 0 ? hashes : [`${inPast(inEnglish(describeChange(change)))}.`];
}

/** The hashes of a change; nothing for links and folders. */
function hashLine(change: Change): string[] {
  const { sha256Before, sha256After } = hashesOf(change);
  if (sha256Before === null && sha256After === null) return [];
  return [`${displayPathOf(change)}: SHA-256 ${sha256Before ?? 'none'} → ${sha256After ?? 'none'}`];
}

/** Puts a change's words in the past tense: "Created directory a". */
function inPast(words: string): string {
  return words
    .replace(/^(?:Create|Delete|Move)\b/, '$&d')
    .replace(/^Edit\b/, 'Edited')
    .replace(/^Copy\b/, 'Copied');
}

function nowOnDisk(change: Change): string[] {
  const ranges = changedLines(change);
  if (ranges.length === 0 || !('after' in change) || change.after.kind !== 'text') return [];
  const first = ranges[0]?.start ?? 1;
  return [`${displayPathOf(change)} now, around line ${first}:`, excerptAround(change.after.text, ranges)];
}

function newProblems(problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  return [`${count(problems.length, 'new problem')} in the editor:`, ...problems.slice(0, maxProblems)];
}
