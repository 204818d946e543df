// Formats warnings of details that a user could overlook in a change.

import * as vscode from 'vscode';
import { cautionsOf } from '../../../core/change/reviewTexts.ts';
import type { Caution, Change } from '../../../core/change/change.ts';
import type { DeclaredAttributes } from '../../../core/git/attributes.ts';
import {
  comparableTexts,
  compareChangeSync,
  findInvisibleSync,
  type InvisibleDifference,
} from '../../../core/change/changeComparison.ts';
import { exceedsDiffEditor } from '../../../core/change/diffSize.ts';
import { findGeneratedIn, type GeneratedFile } from '../../../core/change/warnings/generated.ts';
import {
  findWarningsSync,
  maxFindings,
  type OutOfSight,
  type Warnings,
} from '../../../core/change/warnings/warnings.ts';
import { compareLines } from '../../../core/diff/lineBlocks.ts';
import type { DiffBlock } from '../../../core/diff/lineDiff.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import { translate } from '../../shared/translate.ts';
import { escapeForDisplay, type HiddenFinding } from '../../../core/text/hiddenCharacters.ts';

/** Maximum number of different characters that a warning names. */
const maxListedFindings = 5;
/** Results of `warningsOf`, by its first argument alone. */
const cache = new WeakMap<Change, readonly ReviewWarning[]>();

/** A warning of a detail that a user could overlook, with its line. */
export interface ReviewWarning {
  /** A sentence without its full stop, with the file's name. Escaped for display. */
  readonly text: string;
  /** 1-based, in the new text; undefined for a warning of the file as a whole. */
  readonly line?: number | undefined;
}

/**
 * Formats warnings of details that a user could overlook in a change, such as hidden characters or a changed encoding.
 * The result is cached by `change`, so the other arguments must be the same at each call with it.
 * @param change the change `planned` as the user amended it
 * @param declared the attributes of the file in the repository's .gitattributes
 */
export function warningsOf(
  change: Change,
  planned: Change = change,
  declared?: DeclaredAttributes,
): readonly ReviewWarning[] {
  const cached = cache.get(change) ?? formatWarnings(change, planned, declared);
  cache.set(change, cached);
  return cached;
}

function formatWarnings(change: Change, planned: Change, declared: DeclaredAttributes | undefined): ReviewWarning[] {
  const details = findWarningsSync(change);
  const path = escapeForDisplay(displayPathOf(change));
  return [
    ...cautionsOf([change]).map((caution) => cautionWarning(caution, change, planned)),
    ...findInvisibleSync(change).map((difference) => ({
      text: invisibleDifferenceText(difference, path),
      line: difference.kind === 'encoding' ? undefined : difference.line,
    })),
    ...modeWarnings(change, path),
    ...unifiedWarnings(planned, path),
    ...(details === undefined ? [] : detailWarnings(details, path)),
    ...generatedWarnings(change, path, declared),
  ];
}

function detailWarnings(details: Warnings, path: string): ReviewWarning[] {
  return [
    ...hiddenWarnings(details, path),
    ...details.secrets.map(({ issuer, line }) => secretWarning(issuer, line, path)),
    ...details.schemas.map(({ url, line }) => ({
      text: vscode.l10n.t('{0} makes the editor fetch a schema from {1}', path, escapeForDisplay(url)),
      line,
    })),
    ...outOfSightWarnings(details, path),
    ...(details.hasDeviceName ? [{ text: vscode.l10n.t('{0}: Windows treats a name in it as a device', path) }] : []),
    ...(details.makesExecutable ? [{ text: vscode.l10n.t('{0} becomes executable', path) }] : []),
  ];
}

/** The text names the line after the planned change, so it says so if the user's edits moved or changed that line. */
function cautionWarning({ message, at }: Caution, change: Change, planned: Change): ReviewWarning {
  const text = escapeForDisplay(translate(message));
  const plannedDiff = compareChangeSync(planned);
  if (at === undefined || plannedDiff === undefined) return { text };
  const plannedLine = at.side === 'after' ? at.line : mapLine(plannedDiff.blocks, at.line).line;
  const plannedText = comparableTexts(planned).after;
  const amendedText = comparableTexts(change).after;
  const isAmendedText = plannedText !== undefined && amendedText !== undefined && plannedText !== amendedText;
  if (!isAmendedText) return { text, line: plannedLine };
  const { line, isUnchanged } = mapLine(compareLines(plannedText, amendedText).blocks, plannedLine);
  if (!isUnchanged) return { text: vscode.l10n.t('{0} (you changed this line)', text), line };
  return { text: line === plannedLine ? text : vscode.l10n.t('{0} (now line {1})', text, line), line };
}

/** Maps a line (1-based) through diff blocks; to the block's first line if the block changes it. */
function mapLine(blocks: readonly DiffBlock[], line: number): { readonly line: number; readonly isUnchanged: boolean } {
  // Block positions are 0-based and absolute, so the last block above the line gives its whole shift.
  let shift = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of blocks) {
    if (line - 1 < beforeStart) break;
    if (line - 1 < beforeEnd) return { line: afterStart + 1, isUnchanged: false };
    shift = afterEnd - beforeEnd;
  }
  return { line: line + shift, isUnchanged: true };
}

