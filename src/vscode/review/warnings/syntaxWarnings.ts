// Finds new syntax errors in the scripts of a waiting call, in the background of its review.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { comparableTexts } from '../../../core/change/changeComparison.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import {
  findNewErrors,
  type OpenSyntaxChecker,
  type SourceError,
  type SyntaxChecker,
} from '../../../core/change/warnings/syntaxErrors.ts';
import { baseName } from '../../../core/path/pathParts.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import { shorten } from '../../../core/wording/phrase.ts';
import type { PendingReview } from '../pendingReviews.ts';
import type { ReviewWarning } from './warningText.ts';

/** Maximum number of files of a call that are checked. */
const maxFiles = 100;
/** Maximum UTF-16 units of each side of a file that is checked. */
const maxChars = 1_000_000;
/** Maximum UTF-16 units of the compiler's message in a warning. */
const maxMessageChars = 200;

/** Errors by version of a change, as planned or amended. Changes are immutable, so each is checked once. */
const errorsByVersion = new WeakMap<Change, readonly SourceError[]>();

/**
 * Lists the new syntax errors of a version in one warning. Empty if it has none, or until `followSyntax` has checked
 * it.
 */
export function syntaxWarnings(version: Change): readonly ReviewWarning[] {
  const errors = errorsByVersion.get(version) ?? [];
  const [first] = errors;
  if (first === undefined) return [];
  const path = escapeForDisplay(displayPathOf(version));
  const message = escapeForDisplay(shorten(first.message.replace(/\.$/, ''), maxMessageChars));
  const text = vscode.l10n.t(
    '{0}: new syntax errors ({1}), first in line {2}: {3}',
    path,
    errors.length,
    first.line,
    message,
  );
  return [{ text, line: first.line }];
}

/**
 * Checks the scripts of a call until the call is answered, and each again when the user amends it. The caller does not
 * await this, so that it does not delay the review; never rejects.
 */
export async function followSyntax(review: PendingReview, openChecker: OpenSyntaxChecker): Promise<void> {
  if (!review.request.changes.some(isScript)) return;
  // Without the compiler, the review lists only its other warnings.
  const checker = await openChecker(vscode.env.appRoot).catch(() => undefined);
  if (checker === undefined) return;
  const checkAndUpdate = async (): Promise<void> => {
    if (review.closedSignal.aborted) return;
    const hasNewErrors = await checkVersions(review, checker);
    // The warnings of a call are cached by this object. The event checks once more, and ends there.
    if (hasNewErrors) review.setCurrent({ ...review.current() });
  };
  let lastCheck = Promise.resolve();
  const check = (): void => {
    // Runs one check at a time. If the compiler fails, the review lists only its other warnings.
    lastCheck = lastCheck.then(checkAndUpdate).catch(() => undefined);
  };
  const subscription = review.onDidChangeCurrent(check);
  const end = (): void => {
    subscription.dispose();
    checker.dispose();
  };
  review.closedSignal.addEventListener('abort', end, { once: true });
  if (review.closedSignal.aborted) end();
  else check();
}

/**
 * Checks the versions that would be written now.
 * @returns whether errors were found in one of them for the first time
 */
async function checkVersions(review: PendingReview, checker: SyntaxChecker): Promise<boolean> {
  let hasNewErrors = false;
  for (const change of review.request.changes.filter(isScript).slice(0, maxFiles)) {
    const version = review.current().amended.get(change) ?? change;
    if (errorsByVersion.has(version)) continue;
    const errors = await newErrorsOf(version, checker);
    errorsByVersion.set(version, errors);
    if (errors.length > 0) hasNewErrors = true;
  }
  return hasNewErrors;
}

/** Finds the new syntax errors of a version; none for a file that is too large. */
async function newErrorsOf(version: Change, checker: SyntaxChecker): Promise<readonly SourceError[]> {
  const { before = '', after = '' } = comparableTexts(version);
  if (Math.max(before.length, after.length) > maxChars) return [];
  const errors = await checker.findErrors(compilerPathOf(version), after);
  if (errors.length === 0) return [];
  const errorsBefore = before === '' ? [] : await checker.findErrors(compilerPathOf(version), before);
  return findNewErrors({ text: before, errors: errorsBefore }, { text: after, errors });
}

/** Whether a change writes a script of TypeScript or JavaScript as text. */
function isScript(change: Change): boolean {
  return 'after' in change && change.after.kind === 'text' && /\.(?:[cm]?[jt]s|[jt]sx)$/i.test(change.at.path);
}

/** A path for the compiler, which derives the language from its extension and reads no file. */
function compilerPathOf({ at }: Change): string {
  return `/${baseName(at.path)}`;
}
