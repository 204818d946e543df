// Formats the texts about unreviewed changes: who made them, by which commands, and the state of the file.

import * as vscode from 'vscode';
import { sizeText } from '../../core/wording/sizeText.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { GroupAuthor, ReviewRow } from '../../core/toReview/reviewGroups.ts';
import type { ReviewItem, StoredFile } from '../../core/watch/reviewItem.ts';
import { firstNames, originTexts, authorLabel } from '../shared/changeLabels.ts';

/** Maximum number of origins (such as commands) in a tooltip. */
const maxOrigins = 5;

/** "Codex · 14:05". @param firstChangeMs in milliseconds since 1970 */
export function groupLabel(author: GroupAuthor, firstChangeMs: number): string {
  const time = new Date(firstChangeMs).toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
  return `${authorName(author)} · ${time}`;
}

/** "Codex", "One of Codex, Terminal". */
function authorName(author: GroupAuthor): string {
  switch (author.kind) {
    case 'turn':
    case 'caller':
      return authorLabel(author.agent);
    case 'terminal':
      return vscode.l10n.t('Terminal');
    case 'several': {
      const names = [...author.agents.map(authorLabel), ...(author.hasTerminal ? [vscode.l10n.t('Terminal')] : [])];
      const [name = '', ...others] = names;
      return others.length === 0 ? name : vscode.l10n.t('One of {0}', names.join(', '));
    }
    case 'outside':
      return vscode.l10n.t('Another Program');
  }
}

/** State of a file: "new", "deleted", "modified · made executable"… */
export function rowStateText(row: ReviewRow): string {
  if (row.kind === 'folder') {
    const count = row.items.length;
    return row.isGenerated ? vscode.l10n.t('{0} generated files', count) : vscode.l10n.t('{0} files', count);
  }
  const { item, movedFrom } = row;
  const { baseline } = movedFrom ?? item;
  const modeTexts = modeTextsOf(baseline, item.current);
  const isOnlyModeChanged = modeTexts.length > 0 && baseline?.id === item.current?.id && movedFrom === undefined;
  return [...(isOnlyModeChanged ? [] : [contentText(item, movedFrom)]), ...modeTexts].join(' · ');
}

function contentText({ baseline, current }: ReviewItem, movedFrom: ReviewItem | undefined): string {
  if (movedFrom !== undefined) return vscode.l10n.t('moved from {0}', escapeForDisplay(movedFrom.path));
  if (baseline === undefined) return current?.mode === 'link' ? vscode.l10n.t('new link') : vscode.l10n.t('new');
  return current === undefined ? vscode.l10n.t('deleted') : vscode.l10n.t('modified');
}

/** Texts about a changed mode; empty if it did not change. A link is not executable. */
function modeTextsOf(before: StoredFile | undefined, after: StoredFile | undefined): string[] {
  const isExecutable = after?.mode === 'executable';
  if (after === undefined || after.mode === 'link' || isExecutable === (before?.mode === 'executable')) return [];
  return [isExecutable ? vscode.l10n.t('made executable') : vscode.l10n.t('no longer executable')];
}

/** Lines of a row's tooltip, which screen readers read, too. */
export function rowTooltip(row: ReviewRow): string {
  if (row.kind === 'folder') {
    const path = row.path === '' ? '.' : escapeForDisplay(row.path);
    return [`${path} · ${rowStateText(row)}`, ...originTextsOf(row.items)].join('\n');
  }
  const { item } = row;
  return [
    `${escapeForDisplay(item.path)} · ${rowStateText(row)}`,
    ...originTextsOf([item]),
    ...linkTexts(item),
    ...withheldTexts(item.current ?? item.baseline),
  ].join('\n');
}

/** Texts about a file that became a link, or the reverse; empty if both sides are links, or none is. */
function linkTexts({ baseline, current }: ReviewItem): string[] {
  const links = [baseline, current].filter((side) => side?.mode === 'link');
  return links.length === 0 || baseline?.mode === current?.mode ? [] : [vscode.l10n.t('symbolic link')];
}

function withheldTexts(side: StoredFile | undefined): string[] {
  if (side?.withheld === 'secret')
    return [vscode.l10n.t('A secret by your rules: no copy is kept, so it cannot be reverted.')];
  if (side?.withheld !== 'large') return [];
  return [vscode.l10n.t('Too large ({0}): no copy is kept, so it cannot be reverted.', sizeText(side.size))];
}

/** The origins of the items' steps, the newest of each item first; at most `maxOrigins`. */
function originTextsOf(items: readonly ReviewItem[]): string[] {
  const texts = new Set<string>();
  for (const { steps } of items) {
    for (const { origin } of steps.toReversed()) for (const text of originTexts(origin)) texts.add(text);
    if (texts.size > maxOrigins) break;
  }
  return firstNames([...texts], maxOrigins);
}

/** Label of items: "src/app.ts", or "3 files". */
export function itemsText(items: readonly ReviewItem[]): string {
  const paths = filePathsOf(items);
  const [only, ...others] = paths;
  if (only !== undefined && others.length === 0) return escapeForDisplay(only);
  return vscode.l10n.t('{0} files', paths.length);
}

/** The paths of items, each file once: if one workspace folder lies in another, both may list it. */
export function filePathsOf(items: readonly ReviewItem[]): readonly string[] {
  const folders = new Set(items.map(({ folder }) => folder));
  const prefixes = new Map(Array.from(folders, (folder) => [folder, vscode.Uri.parse(folder, true).path]));
  return [...new Map(items.map(({ folder, path }) => [`${prefixes.get(folder)}/${path}`, path])).values()];
}
