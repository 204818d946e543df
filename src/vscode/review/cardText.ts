// Formats the card that asks for approval in the chat.

import * as vscode from 'vscode';
import { countsOf, diffOf, displayPathOf, sumCounts, describeChange, type Counts } from '../../core/change/summary.ts';
import type { Change } from '../../core/change/change.ts';
import { exceedsDiffEditor } from '../../core/change/diffSize.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { shorten } from '../../core/wording/shorten.ts';
import { escapeForDisplay, escapeMarkdown } from '../../core/text/unicode.ts';
import { waitingText } from './pendingView.ts';
import { translate } from '../shared/translate.ts';
import { firstNames } from '../shared/changeLabels.ts';

const maxListedFiles = 10;
const maxListedWarnings = 8;
const maxDiffLines = 24;
/** Maximum number of changed lines of a diff that is computed completely. */
const maxDiffedLines = 2000;
/** Maximum UTF-16 units of a line: the host truncates a card at 100,000 characters. */
const maxLineChars = 300;

/** The content of a card: the changes that would be written now. */
export interface CardContent {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  /** The planned changes from which the user's edits derived `changes`. */
  readonly planned: readonly Change[];
  readonly excluded: readonly Change[];
  readonly isAmended: boolean;
  readonly hasExcludedParts: boolean;
  readonly warnings: readonly string[];
  /** Number of comments that are sent with either answer. */
  readonly comments: number;
}

/** Formats the card, from the plan alone. Text from a model appears as code or escaped, never as markdown. */
export function cardText(card: CardContent): { title: string; message: vscode.MarkdownString } {
  const message = new vscode.MarkdownString();
  const changes = withoutImpliedFolders(card.changes);
  const { warnings } = card;
  if (warnings.length > 0)
    message.appendMarkdown(`${bulletList(warnings.map(warningLine), maxListedWarnings, '⚠ ')}\n\n`);
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) {
    message.appendMarkdown(`${changeLine(only)}\n`);
    message.appendCodeblock(shortDiff(only), 'diff');
  } else {
    message.appendMarkdown(`${totalsText(changes)}\n\n${bulletList(changes.map(changeLine), maxListedFiles)}\n`);
  }
  if (card.excluded.length > 0) message.appendMarkdown(`\n${excludedText(card.excluded)}\n`);
  if (card.isAmended) {
    message.appendMarkdown(`\n${vscode.l10n.t('You amended this change. It is shown here as it will be written.')}\n`);
  }
  if (card.hasExcludedParts) {
    message.appendMarkdown(`\n${vscode.l10n.t('You excluded parts of it, which are not shown here.')}\n`);
  }
  if (card.comments > 0) {
    const text = vscode.l10n.t(
      'Your comments ({0}) go to the agent with either answer: Allow writes the change, Skip requests changes.',
      card.comments,
    );
    message.appendMarkdown(`\n${text}\n`);
  }
  message.appendMarkdown(
    `\n${
      card.planned.every(exceedsDiffEditor)
        ? vscode.l10n.t('The diff is open in the editor.')
        : vscode.l10n.t('The diff is open in the editor. You can amend it there before you allow it.')
    }`,
  );
  return { title: `Redline: ${titleOf(card)}`, message };
}

/**
 * Formats the title, the only part of a card that a screen reader reads. The host drops some characters or turns them
 * into icons, even if escaped; then the title is generic, and the card contains the text.
 */
function titleOf(card: CardContent): string {
  const title = translate(card.title);
  const isShownAsIs = !/[\\*_#>`]|\$\(/.test(title);
  const text = isShownAsIs ? withoutMarkdown(shorten(title, maxLineChars)) : waitingText(1);
  return `${text}${countsText(sumCounts(card.changes))}`;
}

/** Escapes only text with markdown in it: a screen reader reads each backslash aloud. */
function withoutMarkdown(title: string): string {
  return /[^\p{L}\p{M}\p{N} ./,;'"“”…→()+−-]|\bwww\./iu.test(title) ? escapeMarkdown(title) : title;
}

/** " (+3 −1)"; empty if no lines change. */
function countsText({ added, removed }: Counts): string {
  return added + removed === 0 ? '' : ` (+${added} −${removed})`;
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

function bulletList(lines: readonly string[], limit: number, mark = ''): string {
  return firstNames(lines, limit)
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
  // A large diff takes long to compute, only to be truncated.
  const { added, removed } = countsOf(change);
  const isLarge = added + removed > maxDiffedLines;
  const diffLines = diffOf(change, isLarge ? maxDiffedLines * maxDiffLines : undefined).split('\n');
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
