import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { CountedFileQueue } from '../shared/fileQueue.ts';
import { reviewOfTab } from './diff/diffTabs.ts';
import { FocusedLines } from './focusedLines.ts';
import { changeItem, changesListed, reviewItem } from './pendingItems.ts';
import type { PendingReview, PendingReviews } from './pendingReviews.ts';
import type { ReadQuestions } from './readQuestions.ts';
import { isReadNode, readItem, type ReadNode } from './readSurfaces.ts';

export const pendingViewId = 'redline.pending';

/** So many calls are listed at most; the others follow as those are answered. */
const maxListed = 200;

/** A waiting call, or one of its changes. */
export interface PendingNode {
  readonly review: PendingReview;
  readonly change?: Change;
  /** Whether it was clicked on in the diff. */
  readonly inDiff?: boolean;
}

/** A line of the view: a waiting call, one of its changes, or a file that an agent wants to read. */
export type PendingLine = PendingNode | ReadNode;

/** The view of waiting calls, each with its changes, which a check mark takes in or leaves out; a badge counts the calls. */
export class PendingView implements vscode.TreeDataProvider<PendingLine>, vscode.Disposable {
  readonly #pending: PendingReviews;
  readonly #reads: ReadQuestions;
  readonly #queue: CountedFileQueue;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<PendingLine>;
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData: vscode.Event<void>;
  readonly focused: FocusedLines;
  #shown: PendingReview | undefined;

  /** @param queue where calls wait for others of the same files. */
  constructor(pending: PendingReviews, reads: ReadQuestions, queue: CountedFileQueue) {
    this.#queue = queue;
    queue.onDidChange = () => this.#changed.fire();
    this.#pending = pending;
    this.#reads = reads;
    this.onDidChangeTreeData = this.#changed.event;
    this.#view = vscode.window.createTreeView(pendingViewId, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      canSelectMany: true,
    });
    this.focused = new FocusedLines(this.#view);
    this.#subscription = vscode.Disposable.from(
      this.focused,
      this.#changed,
      ...[pending, reads].map((each) => each.onDidChange(() => this.#follow())),
      vscode.window.tabGroups.onDidChangeTabs(() => void this.#followTab()),
      this.#view.onDidChangeCheckboxState(({ items }) => {
        for (const [node, state] of items) {
          if (isReadNode(node)) continue;
          const { review, change } = node;
          if (change !== undefined) review.leaveOut([change], state === vscode.TreeItemCheckboxState.Unchecked);
        }
      }),
    );
  }

  getChildren(node?: PendingLine): PendingLine[] {
    if (node === undefined) {
      const reads = this.#reads.all.map((read) => ({ read }));
      return [...reads, ...this.#pending.all.slice(0, maxListed).map((review) => ({ review }))];
    }
    return isReadNode(node) || node.change !== undefined ? [] : linesOf(node.review);
  }

  getParent(node: PendingLine): PendingLine | undefined {
    return isReadNode(node) || node.change === undefined ? undefined : { review: node.review };
  }

  getTreeItem(node: PendingLine): vscode.TreeItem {
    if (isReadNode(node)) return readItem(node);
    return node.change === undefined
      ? reviewItem(node.review, this.#behind(node.review))
      : changeItem(node.review, node.change);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.dispose();
  }

  #behind({ request: { changes } }: PendingReview): number {
    return this.#queue.waitingFor(changes.flatMap(locationsOf).map(({ real }) => real));
  }

  /** Selects the line of the diff that comes to the front, so that one sees which of the waiting calls it is. */
  async #followTab(): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const review = tab === undefined ? undefined : this.#pending.find(reviewOfTab(tab));
    // A diff that takes the place of another of the same call leaves the selection as it is.
    if (review === undefined || review === this.#shown) return;
    this.#shown = review;
    if (!this.#view.visible) return;
    // A call that was answered in the meantime has no line any more.
    await this.#view.reveal({ review }, { select: true, focus: false }).then(undefined, () => undefined);
  }

  #follow(): void {
    this.#changed.fire();
    const value = this.#pending.count + this.#reads.all.length;
    const more = this.#pending.count - maxListed;
    this.#view.message =
      more > 0 ? vscode.l10n.t('The first {0} are listed; {1} more are waiting.', maxListed, more) : '';
    this.#view.badge = value === 0 ? undefined : { value, tooltip: waitingText(value) };
  }
}

/** A call of one change says all in its own line. */
function linesOf(review: PendingReview): PendingNode[] {
  const changes = changesListed(review);
  return changes.length > 1 ? changes.map((change) => ({ review, change })) : [];
}

/** "1 change waits for your review". */
export function waitingText(n: number): string {
  return n === 1
    ? vscode.l10n.t('1 change is waiting for your review')
    : vscode.l10n.t('{0} changes are waiting for your review', n);
}

/** What a command of the view's lines is called with. */
export function isPendingNode(value: unknown): value is PendingNode {
  return typeof value === 'object' && value !== null && 'review' in value;
}
