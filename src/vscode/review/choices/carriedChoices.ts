// Carries the user's choices to the next review of a call that is planned again.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { firstLineOf, splitIntoHunks, textsOfHunk, type HunkTexts } from '../../../core/change/hunks/hunks.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { ExclusionDetails } from './userChoices.ts';
import { textsNotAsProposed, type EditorTexts, type ReviewedChanges } from '../proposal/amendments.ts';
import { offerTexts, textsAfter } from '../diff/offerReopening.ts';

/** Maximum UTF-16 units of the line by which a message names a hunk. */
const maxFirstLineChars = 80;

/** An excluded change, with the fields that identify it in another plan of the call. */
interface CarriedExclusion {
  /** For messages. */
  readonly path: string;
  /** `Location.real` of the change; with the kind, it identifies the change in the next plan. */
  readonly real: string;
  readonly kind: Change['kind'];
  readonly reason: string | undefined;
}

interface CarriedFile extends CarriedExclusion {
  /** Whether it follows from another exclusion, so the user did not choose it. */
  readonly isImplied: boolean;
}

/** An excluded hunk of a change, identified by its texts. */
interface CarriedHunk extends CarriedExclusion {
  readonly texts: HunkTexts;
}

/** The user's choices in one review of a call. */
export interface CarriedChoices {
  readonly files: readonly CarriedFile[];
  readonly hunks: readonly CarriedHunk[];
  /** The files with the user's own edits, as amended. Edits are not reapplied, but offered as texts. */
  readonly edited: readonly Change[];
  /** Whether the edits were offered already. */
  readonly isOffered: boolean;
}

/** The user's choices about a call, for the review of its next plan. */
export function carryChoices(review: PendingReview, { versions }: Pick<ReviewedChanges, 'versions'>): CarriedChoices {
  const { changes } = review.request;
  return {
    files: changes.filter((change) => review.excluded().has(change)).map((change) => toCarriedFile(review, change)),
    hunks: changes.flatMap((change) => excludedHunksOf(review, change, versions)),
    edited: editedChanges(versions),
    isOffered: false,
  };
}

function toCarriedFile(review: PendingReview, change: Change): CarriedFile {
  const isImplied = !review.excludedByUser().has(change);
  return { ...identityOf(change), reason: review.reasonOf(change), isImplied };
}

/** The excluded hunks of a change, also those that the user has edited since. */
function excludedHunksOf(review: PendingReview, change: Change, versions: ReviewedChanges['versions']): CarriedHunk[] {
  const split = splitIntoHunks(change);
  if (split === undefined) return [];
  return [...(versions.get(change)?.hunks?.excluded ?? [])].flatMap((index) => {
    const hunk = split.hunks[index];
    if (hunk === undefined) return [];
    return [{ ...identityOf(change), texts: textsOfHunk(split, hunk), reason: review.reasonOf(change, index) }];
  });
}

/** The changes that the user edited, as amended; not those that differ from the plan only by excluded hunks. */
function editedChanges(versions: ReviewedChanges['versions']): Change[] {
  const edited: Change[] = [];
  for (const [planned, { base, change }] of versions) if (change !== (base ?? planned)) edited.push(change);
  return edited;
}

function identityOf(change: Change): Pick<CarriedExclusion, 'path' | 'real' | 'kind'> {
  return { path: displayPathOf(change), real: change.at.real, kind: change.kind };
}

/**
 * Carries the choices of a call that ended unanswered, like `carryChoices`, and offers to open the edits as texts.
 * Never rejects: if `reading` does, carries only the exclusions of files.
 */
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

/**
 * Resolves to the result of `reading`. If that rejects, as in an encoding that lacks a character, offers to open the
 * edited texts.
 */
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

/** Offers to open the user's own edits as texts, if there are any. */
export async function offerEdits({ request }: PendingReview, { edited }: CarriedChoices): Promise<void> {
  await offerTexts(request.title, textsAfter(edited));
}

