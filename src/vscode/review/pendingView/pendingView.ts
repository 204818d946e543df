// Shows the view of waiting calls, and of the questions whether agents may read files. Finds its focused row, which VS
// Code's API does not expose.

import * as vscode from 'vscode';
import { locationsOf } from '../../../core/change/summary.ts';
import type { CountedFileQueue } from '../../shared/fileQueue.ts';
import { reviewIdOfTab } from '../diff/diffTabs.ts';
import type { PendingReview, PendingReviews } from '../pendingReviews.ts';
import type { ReadQuestions } from './readQuestions.ts';
import { isReadRow, readItem } from './readSurfaces.ts';
import { isSameRow, type CallRow, type PendingRow } from './pendingRow.ts';

const pendingViewId = 'redline.pending';

/** Maximum number of calls in the view; others follow as these are answered. */
const maxListedCalls = 200;

/** A badge counts the questions and the calls. */
export class PendingView implements vscode.TreeDataProvider<PendingRow>, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #readQuestions: ReadQuestions;
  readonly #queue: CountedFileQueue;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<PendingRow>;
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData: vscode.Event<void>;
  readonly focused: FocusedRows;
  /** The call whose diff was active last. */
  #selectedCall: PendingReview | undefined;

  /** @param queue the queue in which calls wait for others on the same files */
  constructor(pending: PendingReviews, readQuestions: ReadQuestions, queue: CountedFileQueue) {
    this.#queue = queue;
    queue.changeListener = () => this.#changeEmitter.fire();
    this.#pending = pending;
    this.#readQuestions = readQuestions;
    this.onDidChangeTreeData = this.#changeEmitter.event;
    this.#view = vscode.window.createTreeView(pendingViewId, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      canSelectMany: true,
    });
    this.focused = new FocusedRows(this.#view);
    this.#subscription = vscode.Disposable.from(
      this.focused,
      this.#changeEmitter,
      ...[pending, readQuestions].map((each) => each.onDidChange(() => this.#refresh())),
      vscode.window.tabGroups.onDidChangeTabs(() => void this.#selectCallOfTab()),
      this.#view.onDidChangeCheckboxState(({ items }) => {
        void this.#setExcluded(items);
      }),
    );
  }

  async getChildren(row?: PendingRow): Promise<PendingRow[]> {
    if (row === undefined) {
      const calls = this.#pending.all.slice(0, maxListedCalls).map((review) => ({ kind: 'call', review }) as const);
      return [...this.#readQuestions.all.map((question) => ({ question })), ...calls];
    }
    if (isReadRow(row)) return [];
    const { childRowsOf } = await import('./partItems.ts');
    return [...childRowsOf(row)];
  }

  /** Only top-level rows (calls) are revealed, so none has a parent. */
  getParent(): undefined {
    return undefined;
  }

  async getTreeItem(row: PendingRow): Promise<vscode.TreeItem> {
    if (isReadRow(row)) return readItem(row);
    const { toTreeItem } = await import('./pendingItems.ts');
    return toTreeItem(row, () => this.#countBlocked(row.review));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.dispose();
  }

  async #setExcluded(items: readonly (readonly [PendingRow, vscode.TreeItemCheckboxState])[]): Promise<void> {
    const { excludeRows, includeRows } = await import('./rowExclusions.ts');
    for (const [row, state] of items) {
      if (isReadRow(row)) continue;
      if (state === vscode.TreeItemCheckboxState.Unchecked) excludeRows([row]);
      else includeRows([row]);
    }
  }

  /** Counts the calls that wait for this one, because they change the same files. */
  #countBlocked({ request: { changes } }: PendingReview): number {
    return this.#queue.countWaiting(changes.flatMap(locationsOf).map(({ real }) => real));
  }

  /** Selects the call whose diff becomes active. */
  async #selectCallOfTab(): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const review = tab === undefined ? undefined : this.#pending.find(reviewIdOfTab(tab));
    // Another diff of the same call keeps the selection.
    if (review === undefined || review === this.#selectedCall) return;
    this.#selectedCall = review;
    if (!this.#view.visible) return;
    // Rejects if the call was answered meanwhile.
    await this.#view.reveal({ kind: 'call', review }, { select: true, focus: false }).then(undefined, () => undefined);
  }

  #refresh(): void {
    this.#changeEmitter.fire();
    const count = this.#pending.count + this.#readQuestions.all.length;
    const more = this.#pending.count - maxListedCalls;
    this.#view.message =
      more > 0 ? vscode.l10n.t('The first {0} are listed; {1} more are waiting.', maxListedCalls, more) : '';
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: waitingText(count) };
  }
}

export function waitingText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 change is waiting for your review')
    : vscode.l10n.t('{0} changes are waiting for your review', count);
}

/** Checks only that there is a `review`, which callers look up: it may have ended, or come from another extension. */
export function isCallRow(value: unknown): value is CallRow {
  return typeof value === 'object' && value !== null && 'review' in value;
}

type Rows = readonly CallRow[];

/**
 * Finds the focused row when a key is pressed in the view. The API exposes only the selection, so the key bindings
 * toggle the selection of the focused row twice by `runCommands` before their command. The last two selections differ
 * in the focused row.
 */
class FocusedRows implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  /** The selection before the last change of it. */
  #previous: Rows = [];
  #selected: Rows = [];

  constructor(view: vscode.TreeView<PendingRow>) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#previous = this.#selected;
      this.#selected = selection.filter((row): row is CallRow => !isReadRow(row));
    });
  }

  /**
   * Returns the focused row alone, or, if it is selected, all selected rows with it first. Empty if no key was pressed
   * since the last call of this method, or the tree is refreshing.
   */
  takeFocused(): Rows {
    const toggledOnce = this.#previous;
    const selected = this.#selected;
    this.#previous = selected;
    // The first toggle added a focused row outside the selection, and the second one removed it.
    const unselectedFocus = toggledOnce.find((row) => !includesRow(selected, row));
    if (unselectedFocus !== undefined) return [unselectedFocus];
    // The first toggle removed a focused row in the selection.
    const selectedFocus = selected.find((row) => !includesRow(toggledOnce, row));
    return selectedFocus === undefined ? [] : [selectedFocus, ...selected.filter((row) => row !== selectedFocus)];
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function includesRow(rows: Rows, row: CallRow): boolean {
  return rows.some((each) => isSameRow(each, row));
}
