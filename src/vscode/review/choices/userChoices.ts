// Stores the user's choices about a waiting call: exclusions with their reasons, edits, and the number of comments.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { ExclusionChoices } from '../../../core/change/exclude.ts';
import type { HunkInEditor } from '../../../core/change/hunks/hunkChoice.ts';
import type { Phrase } from '../../../core/wording/phrase.ts';
import type { ReviewRequest } from '../../../tools/ports/ports.ts';

/** Details of an exclusion or inclusion: the user's reason, and whether it was made in the diff. */
export interface ExclusionDetails {
  readonly reason?: string;
  readonly inDiff?: boolean;
}

/** Hunks of a change (by index) that the user excludes or includes. */
export interface HunkExclusion {
  readonly change: Change;
  readonly indices: readonly number[];
  readonly isExcluded: boolean;
}

/** A waiting call as it would be written now, with the user's edits and exclusions. */
export interface AmendedCall {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** Changes that differ from the plan, by planned change. */
  readonly amended: ReadonlyMap<Change, Change>;
  /** Planned changes with the user's own edits, not only excluded hunks. */
  readonly edited: ReadonlySet<Change>;
  /** Hunks of the changes that the user touched, by planned change. */
  readonly hunks: ReadonlyMap<Change, readonly HunkInEditor[]>;
}

/**
 * The user's choices about one waiting call. An exclusion takes effect
 * - of whole changes: at once in `excluded`, and soon in `current`;
 * - of hunks: only in `current`, once the proposal's text was rewritten and read again.
 */
export interface UserChoices {
  /** The excluded changes, including those that depend on an excluded one. */
  excluded(): ReadonlySet<Change>;
  /** The changes that the user excluded, without those that depend on them. */
  excludedByUser(): ReadonlySet<Change>;
  /** Excludes changes, or includes them again; fires `onDidChangeExclusions`. */
  setExcluded(changes: readonly Change[], isExcluded: boolean, details?: ExclusionDetails): void;
  readonly onDidChangeExclusions: vscode.Event<ExclusionDetails>;
  /**
   * Stores the reason, and fires `onDidExcludeHunks`. A listener rewrites the diff's text, from which the excluded hunks
   * are then read.
   */
  setHunksExcluded(choice: HunkExclusion, details?: ExclusionDetails): void;
  readonly onDidExcludeHunks: vscode.Event<HunkExclusion & ExclusionDetails>;
  /**
   * The reason that the user gave for an exclusion; undefined without one.
   * @param hunk index of a hunk; without it, of the whole change
   */
  reasonOf(change: Change, hunk?: number): string | undefined;
  /** Sentences about choices in the review of an earlier plan that were not reapplied to this one. */
  readonly lostChoiceTexts: readonly string[];
  /** Adds a sentence to `lostChoiceTexts`. */
  addLostChoice(text: string): void;
  /** The call as it would be written now; a new object on each change. */
  current(): AmendedCall;
  /** Replaces the result of `current` once the edits were read again; fires `onDidChangeCurrent`. */
  setCurrent(current: AmendedCall): void;
  readonly onDidChangeCurrent: vscode.Event<void>;
  /** Number of the user's comments that are sent to the agent with the answer. */
  commentCount(): number;
  setCommentCount(count: number): void;
}

/** Time in which a `setCurrent` usually follows an exclusion, so that one refresh of the view shows both. */
const refreshDelayMs = 50;

/** @param refresh called after each change of the state; `setHunksExcluded` leaves that to the `setCurrent` after it */
export function createUserChoices({ title, changes }: ReviewRequest, refresh: () => void): UserChoices {
  const exclusionEmitter = new vscode.EventEmitter<ExclusionDetails>();
  const hunkEmitter = new vscode.EventEmitter<HunkExclusion & ExclusionDetails>();
  const currentEmitter = new vscode.EventEmitter<void>();
  const exclusions = new ExclusionChoices(changes);
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let current: AmendedCall = { title, changes, amended: new Map(), edited: new Set(), hunks: new Map() };
  let commentCount = 0;
  const lostChoiceTexts: string[] = [];
  const setCurrent = (newCurrent: AmendedCall): void => {
    clearTimeout(refreshTimer);
    current = newCurrent;
    currentEmitter.fire();
    refresh();
  };
  return {
    excluded: () => exclusions.excluded,
    excludedByUser: () => exclusions.excludedByUser,
    setExcluded: (targets, isExcluded, details = {}) => {
      exclusions.setExcluded(targets, isExcluded, details.reason);
      exclusionEmitter.fire(details);
      // If `setCurrent` follows in time, it refreshes instead.
      clearTimeout(refreshTimer);
      refreshTimer = setTimeout(refresh, refreshDelayMs);
    },
    onDidChangeExclusions: exclusionEmitter.event,
    setHunksExcluded: (choice, details = {}) => {
      const reason = choice.isExcluded ? details.reason : undefined;
      for (const index of choice.indices) exclusions.setReason(choice.change, reason, index);
      hunkEmitter.fire({ ...choice, ...details });
    },
    onDidExcludeHunks: hunkEmitter.event,
    reasonOf: (change, hunk) => exclusions.reasonOf(change, hunk),
    lostChoiceTexts,
    addLostChoice: (text) => {
      lostChoiceTexts.push(text);
      setCurrent({ ...current });
    },
    current: () => current,
    setCurrent,
    onDidChangeCurrent: currentEmitter.event,
    commentCount: () => commentCount,
    setCommentCount: (count) => {
      commentCount = count;
      setCurrent({ ...current });
    },
  };
}

/** The same choices, but ignores exclusions after the answer, since the choices have been read by then. */
export function withoutLateExclusions(choices: UserChoices, closedSignal: AbortSignal): UserChoices {
  return {
    ...choices,
    setExcluded: (...args) => (closedSignal.aborted ? undefined : choices.setExcluded(...args)),
    setHunksExcluded: (...args) => (closedSignal.aborted ? undefined : choices.setHunksExcluded(...args)),
  };
}
