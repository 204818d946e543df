// Shows the unreviewed changes as a Source Control provider, with marks in the editor's gutter.

import * as vscode from 'vscode';
import { compileRuleGlob } from '../../core/rules/parse/ruleGlob.ts';
import {
  groupItems,
  itemsOfRow,
  keepShownRows,
  type CallerOf,
  type FileRow,
  type ReviewGroup,
  type ReviewRow,
} from '../../core/toReview/reviewGroups.ts';
import { isOpenable, type ReviewItem } from '../../core/watch/reviewItem.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { plainText } from '../messages/notify.ts';
import { reviewUri } from '../files/reviewUri.ts';
import { setting } from '../shared/contributions/settings.ts';
import { groupLabel, rowTooltip } from './toReviewTexts.ts';
import { fileOf } from './showRow.ts';

/** The provider's id, as in `scmProvider ==` in the manifest. */
const providerId = 'redline';

/** A row of the list in the form of VS Code, which passes it to commands. */
export class RowState implements vscode.SourceControlResourceState {
  readonly row: ReviewRow;
  readonly resourceUri: vscode.Uri;
  readonly contextValue: string;
  readonly command: vscode.Command;
  readonly decorations: vscode.SourceControlResourceDecorations;

  constructor(row: ReviewRow) {
    const isFolder = row.kind === 'folder';
    const isDeleted = row.kind === 'file' && row.item.current === undefined;
    this.row = row;
    this.resourceUri = isFolder ? vscode.Uri.joinPath(vscode.Uri.parse(row.folder, true), row.path) : fileOf(row.item);
    const fileContext = isDeleted ? 'deleted' : 'file';
    this.contextValue = isFolder ? 'folder' : fileContext;
    this.command = { command: 'redline.toReview.open', title: vscode.l10n.t('Show What Changed'), arguments: [this] };
    this.decorations = {
      tooltip: rowTooltip(row),
      strikeThrough: isDeleted,
      faded: isFolder && row.isGenerated,
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

interface ToReviewViewDeps {
  readonly watch: Watch;
  readonly createCallerOf: () => CallerOf;
}

interface ShownGroup {
  readonly group: ReviewGroup;
  readonly resourceGroup: vscode.SourceControlResourceGroup;
}

/** The list of unreviewed changes in the Source Control view. Its provider exists only while the list is not empty. */
export class ToReviewView implements vscode.Disposable, vscode.QuickDiffProvider {
  readonly #deps: ToReviewViewDeps;
  #control: vscode.SourceControl | undefined;
  #shownGroups: readonly ShownGroup[] = [];
  /** The items of `#shownGroups`, which follow those of Watch with a delay. */
  #groupedItems: readonly ReviewItem[] = [];
  /** A group without rows, whose label says why Watch is off. */
  #offGroup: vscode.SourceControlResourceGroup | undefined;
  /** The editor loses a click on a row that is replaced before it arrives, so an unchanged row keeps its state. */
  readonly #stateByRow = new WeakMap<ReviewRow, RowState>();
  #itemByUri: ReadonlyMap<string, ReviewItem> = new Map();
  /** Cache key of `#itemByUri`: the array from which it was built, compared by identity. */
  #indexedItems: readonly ReviewItem[] = [];

  constructor(deps: ToReviewViewDeps) {
    this.#deps = deps;
  }

  dispose(): void {
    this.#clear();
  }

  /** The groups on display. */
  get groups(): readonly ReviewGroup[] {
    return this.#shownGroups.map(({ group }) => group);
  }

  /** Finds the item of a file, also if the list on display does not have it yet. */
  itemAt(uri: vscode.Uri): ReviewItem | undefined {
    const items = this.#deps.watch.items();
    if (items !== this.#indexedItems) this.#itemByUri = new Map(items.map((item) => [fileOf(item).toString(), item]));
    this.#indexedItems = items;
    return this.#itemByUri.get(uri.toString());
  }

  /** The displayed row of an item (a moved file is two items in one row); a new row if the list is stale. */
  rowOf(item: ReviewItem): FileRow {
    const rows = this.groups.flatMap((group) => group.rows).filter((row) => row.kind === 'file');
    return rows.find((row) => itemsOfRow(row).includes(item)) ?? { kind: 'file', item };
  }

  /** Finds the group of a row; undefined if it is gone from the list. */
  groupOf({ id }: vscode.SourceControlResourceGroup): ReviewGroup | undefined {
    return this.#shownGroups.find(({ resourceGroup }) => resourceGroup.id === id)?.group;
  }

  /** Updates the list if Watch has other items by now. */
  refreshIfStale(): void {
    if (this.#groupedItems !== this.#deps.watch.items()) this.refresh();
  }

  refresh(): void {
    const { watch, createCallerOf } = this.#deps;
    const items = watch.items();
    this.#groupedItems = items;
    const offReasons = watch.status().flatMap((folder) => (folder.state === 'off' ? [folder.reason] : []));
    if (items.length === 0 && offReasons.length === 0) return this.#clear();
    const control = (this.#control ??= this.#createControl());
    const groups = groupItems(items, createCallerOf(), createGeneratedTest());
    this.#showGroups(control, groups);
    // A renamed file has an item for each of its paths, but one row.
    const fileCounts = groups.flatMap(({ rows }) => rows.map((row) => (row.kind === 'folder' ? row.items.length : 1)));
    control.count = fileCounts.reduce((sum, count) => sum + count, 0);
    this.#offGroup?.dispose();
    this.#offGroup =
      offReasons.length === 0
        ? undefined
        : control.createResourceGroup('off', vscode.l10n.t('Watch is off: {0}', plainText(offReasons.join(' '))));
  }

  /**
   * Provides the baseline of a listed file, for the marks in the gutter. Undefined for deleted files and links, which
   * have no text to compare, and for secrets and large files, which have no stored baseline.
   */
  provideOriginalResource(uri: vscode.Uri): vscode.Uri | undefined {
    const item = this.itemAt(uri);
    if (item === undefined || item.current === undefined || !isOpenable(item.path)) return undefined;
    if ([item.baseline, item.current].some((side) => side?.mode === 'link' || side?.withheld !== undefined))
      return undefined;
    return reviewUri(uri, item.folder, item.baseline);
  }

  #clear(): void {
    this.#control?.dispose();
    this.#control = undefined;
    this.#offGroup = undefined;
    this.#shownGroups = [];
  }

  #createControl(): vscode.SourceControl {
    const control = vscode.scm.createSourceControl(providerId, vscode.l10n.t('Redline: To Review'));
    control.quickDiffProvider = this;
    control.inputBox.visible = false;
    return control;
  }

  /** Updates groups in place; recreates all if their order changed, since VS Code cannot move one. */
  #showGroups(control: vscode.SourceControl, groups: readonly ReviewGroup[]): void {
    const isSameOrder =
      this.#shownGroups.length === groups.length &&
      groups.every(({ id }, index) => this.#shownGroups[index]?.group.id === id);
    if (!isSameOrder) for (const { resourceGroup } of this.#shownGroups) resourceGroup.dispose();
    this.#shownGroups = groups.map((group, index) => {
      const label = groupLabel(group.author, group.from);
      const shown = isSameOrder ? this.#shownGroups[index] : undefined;
      const resourceGroup = shown?.resourceGroup ?? control.createResourceGroup(group.id, label);
      const rows = keepShownRows(group.rows, shown?.group.rows ?? []);
      resourceGroup.label = label;
      // The manifest shows commands by this value.
      resourceGroup.contextValue = group.author.kind;
      resourceGroup.resourceStates = rows.map((row) => this.#stateOf(row));
      return { group: { ...group, rows }, resourceGroup };
    });
  }

  #stateOf(row: ReviewRow): RowState {
    const state = this.#stateByRow.get(row) ?? new RowState(row);
    this.#stateByRow.set(row, state);
    return state;
  }
}

function createGeneratedTest(): (path: string) => boolean {
  const value = setting('review.generatedFiles');
  const patterns = Array.isArray(value) ? value.filter((pattern) => typeof pattern === 'string') : [];
  const globs = patterns.flatMap((pattern) => {
    try {
      return [compileRuleGlob(pattern)];
    } catch {
      // An invalid pattern matches nothing.
      return [];
    }
  });
  return (path) => globs.some((glob) => glob.matches(path));
}
