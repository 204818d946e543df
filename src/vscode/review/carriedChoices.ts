// Carries the user's choices to the next review of a call that is planned again.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { splitIntoHunks, textsOfHunk } from '../../core/change/hunks.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { ExcludedHunk, ExcludedPath } from '../../tools/ports/exclusions.ts';
import type { PendingReview } from './pendingReviews.ts';
import type { ExclusionDetails } from './userChoices.ts';
import { textsNotAsProposed, type EditorTexts, type ReviewedChanges } from './diff/amendments.ts';
import { offerTexts, textsAfter } from './diff/offerReopening.ts';

interface HunkTexts {
  readonly before: string;
  readonly after: string;
}

/** An excluded change or hunk, identified by path, kind and text, so that it can be found in another plan. */
interface CarriedExclusion {
  readonly path: string;
  readonly real: string;
  readonly kind: Change['kind'];
  readonly hunk?: HunkTexts;
  readonly reason?: string | undefined;
  /** Whether the user did not choose it: it follows from another exclusion. */
  readonly isImplied?: boolean;
}

/** The user's choices in one review of a call. */
export interface CarriedChoices {
  readonly exclusions: readonly CarriedExclusion[];
  /** The files with the user's own edits, as amended: not reapplied, but offered. */
  readonly edited: readonly Change[];
  readonly isOffered: boolean;
}

/** The user's exclusions, as reported to the model. */
export interface Exclusions {
  readonly excludedPaths: readonly ExcludedPath[];
  readonly excludedHunks: readonly ExcludedHunk[];
  /** The planned changes to write, without the excluded hunks. */
  readonly amendedFrom: readonly Change[];
  /** As in `Approval`. */
  readonly offerEdits: () => void;
}

export function reportExclusions(review: PendingReview, read: ReviewedChanges): Exclusions {
  const { excluded, versions } = read;
  const excludedChanges = new Set(excluded);
  const includedChanges = review.request.changes.filter((change) => !excludedChanges.has(change));
  return {
    excludedPaths: excluded.map((change) => {
      const reason = reasonOfChange(review, change, versions);
      return { path: displayPathOf(change), ...(reason === undefined ? {} : { reason }) };
    }),
    excludedHunks: includedChanges.flatMap((change) => excludedHunks(review, change, versions)),
    amendedFrom: includedChanges.map((change) => versions.get(change)?.base ?? change),
    offerEdits: () => void offerEdits(review, carryChoices(review, read)),
  };
}

/** The reason for a change, or those for its hunks if all of them are excluded. */
function reasonOfChange(
  review: PendingReview,
  change: Change,
  versions: ReviewedChanges['versions'],
): string | undefined {
  const fileReason = review.reasonOf(change);
  if (fileReason !== undefined) return fileReason;
  const hunks = excludedHunks(review, change, versions);
  const reasons = new Set(hunks.flatMap(({ reason }) => reason ?? []));
  return reasons.size === 0 ? undefined : [...reasons].join('; ');
}

