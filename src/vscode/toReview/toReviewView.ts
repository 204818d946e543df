// Lists what is to be reviewed as a Source Control provider, with marks in the gutter.

import * as vscode from 'vscode';
import { compileRuleGlob } from '../../core/rules/ruleGlob.ts';
import { groupItems, type CallerOf, type ReviewGroup, type ReviewRow } from '../../core/toReview/reviewGroups.ts';
import { isOpenable, type ReviewItem } from '../../core/watch/reviewItem.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { plainText } from '../files/plainText.ts';
import { reviewUri } from '../files/reviewUri.ts';
import { makerText, rowTooltip } from './reviewWords.ts';
import { fileOf } from './showRow.ts';

/** The id of the provider in the manifest's `scmProvider ==`. */
const providerId = 'redline';

/** A row of the list, as the editor hands it to commands. */
export class RowState implements vscode.SourceControlResourceState {
  readonly row: ReviewRow;
  readonly resourceUri: vscode.Uri;
  readonly contextValue: string;
  readonly command: vscode.Command;
  readonly decorations: vscode.SourceControlResourceDecorations;

  constructor(row: ReviewRow) {
    const isFolder = row.kind === 'folder';
    const isGone = row.kind === 'file' && row.item.current === undefined;
    this.row = row;
    this.resourceUri = isFolder ? vscode.Uri.joinPath(vscode.Uri.parse(row.folder, true), row.path) : fileOf(row.item);
    this.contextValue = isFolder ? 'folder' : isGone ? 'deleted' : 'file';
    this.command = { command: 'redline.toReview.open', title: vscode.l10n.t('Show What Changed'), arguments: [this] };
    this.decorations = {
      tooltip: rowTooltip(row),
      strikeThrough: isGone,
      faded: isFolder && row.generated,
      iconPath: iconOf(row),
    };
  }
}

function iconOf(row: ReviewRow): vscode.ThemeIcon {
  const icon = (name: string, colour?: string): vscode.ThemeIcon =>
    new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(`gitDecoration.${colour}`));
  if (row.kind === 'folder') return icon('folder');
  if (row.movedFrom !== undefined) return icon('diff-renamed', 'renamedResourceForeground');
  if (row.item.baseline === undefined) return icon('diff-added', 'addedResourceForeground');
  if (row.item.current === undefined) return icon('diff-removed', 'deletedResourceForeground');
  return icon('diff-modified', 'modifiedResourceForeground');
}

/** What the list is made from. */
export interface ListParts {
  readonly watch: Watch;
  /** Looks up callers in the history as it is now. */
  readonly callers: () => CallerOf;
}

interface Shown {
  readonly group: ReviewGroup;
  readonly own: vscode.SourceControlResourceGroup;
}

/**
 * The list of what is to be reviewed, in the Source Control view. The provider is there only while there is something to show.
 */
export class ToReviewView implements vscode.Disposable, vscode.QuickDiffProvider {
  readonly #parts: ListParts;
  #control: vscode.SourceControl | undefined;
  #shown: readonly Shown[] = [];
  /** Says why changes are not seen, in its label. */
  #off: vscode.SourceControlResourceGroup | undefined;
  /** The items that `#byFile` was made from. */
  #listed: readonly ReviewItem[] = [];
  #byFile: ReadonlyMap<string, ReviewItem> = new Map();

  constructor(parts: ListParts) {
    this.#parts = parts;
  }

  dispose(): void {
    this.#control?.dispose();
    this.#control = undefined;
    this.#off = undefined;
    this.#shown = [];
  }

  /** The groups as they are listed. */
  get groups(): readonly ReviewGroup[] {
    return this.#shown.map(({ group }) => group);
  }

  /** The item of a file, as it is now. */
  itemAt(uri: vscode.Uri): ReviewItem | undefined {
    const items = this.#parts.watch.items();
    if (items !== this.#listed) this.#byFile = new Map(items.map((item) => [fileOf(item).toString(), item]));
    this.#listed = items;
    return this.#byFile.get(uri.toString());
  }

  /** The group that the editor hands to a command. */
  groupOf(own: vscode.SourceControlResourceGroup): ReviewGroup | undefined {
    return this.#shown.find((each) => each.own === own || each.own.id === own.id)?.group;
  }

  /** Lists the items as they are now. */
  refresh(): void {
    const { watch, callers } = this.#parts;
    const items = watch.items();
    const off = watch.status().filter(({ state }) => state === 'off');
    if (items.length === 0 && off.length === 0) return this.dispose();
    const control = (this.#control ??= this.#create());
    const groups = groupItems(items, callers(), generatedFiles());
    this.#show(control, groups);
    // A renamed file has an item for each of its names, and one row.
    const counts = groups.flatMap(({ rows }) => rows.map((row) => (row.kind === 'folder' ? row.items.length : 1)));
    control.count = counts.reduce((sum, count) => sum + count, 0);
    this.#off?.dispose();
    const whys = off.flatMap(({ why }) => why ?? []);
    this.#off =
      off.length === 0
        ? undefined
        : control.createResourceGroup('off', vscode.l10n.t('Watch is off: {0}', plainText(whys.join(' '))));
  }

  /** For the marks in the gutter: the baseline of a text file that is listed. */
  provideOriginalResource(uri: vscode.Uri): vscode.Uri | undefined {
    const item = this.itemAt(uri);
    if (item === undefined || item.current === undefined || !isOpenable(item.path)) return undefined;
    if ([item.baseline, item.current].some((side) => side?.mode === 'link' || side?.withheld !== undefined))
      return undefined;
    return reviewUri(uri, item.folder, item.baseline);
  }

  #create(): vscode.SourceControl {
    const control = vscode.scm.createSourceControl(providerId, vscode.l10n.t('Redline: To Review'));
    control.quickDiffProvider = this;
    control.inputBox.visible = false;
    return control;
  }

  /** Groups keep their place and are filled anew; if their order changed, all are made anew. */
  #show(control: vscode.SourceControl, groups: readonly ReviewGroup[]): void {
    const isSameOrder =
      this.#shown.length === groups.length && groups.every(({ id }, at) => this.#shown[at]?.group.id === id);
    if (!isSameOrder) for (const { own } of this.#shown) own.dispose();
    this.#shown = groups.map((group, at) => {
      const label = makerText(group.maker, group.from);
      const own = (isSameOrder ? this.#shown[at]?.own : undefined) ?? control.createResourceGroup(group.id, label);
      own.label = label;
      own.contextValue = group.maker.kind;
      own.resourceStates = group.rows.map((row) => new RowState(row));
      return { group, own };
    });
  }
}

/** Whether a path is one of those that are folded away, by the setting. */
function generatedFiles(): (path: string) => boolean {
  const value = vscode.workspace.getConfiguration('redline.review').get<unknown>('generatedFiles');
  const patterns = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  const globs = patterns.flatMap((pattern) => {
    try {
      return [compileRuleGlob(pattern)];
    } catch {
      // What is no pattern folds nothing.
      return [];
    }
  });
  return (path) => globs.some((glob) => glob.matches(path));
}
