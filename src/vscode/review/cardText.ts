import * as vscode from 'vscode';
import { countsOf, diffOf, pathOf, wordsOf } from '../../core/summary.ts';
import type { Change } from '../../core/change.ts';
import { escapeMarkdown } from '../../core/unicode.ts';
import type { ReviewRequest } from '../../tools/ports.ts';

const filesShown = 10;
const diffLinesShown = 24;

/** The card's words, built from the plan alone; what a model wrote is shown as code or escaped, never as markdown. */
export function cardText(request: ReviewRequest): { title: string; message: vscode.MarkdownString } {
  const message = new vscode.MarkdownString();
  message.appendMarkdown(
    `${vscode.l10n.t('The diff is open in the editor; you can amend it there before you allow it.')}\n\n`,
  );
  for (const change of request.changes.slice(0, filesShown)) message.appendMarkdown(`- ${line(change)}\n`);
  const more = request.changes.length - filesShown;
  if (more > 0) message.appendMarkdown(`- ${vscode.l10n.t('and {0} more', more)}\n`);
  const [only, ...others] = request.changes;
  if (only !== undefined && others.length === 0) message.appendCodeblock(shortDiff(only), 'diff');
  return { title: `Redline: ${escapeMarkdown(request.title)}`, message };
}

function line(change: Change): string {
  const { added, removed } = countsOf(change);
  return `${escapeMarkdown(wordsOf(change))} (+${added} −${removed})`;
}

function shortDiff(change: Change): string {
  const lines = diffOf(change).split('\n');
  const left = lines.length - diffLinesShown;
  if (left <= 0) return lines.join('\n');
  const note = vscode.l10n.t('… {0} more lines of the diff of {1} are in the editor', left, pathOf(change));
  return [...lines.slice(0, diffLinesShown), note].join('\n');
}