function excludedHunks(
  review: PendingReview,
  change: Change,
  versions: ReviewedChanges['versions'],
): readonly ExcludedHunk[] {
  const divided = splitIntoHunks(change);
  const excluded = versions.get(change)?.hunks?.hunks.map(({ state }) => state === 'excluded') ?? [];
  return (divided?.hunks ?? []).flatMap((hunk, index) => {
    if (divided === undefined || excluded[index] !== true) return [];
    const { before, after } = textsOfHunk(divided, hunk);
    const reason = review.reasonOf(change, index);
    return {
      path: displayPathOf(change),
      lines: { start: hunk.afterStart + 1, end: hunk.afterEnd },
      diff: [...markLines('-', before), ...markLines('+', after)].join('\n'),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

function markLines(mark: string, text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map((line) => `${mark}${line}`);
}

/** The user's choices about a call, for the review of its next plan. */
export function carryChoices(review: PendingReview, { versions }: Pick<ReviewedChanges, 'versions'>): CarriedChoices {
  const edited = [...versions].flatMap(([planned, { base = planned, change }]) => (base === change ? [] : change));
  return { exclusions: carriedExclusionsOf(review, versions), edited, isOffered: false };
}

/** As `carryChoices`, for a call that ended unanswered; offers the edits. Never rejects. */
export async function carryUnanswered(
  review: PendingReview,
  reading: Promise<ReviewedChanges>,
  texts: EditorTexts,
): Promise<CarriedChoices> {
  const read = await readOrOffer(review, reading, texts).catch(() => ({ versions: new Map() }));
  const carried = carryChoices(review, read);
  void offerEdits(review, carried);
  return { ...carried, isOffered: true };
}

/** Offers the edited texts if they cannot be read, as in an encoding that lacks a character. */
export async function readOrOffer(
  review: PendingReview,
  reading: Promise<ReviewedChanges>,
  texts: EditorTexts,
): Promise<ReviewedChanges> {
  try {
    return await reading;
  } catch (cause) {
    void offerTexts(review.request.title, textsNotAsProposed(texts));
    throw cause;
  }
}

async function offerEdits({ request }: PendingReview, { edited }: CarriedChoices): Promise<void> {
  await offerTexts(request.title, textsAfter(edited));
}

function carriedExclusionsOf(
  review: PendingReview,
  versions: ReviewedChanges['versions'],
): readonly CarriedExclusion[] {
  return review.request.changes.flatMap((change): readonly CarriedExclusion[] => {
    const { kind, at } = change;
    const identity = { path: displayPathOf(change), real: at.real, kind };
    const isImplied = !review.excludedByUser().has(change);
    const whole = review.excluded().has(change) ? [{ ...identity, reason: review.reasonOf(change), isImplied }] : [];
    const split = splitIntoHunks(change);
    const excludedHunks = [...(versions.get(change)?.hunks?.excluded ?? [])].flatMap((index) => {
      const hunk = split?.hunks[index];
      if (split === undefined || hunk === undefined) return [];
      return [{ ...identity, hunk: textsOfHunk(split, hunk), reason: review.reasonOf(change, index) }];
    });
    return [...whole, ...excludedHunks];
  });
}

/**
 * Excludes the same changes and hunks in the new plan; adds missing ones, and edits, to `lostChoiceTexts`.
 * @returns false, having reapplied nothing, if the call has ended
 */
export function reapplyChoices(review: PendingReview, carried: CarriedChoices): boolean {
  const { exclusions, edited, isOffered } = carried;
  if (!isOffered) void offerEdits(review, carried);
  if (review.closedSignal.aborted) return false;
  for (const change of edited) {
    const file = escapeForDisplay(displayPathOf(change));
    review.addLostChoice(vscode.l10n.t('{0}: what you typed is not in the new plan; type it again', file));
  }
  const whole = exclusions.filter(({ hunk }) => hunk === undefined);
  const implied = whole.filter(({ isImplied }) => isImplied === true);
  const chosen = whole.filter((each) => !implied.includes(each));
  const isLost = (each: CarriedExclusion): boolean => !excludeAgain(review, each);
  const lostChosen = chosen.filter(isLost);
  // What followed from an exclusion that is lost stays excluded.
  const lost = lostChosen.length === 0 ? [] : [...lostChosen, ...implied.filter(isLost)];
  const lostHunks = exclusions.filter((each) => each.hunk !== undefined && !excludeHunkAgain(review, each));
  const lostFiles = new Set(lost.map(({ real }) => real));
  for (const each of [...lost, ...lostHunks.filter(({ real }) => !lostFiles.has(real))])
    review.addLostChoice(lostExclusionText(each));
  return true;
}

/** Excludes the same change; false if the plan has none. */
function excludeAgain(review: PendingReview, exclusion: CarriedExclusion): boolean {
  const change = findChange(review, exclusion);
  if (change !== undefined) review.setExcluded([change], true, detailsOf(exclusion));
  return change !== undefined;
}

/** Excludes the same hunk, also in a file that is excluded, and may be included again; false if the plan has none. */
function excludeHunkAgain(review: PendingReview, exclusion: CarriedExclusion): boolean {
  const change = findChange(review, exclusion);
  const index = change === undefined ? -1 : indexOfHunk(change, exclusion.hunk);
  if (change === undefined || index < 0) return false;
  review.setHunksExcluded({ change, indices: [index], isExcluded: true }, detailsOf(exclusion));
  return true;
}

function findChange({ request }: PendingReview, { real, kind }: CarriedExclusion): Change | undefined {
  return request.changes.find((change) => change.at.real === real && change.kind === kind);
}

function detailsOf({ reason }: CarriedExclusion): ExclusionDetails {
  return reason === undefined ? {} : { reason };
}

/** Index of the only hunk with these texts; -1 if there are none or several. */
function indexOfHunk(change: Change, wanted: HunkTexts | undefined): number {
  const split = splitIntoHunks(change);
  if (split === undefined) return -1;
  const matches = split.hunks.flatMap((hunk, index) => {
    const { before, after } = textsOfHunk(split, hunk);
    return before === wanted?.before && after === wanted.after ? [index] : [];
  });
  return matches.length === 1 ? (matches[0] ?? -1) : -1;
}

function lostExclusionText({ path, hunk }: CarriedExclusion): string {
  const file = escapeForDisplay(path);
  const [first = ''] = (hunk?.after === '' ? hunk.before : (hunk?.after ?? '')).trim().split(/[\r\n]/);
  return hunk === undefined
    ? vscode.l10n.t('{0} was excluded; the new plan does something else with it, so exclude it again', file)
    : vscode.l10n.t(
        '{0}: a part that was excluded is no longer the same; exclude it again: {1}',
        file,
        escapeForDisplay(first.slice(0, 80)),
      );
}