function secretWarning(issuer: string, line: number, path: string): ReviewWarning {
  const text =
    issuer === 'PEM'
      ? vscode.l10n.t('{0}: line {1} has a private key in plain text', path, line)
      : vscode.l10n.t('{0}: line {1} has what looks like an access token of {2}', path, line, issuer);
  return { text, line };
}

function generatedWarnings(change: Change, path: string, declared: DeclaredAttributes | undefined): ReviewWarning[] {
  const generated = findGeneratedIn(change, declared);
  return generated === undefined ? [] : [generatedWarning(generated, path)];
}

function generatedWarning({ kind, line }: GeneratedFile, path: string): ReviewWarning {
  switch (kind) {
    case 'marked':
      return { text: vscode.l10n.t('{0} says that a program generates it, so an edit may be overwritten', path), line };
    case 'vendored':
      return { text: vscode.l10n.t('{0} is in a folder of installed or copied code, so an edit may be lost', path) };
    case 'lockfile':
      return { text: vscode.l10n.t('{0} is a lock file, which a package manager writes', path) };
    case 'declaredGenerated':
      return { text: vscode.l10n.t('{0} is generated, says .gitattributes, so an edit may be overwritten', path) };
    case 'declaredVendored':
      return { text: vscode.l10n.t('{0} comes from elsewhere, says .gitattributes, so an edit may be lost', path) };
  }
}

/** The planned change alone decides that a file is shown as a unified diff, whatever the user adds. */
function unifiedWarnings(planned: Change, path: string): ReviewWarning[] {
  if (!exceedsDiffEditor(planned)) return [];
  const text = vscode.l10n.t('{0}: too many changes for the diff editor; shown as text, which cannot be amended', path);
  return [{ text }];
}

function modeWarnings(change: Change, path: string): ReviewWarning[] {
  const losesMode = 'mode' in change && change.mode?.before === true && !change.mode.after;
  return losesMode ? [{ text: vscode.l10n.t('{0} is no longer executable', path) }] : [];
}

function invisibleDifferenceText({ kind, count, line }: InvisibleDifference, path: string): string {
  switch (kind) {
    case 'blanks':
      return vscode.l10n.t(
        '{0}: some lines change only in leading or trailing whitespace ({1}), first in line {2}',
        path,
        count,
        line,
      );
    case 'endings':
      return vscode.l10n.t(
        '{0}: line endings change, which a diff does not show ({1}), first in line {2}',
        path,
        count,
        line,
      );
    case 'encoding':
      return vscode.l10n.t('{0}: the encoding or the byte order mark changes, which a diff does not show', path);
  }
}

function hiddenWarnings({ hidden, inPath }: Warnings, path: string): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  if (inPath.length > 0) {
    const text = vscode.l10n.t('the name {0} contains misleading characters: {1}', path, listFindings(inPath));
    warnings.push({ text });
  }
  const first = hidden[0];
  if (first !== undefined) {
    const text = vscode.l10n.t(
      '{0}: the new text contains hidden, reordering or look-alike characters ({1}): {2}, first in line {3}',
      path,
      countText(hidden),
      listFindings(hidden),
      first.line,
    );
    warnings.push({ text, line: first.line });
  }
  return warnings;
}

/** Returns a warning for each kind, with the number of its findings and the line of the first one. */
function outOfSightWarnings({ outOfSight }: Warnings, path: string): ReviewWarning[] {
  const kinds = [...new Set(outOfSight.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const findings = outOfSight.filter((finding) => finding.kind === kind);
    const line = findings[0]?.line ?? 1;
    return { text: outOfSightText(kind, path, countText(findings), line), line };
  });
}

/** The number of findings, of which at most `maxFindings` are collected. */
function countText({ length }: readonly unknown[]): string {
  return length < maxFindings ? String(length) : `${maxFindings}+`;
}

function outOfSightText(kind: OutOfSight['kind'], path: string, count: string, line: number): string {
  switch (kind) {
    case 'blanks':
      return vscode.l10n.t(
        '{0}: spaces push text far to the right, out of sight ({1}), first in line {2}',
        path,
        count,
        line,
      );
    case 'blankLines':
      return vscode.l10n.t('{0}: many blank lines come before text ({1}), first before line {2}', path, count, line);
    case 'longLine':
      return vscode.l10n.t('{0}: very long lines run out of sight ({1}), first in line {2}', path, count, line);
  }
}

/** Lists findings: `U+202E (changes the reading direction), U+200B (invisible)…` */
function listFindings(findings: readonly HiddenFinding[]): string {
  const names = [...new Set(findings.map(({ codePoint, kind }) => `${codePoint} (${kindText(kind)})`))];
  return names.slice(0, maxListedFindings).join(', ') + (names.length > maxListedFindings ? '…' : '');
}

function kindText(kind: HiddenFinding['kind']): string {
  switch (kind) {
    case 'bidirectional':
      return vscode.l10n.t('changes the reading direction');
    case 'invisible':
    case 'tag':
      return vscode.l10n.t('invisible');
    case 'control':
      return vscode.l10n.t('control character');
    case 'separator':
      return vscode.l10n.t('line separator');
    case 'surrogate':
      return vscode.l10n.t('half a character');
    case 'confusable':
      return vscode.l10n.t('looks like a Latin letter');
  }
}
