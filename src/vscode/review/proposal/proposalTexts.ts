// Formats the contents of changed files, including binary and large ones, as texts for a diff.

import * as vscode from 'vscode';
import type { Change, Content, LargeContent } from '../../../core/change/change.ts';
import { isCommentable } from '../../../core/comments/unifiedLines.ts';
import { diffOf } from '../../../core/change/summary.ts';
import { displayText } from '../../../core/text/encoding.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';

/** The text of one side of a change, or a description of contents that are not text. */
export function textToShow(content: Content): string {
  switch (content.kind) {
    case 'text':
      return displayText(content.text);
    case 'binary':
      return vscode.l10n.t('Binary file, {0} bytes, SHA-256 {1}', content.bytes.length, content.sha256);
    case 'large':
      return largeText(content);
    case 'unread':
      return vscode.l10n.t('Large file, {0} bytes, which cannot be shown', content.size);
    case 'link':
      return vscode.l10n.t('Symbolic link to {0}', escapeForDisplay(content.target));
    case 'directory':
      return vscode.l10n.t('Folder');
  }
}

/** The unified diff of a change that a diff editor cannot show, below two lines that explain it. */
export function unifiedText(change: Change): string {
  const diff = diffOf(change);
  return [
    vscode.l10n.t('These are too many changes for the diff editor, so the whole diff is shown as text.'),
    isCommentable(diff)
      ? vscode.l10n.t('It can be approved, rejected, excluded and commented on, but not edited here.')
      : vscode.l10n.t('It can be approved, rejected or excluded, but is too long to be edited or commented on here.'),
    '',
    diff,
  ].join('\n');
}

/** Describes a large file, with the text at its end that only this side has; a binary tail is not shown. */
function largeText({ size, sha256, tail }: LargeContent): string {
  const summary = vscode.l10n.t('Large file, {0} bytes, SHA-256 {1}', size, sha256);
  if (tail === undefined) return summary;
  return [summary, vscode.l10n.t('Added at the end:'), tail.kind === 'text' ? displayText(tail.text) : ''].join('\n\n');
}
