import * as vscode from 'vscode';
import { countsOf, diffOf, pathOf, totalOf, wordsOf, type Counts } from '../../core/change/summary.ts';
import type { Change } from '../../core/change/change.ts';
import { withoutImpliedFolders } from '../../core/change/impliedFolders.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { shorten } from '../../core/wording/shorten.ts';
import { escapeForDisplay, escapeMarkdown } from '../../core/text/unicode.ts';
import { warningTexts } from './warningText.ts';
import { waitingText } from './pendingView.ts';
import { shown } from '../shared/shown.ts';

const filesShown = 10;
const warningsShown = 8;
const diffLinesShown = 24;
/** Diffs with more lines than this are written down in part. */
const maxCompared = 2000;
/** The host cuts a card at 100,000 characters without a word, so no line may be longer than this. */
const lineLength = 300;

/** What a card tells of a call: as much of it as would be written now. */
export interface CardContent {
  readonly title: Phrase;
  readonly changes: readonly Change[];
  readonly excluded: readonly Change[];
  readonly isAmended: boolean;
}

/** The card's words, built from the plan alone; what a model wrote is shown as code or escaped, never as markdown. */
export function cardText(card: CardContent): { title: string; message: vscode.MarkdownString } {
  const message = new vscode.MarkdownString();
  const changes = withoutImpliedFolders(card.changes);
  const warnings = card.changes.flatMap(warningTexts);
  if (warnings.length > 0) message.appendMarkdown(`${warningList(warnings)}\n\n`);
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) {
    message.appendMarkdown(`${line(only)}\n`);
    message.appendCodeblock(shortDiff(only), 'diff');
  } else {
    message.appendMarkdown(`${totals(changes)}\n\n`);
    for (const change of changes.slice(0, filesShown)) message.appendMarkdown(`- ${line(change)}\n`);
    const more = changes.length - filesShown;
    if (more > 0) message.appendMarkdown(`- ${vscode.l10n.t('and {0} more', more)}\n`);
  }
  if (card.excluded.length > 0) message.appendMarkdown(`\n${excludedText(card.excluded)}\n`);
  if (card.isAmended) {
    message.appendMarkdown(`\n${vscode.l10n.t('You amended this change. It is shown here as it will be written.')}\n`);
  }
  message.appendMarkdown(
    `\n${vscode.l10n.t('The diff is open in the editor. You can amend it there before you allow it.')}`,
  );
  return { title: `Redline: ${titleOf(card)}`, message };
}

/**
 * What is asked, and of how much: all that a screen reader says of the card. The host drops some characters from the
 * title, or makes icons of them, escaped or not; then the card below says it as it is.
 */
function titleOf(card: CardContent): string {
  const title = shown(card.title);
  const isAsItIs = !/[\\*_#>`]|\$\(/.test(title);
  const words = isAsItIs ? withoutMarkdown(shorten(title, lineLength)) : waitingText(1);
  return `${words}${countsText(totalOf(card.changes))}`;
}

/** Escapes what markdown would make something else of, and only that: a screen reader reads each escape out. */
function withoutMarkdown(title: string): string {
  return /[^\p{L}\p{M}\p{N} ./,;'"“”…→()+−-]|\bwww\./iu.test(title) ? escapeMarkdown(title) : title;
}

/** " (+3 −1)"; nothing for what changes no lines. */
function countsText({ added, removed }: Counts): string {
  return added + removed === 0 ? '' : ` (+${added} −${removed})`;
}

/** "12 changes, +40 −3 lines:" */
function totals(changes: readonly Change[]): string {
  const { added, removed } = totalOf(changes);
  return vscode.l10n.t('{0} changes, +{1} −{2} lines:', changes.length, added, removed);
}

/** "Left out: src/a.ts, src/b.ts" */
function excludedText(excluded: readonly Change[]): string {
  const paths = excluded.slice(0, filesShown).map((change) => escapeMarkdown(shorten(pathOf(change), lineLength)));
  const more = excluded.length - filesShown;
  return vscode.l10n.t(
    'Excluded: {0}',
    [...paths, ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])].join(', '),
  );
}

function warningList(warnings: readonly string[]): string {
  const lines = warnings.slice(0, warningsShown).map((text) => `- ⚠ ${escapeMarkdown(shorten(text, lineLength))}`);
  const more = warnings.length - warningsShown;
  return [...lines, ...(more > 0 ? [`- ⚠ ${vscode.l10n.t('and {0} more', more)}`] : [])].join('\n');
}

function line(change: Change): string {
  return `${escapeMarkdown(shorten(shown(wordsOf(change)), lineLength))}${countsText(countsOf(change))}`;
}

/** The beginning of the diff, without the lines that name the file: the card has named it. */
function shortDiff(change: Change): string {
  // The whole of a large diff takes long to write down, only to be cut.
  const { added, removed } = countsOf(change);
  const isLarge = added + removed > maxCompared;
  const all = diffOf(change, isLarge ? maxCompared * diffLinesShown : undefined).split('\n');
  const [first = '', second = ''] = all;
  const lines = all.slice(first.startsWith('--- ') && second.startsWith('+++ ') ? 2 : 0);
  // A code block shows its text as it is, so what hides in it is spelled out; tabs stay.
  const shown = lines
    .slice(0, diffLinesShown)
    .map((text) => shorten(text, lineLength).split('\t').map(escapeForDisplay).join('\t'));
  const left = lines.length - shown.length;
  if (left === 0 && !isLarge) return shown.join('\n');
  const path = escapeForDisplay(shorten(pathOf(change), lineLength));
  const note = isLarge
    ? vscode.l10n.t('… the rest of the diff of {0} is in the editor', path)
    : vscode.l10n.t('… {0} more lines of the diff of {1} are in the editor', left, path);
  return [...shown, note].join('\n');
}