/**
 * Excludes the same changes and hunks in the new plan; reports missing ones, and edits, by `addLostChoice`.
 * @returns false, having reapplied nothing, if the call has ended
 */
export function reapplyChoices(review: PendingReview, carried: CarriedChoices): boolean {
  const { files, hunks, edited, isOffered } = carried;
  // Offers the edits even if the call has ended, since text that the user typed must not be lost.
  if (!isOffered) void offerEdits(review, carried);
  if (review.closedSignal.aborted) return false;
  for (const change of edited) {
    const path = escapeForDisplay(displayPathOf(change));
    review.addLostChoice(vscode.l10n.t('{0}: what you typed is not in the new plan; type it again', path));
  }
  const lostFiles = excludeFilesAgain(review, files);
  for (const file of lostFiles) review.addLostChoice(lostFileText(file));
  const lostPaths = new Set(lostFiles.map(({ real }) => real));
  for (const hunk of excludeHunksAgain(review, hunks))
    if (!lostPaths.has(hunk.real)) review.addLostChoice(lostHunkText(hunk));
  return true;
}

/** Excludes the same changes in the new plan. Returns those that the plan lacks. */
function excludeFilesAgain(review: PendingReview, files: readonly CarriedFile[]): readonly CarriedFile[] {
  const lostFiles: CarriedFile[] = [];
  for (const file of files) if (!file.isImplied && !excludeFileAgain(review, file)) lostFiles.push(file);
  // Each implied exclusion follows from a chosen exclusion, unless the chosen one is lost.
  if (lostFiles.length === 0) return [];
  for (const file of files) if (file.isImplied && !excludeFileAgain(review, file)) lostFiles.push(file);
  return lostFiles;
}

/** Excludes the same change in the new plan. Returns false if the plan lacks it. */
function excludeFileAgain(review: PendingReview, file: CarriedFile): boolean {
  const change = findChange(review, file);
  if (change === undefined) return false;
  review.setExcluded([change], true, detailsOf(file));
  return true;
}

/** Excludes the same hunks, also in an excluded file, which may be included again. Returns those that the plan lacks. */
function excludeHunksAgain(review: PendingReview, hunks: readonly CarriedHunk[]): CarriedHunk[] {
  const lostHunks: CarriedHunk[] = [];
  for (const hunk of hunks) {
    const change = findChange(review, hunk);
    const index = change && indexOfHunk(change, hunk.texts);
    if (change === undefined || index === undefined) lostHunks.push(hunk);
    else review.setHunksExcluded({ change, indices: [index], isExcluded: true }, detailsOf(hunk));
  }
  return lostHunks;
}

function findChange({ request }: PendingReview, { real, kind }: CarriedExclusion): Change | undefined {
  return request.changes.find((change) => change.at.real === real && change.kind === kind);
}

function detailsOf({ reason }: CarriedExclusion): ExclusionDetails {
  return reason === undefined ? {} : { reason };
}

/** Index of the only hunk with these texts; undefined if there are none or several. */
function indexOfHunk(change: Change, wanted: HunkTexts): number | undefined {
  const split = splitIntoHunks(change);
  if (split === undefined) return undefined;
  const matches = split.hunks.flatMap((hunk, index) => {
    const { before, after } = textsOfHunk(split, hunk);
    return before === wanted.before && after === wanted.after ? [index] : [];
  });
  return matches.length === 1 ? matches[0] : undefined;
}

function lostFileText({ path }: CarriedFile): string {
  const file = escapeForDisplay(path);
  return vscode.l10n.t('{0} was excluded; the new plan does something else with it, so exclude it again', file);
}

function lostHunkText({ path, texts }: CarriedHunk): string {
  return vscode.l10n.t(
    '{0}: a part that was excluded is no longer the same; exclude it again: {1}',
    escapeForDisplay(path),
    escapeForDisplay(firstLineOf(texts).slice(0, maxFirstLineChars)),
  );
}
