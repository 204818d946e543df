// Formats the card that asks for approval in the chat.

import * as vscode from 'vscode';
import {
  countsOf,
  diffOf,
  displayPathOf,
  sumCounts,
  describeChange,
  withoutImpliedFolders,
  type LineCounts,
} from '../../../core/change/summary.ts';
import type { Change } from '../../../core/change/change.ts';
import { exceedsDiffEditor } from '../../../core/change/diffSize.ts';
import { type Phrase, shorten } from '../../../core/wording/phrase.ts';
import { escapeForDisplay, escapeMarkdown, leftToRightMark } from '../../../core/text/hiddenCharacters.ts';
import { waitingText } from '../pendingView/pendingView.ts';
import { translate } from '../../shared/translate.ts';
import { firstNames } from '../../shared/changeLabels.ts';

const maxListedFiles = 10;
const maxListedWarnings = 8;
const maxDiffLines = 24;
/** Maximum number of changed lines for which the whole diff is computed; of larger changes only its beginning. */
const maxChangedLines = 2000;
/** Maximum UTF-16 units of the computed beginning of the diff of a larger change: more than the card shows. */
const maxLargeDiffChars = 48_000;
/** Maximum UTF-16 units of a line: the host truncates a card at 100,000 characters. */
const maxLineChars = 300;

/** The content of a card: the changes that would be written now. */
export interface CardContent {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** The planned changes, without the user's edits. `changes` has the same changes with them. */
  readonly planned: readonly Change[];
  readonly excluded: readonly Change[];
  readonly isAmended: boolean;
  readonly hasExcludedParts: boolean;
  readonly warnings: readonly string[];
  /** Number of comments that are sent with either answer. */
  readonly commentCount: number;
}

/** Formats the card; reads no file. Text from a model appears as code or escaped, never as markdown. */
export function cardText(card: CardContent): { title: string; message: vscode.MarkdownString } {
  const message = new vscode.MarkdownString();
  const changes = withoutImpliedFolders(card.changes);
  const { warnings } = card;
  if (warnings.length > 0) {
    message.appendMarkdown(`${bulletList(warnings.map(warningLine), maxListedWarnings, '⚠ ')}\n\n`);
  }
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) {
    message.appendMarkdown(`${changeLine(only)}\n`);
    message.appendCodeblock(shortDiff(only), 'diff');
  } else {
    message.appendMarkdown(`${totalsText(changes)}\n\n${bulletList(changes.map(changeLine), maxListedFiles)}\n`);
  }
  for (const text of choiceTexts(card)) message.appendMarkdown(`\n${text}\n`);
  // Changes that exceed the diff editor are shown as text, which cannot be amended.
  const openText = card.planned.every(exceedsDiffEditor)
    ? vscode.l10n.t('The diff is open in the editor.')
    : vscode.l10n.t('The diff is open in the editor. You can amend it there before you allow it.');
  message.appendMarkdown(`\n${openText}`);
  return { title: `Redline: ${titleOf(card)}`, message };
}

/** Paragraphs about what the user has excluded, amended and commented on. */
function choiceTexts({ excluded, isAmended, hasExcludedParts, commentCount }: CardContent): string[] {
  const texts: string[] = [];
  if (excluded.length > 0) texts.push(excludedText(excluded));
  if (isAmended) texts.push(vscode.l10n.t('You amended this change. It is shown here as it will be written.'));
  if (hasExcludedParts) texts.push(vscode.l10n.t('You excluded parts of it, which are not shown here.'));
  if (commentCount > 0) {
    const text = vscode.l10n.t(
      'Your comments ({0}) go to the agent with either answer: Allow writes the change, Skip requests changes.',
      commentCount,
    );
    texts.push(text);
  }
  return texts;
}

/**
 * Formats the title, the only part of a card that a screen reader reads. The host drops some characters or turns them
 * into icons, even if escaped; then the title is generic, and the card contains the text.
 */
function titleOf(card: CardContent): string {
  const title = translate(card.title);
  // Characters of markdown, and `$(`, which starts an icon.
  const isShownAsIs = !/[\\*_#>`]|\$\(/.test(title);
  const text = isShownAsIs ? escapeIfMarkdown(shorten(title, maxLineChars)) : waitingText(1);
  return `${text}${countsText(sumCounts(card.changes))}`;
}

/**
 * Escapes a title if it may contain markdown: any character not in this list, or an address, which becomes a link. Does
 * not escape others, since a screen reader reads each backslash aloud.
 */
function escapeIfMarkdown(title: string): string {
  return /[^\p{L}\p{M}\p{N} ./,;'"“”…→()+−-]|\bwww\./iu.test(title) ? escapeMarkdown(title) : title;
}

/** " (+3 −1)"; empty if no lines change. */
function countsText({ added, removed }: LineCounts): string {
  return added + removed === 0 ? '' : `${leftToRightMark} (+${added} −${removed})`;
}

/** "12 changes, +40 −3 lines:" */
function totalsText(changes: readonly Change[]): string {
  const { added, removed } = sumCounts(changes);
  return vscode.l10n.t('{0} changes, +{1} −{2} lines:', changes.length, added, removed);
}

/** "Excluded: src/a.ts, src/b.ts" */
function excludedText(excluded: readonly Change[]): string {
  const paths = excluded.map((change) => escapeMarkdown(shorten(displayPathOf(change), maxLineChars)));
  return vscode.l10n.t('Excluded: {0}', firstNames(paths, maxListedFiles).join(', '));
}

function bulletList(lines: readonly string[], maxLines: number, mark = ''): string {
  return firstNames(lines, maxLines)
    .map((text) => `- ${mark}${text}`)
    .join('\n');
}

function warningLine(warning: string): string {
  return escapeMarkdown(shorten(warning, maxLineChars));
}

function changeLine(change: Change): string {
  return `${escapeMarkdown(shorten(translate(describeChange(change)), maxLineChars))}${countsText(countsOf(change))}`;
}

/** The first lines of the diff, without the header, since the card names the file. */
function shortDiff(change: Change): string {
  const { added, removed } = countsOf(change);
  const isLarge = added + removed > maxChangedLines;
  const diffLines = diffOf(change, isLarge ? maxLargeDiffChars : undefined).split('\n');
  const [first = '', second = ''] = diffLines;
  const lines = diffLines.slice(first.startsWith('--- ') && second.startsWith('+++ ') ? 2 : 0);
  // A code block shows hidden characters unchanged, so they are escaped; tabs stay.
  const escaped = lines
    .slice(0, maxDiffLines)
    .map((text) => shorten(text, maxLineChars).split('\t').map(escapeForDisplay).join('\t'));
  const remaining = lines.length - escaped.length;
  if (remaining === 0 && !isLarge) return escaped.join('\n');
  const path = escapeForDisplay(shorten(displayPathOf(change), maxLineChars));
  const note = isLarge
    ? vscode.l10n.t('… the rest of the diff of {0} is in the editor', path)
    : vscode.l10n.t('… {0} more lines of the diff of {1} are in the editor', remaining, path);
  return [...escaped, note].join('\n');
}
