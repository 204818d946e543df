// Words warnings of what a person could overlook in a change.

import * as vscode from 'vscode';
import { cautionsOf } from '../../core/change/cautions.ts';
import type { Change } from '../../core/change/change.ts';
import { findWarningsSync, maxHidden, type Warnings } from '../../core/change/warnings.ts';
import type { OutOfSight } from '../../core/diff/outOfSight.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { findUnshownSync, type Unshown } from '../../core/change/unshown.ts';
import { shown } from '../shared/shown.ts';
import { escapeForDisplay, type HiddenFinding } from '../../core/text/unicode.ts';

const maxNamed = 5;
const cache = new WeakMap<Change, readonly string[]>();

/** Words warnings of what a person could overlook in a change, such as hidden characters or a changed encoding. */
export function warningTexts(change: Change): readonly string[] {
  const texts = cache.get(change) ?? toTexts(change);
  cache.set(change, texts);
  return texts;
}

function toTexts(change: Change): string[] {
  const warnings = findWarningsSync(change);
  const path = escapeForDisplay(displayPathOf(change));
  const cautions = cautionsOf([change]).map(({ words }) => escapeForDisplay(shown(words)));
  const unshown = [...findUnshownSync(change).map((each) => unshownText(each, path)), ...modeTexts(change, path)];
  if (warnings === undefined) return [...cautions, ...unshown];
  return [
    ...cautions,
    ...unshown,
    ...hiddenTexts(warnings, path),
    ...warnings.schemas.map((address) =>
      vscode.l10n.t('{0} makes the editor fetch a schema from {1}', path, escapeForDisplay(address)),
    ),
    ...outOfSightTexts(warnings, path),
    ...(warnings.device ? [vscode.l10n.t('{0}: Windows treats a name in it as a device', path)] : []),
    ...(warnings.executable ? [vscode.l10n.t('{0} becomes executable', path)] : []),
  ];
}

function modeTexts(change: Change, path: string): string[] {
  const losesMode = 'mode' in change && change.mode?.before === true && !change.mode.after;
  return losesMode ? [vscode.l10n.t('{0} is no longer executable', path)] : [];
}

function unshownText({ kind, count, line }: Unshown, path: string): string {
  switch (kind) {
    case 'blanks':
      return vscode.l10n.t(
        '{0}: some lines change only in leading or trailing white space ({1}), first in line {2}',
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

function hiddenTexts({ hidden, inPath }: Warnings, path: string): string[] {
  const texts: string[] = [];
  if (inPath.length > 0) {
    texts.push(vscode.l10n.t('the name {0} contains misleading characters: {1}', path, listFindings(inPath)));
  }
  const first = hidden[0];
  if (first !== undefined) {
    texts.push(
      vscode.l10n.t(
        '{0}: the new text contains hidden, reordering or look-alike characters ({1}): {2}, first in line {3}',
        path,
        countText(hidden),
        listFindings(hidden),
        first.line,
      ),
    );
  }
  return texts;
}

function outOfSightTexts({ outOfSight }: Warnings, path: string): string[] {
  const kinds = [...new Set(outOfSight.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const findings = outOfSight.filter((finding) => finding.kind === kind);
    return outOfSightText(kind, path, countText(findings), findings[0]?.line ?? 1);
  });
}

function countText({ length }: readonly unknown[]): string {
  return length < maxHidden ? String(length) : `${maxHidden}+`;
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

/** `U+202E (bidirectional), U+200B (invisible)…` */
function listFindings(findings: readonly HiddenFinding[]): string {
  const names = [...new Set(findings.map(({ codePoint, kind }) => `${codePoint} (${kindText(kind)})`))];
  return names.slice(0, maxNamed).join(', ') + (names.length > maxNamed ? '…' : '');
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
