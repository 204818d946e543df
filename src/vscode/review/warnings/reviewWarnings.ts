// Lists the warnings of a waiting call, as it would be written now.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { findMissingParts, type MissingPart } from '../../../core/change/warnings/missingParts.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { AmendedCall } from '../choices/userChoices.ts';
import { reviewLanguage } from '../diff/reviewPath.ts';
import { syntaxWarnings } from './syntaxWarnings.ts';
import { warningsOf, type ReviewWarning } from './warningText.ts';

export interface ListedWarning extends ReviewWarning {
  /** Undefined for a warning about the call as a whole. */
  readonly change?: Change;
}

/**
 * The warnings last listed for a state of a call. Each choice of the user, each warning found later, and a change of the
 * editor's setting replaces the object `review.current()` or `review.excluded()`, so both are compared by identity.
 */
const cache = new WeakMap<
  AmendedCall,
  { readonly excluded: ReadonlySet<Change>; readonly warnings: readonly ListedWarning[] }
>();

/**
 * Warnings of a call. Those about the call as a whole come first, then those about files, in the order of files and
 * lines. These include warnings about parts that need excluded ones; an excluded file or hunk has no warnings.
 */
export function reviewWarnings(review: PendingReview): readonly ListedWarning[] {
  const current = review.current();
  const excluded = review.excluded();
  const cached = cache.get(current);
  if (cached?.excluded === excluded) return cached.warnings;
  const warnings = listWarnings(review);
  cache.set(current, { excluded, warnings });
  return warnings;
}

/** Warnings of one file, in the version that the user amended. Does not check whether the file is excluded. */
export function warningsOfFile(review: PendingReview, change: Change): readonly ReviewWarning[] {
  const version = review.current().amended.get(change) ?? change;
  return [...warningsOf(version, change, review.request.declared?.get(change)), ...syntaxWarnings(version)];
}

/** Warnings about included parts that need an excluded one. */
export function missingPartWarnings(review: PendingReview): readonly ListedWarning[] {
  const missing = findMissingParts(review.request.changes, (change) => versionToWrite(review, change));
  return missing.map(missingPartWarning);
}

function listWarnings(review: PendingReview): readonly ListedWarning[] {
  const { changes } = review.request;
  const fileWarnings = changes.flatMap((change): ListedWarning[] => {
    if (review.excluded().has(change)) return [];
    return warningsOfFile(review, change).map((warning) => ({ ...warning, change }));
  });
  // Only the user's choices can separate parts that belong together.
  const isUntouched = review.excluded().size === 0 && review.current().amended.size === 0;
  const warnings = [...fileWarnings, ...(isUntouched ? [] : missingPartWarnings(review))];
  const indexByChange = new Map(changes.map((change, index) => [change, index]));
  // Warnings about no single change come first.
  const indexOf = ({ change }: ListedWarning): number => (change && indexByChange.get(change)) ?? -1;
  warnings.sort((a, b) => indexOf(a) - indexOf(b) || (a.line ?? 0) - (b.line ?? 0));
  const textsAboutCall = [...hiddenWhiteSpaceTexts(), ...review.lostChoiceTexts];
  return [...textsAboutCall.map((text) => ({ text })), ...warnings];
}

function hiddenWhiteSpaceTexts(): string[] {
  const language = languageHidingWhiteSpace();
  if (language === undefined) return [];
  return [vscode.l10n.t('Whitespace is hidden: diffEditor.ignoreTrimWhitespace of {0}', language)];
}

/** The version of a planned change that would be written; undefined if it is excluded. */
function versionToWrite(review: PendingReview, change: Change): Change | undefined {
  return review.excluded().has(change) ? undefined : (review.current().amended.get(change) ?? change);
}

function missingPartWarning({ change, line, name, from, isRemoved }: MissingPart): ListedWarning {
  const path = escapeForDisplay(displayPathOf(change));
  const source = escapeForDisplay(from);
  if (name === undefined) {
    const text = isRemoved
      ? vscode.l10n.t('{0}: line {1} still imports {2}, which this call takes away', path, line, source)
      : vscode.l10n.t('{0}: line {1} imports {2}, which is excluded', path, line, source);
    return { text, line, change };
  }
  const text = isRemoved
    ? vscode.l10n.t('{0}: line {1} still uses {2}, which this call takes out of {3}', path, line, name, source)
    : vscode.l10n.t('{0}: line {1} uses {2}, whose definition in {3} is excluded', path, line, name, source);
  return { text, line, change };
}

/**
 * A language of files under review whose diffs hide changes of leading and trailing white space; undefined if none does.
 * Redline's default shows these changes, but the user or the workspace can override `diffEditor.ignoreTrimWhitespace`
 * for a language.
 */
export function languageHidingWhiteSpace(): string | undefined {
  const setting = 'ignoreTrimWhitespace';
  const diffSettingsOf = (languageId: string): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration('diffEditor', { languageId });
  // `languageIds` lists all languages with a value of their own, whichever language is asked.
  const languageIds = diffSettingsOf('').inspect(setting)?.languageIds;
  return languageIds?.find((id) => id.startsWith(reviewLanguage) && diffSettingsOf(id).get(setting));
}
