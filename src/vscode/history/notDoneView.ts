// Shows the view of calls that failed or were denied.

import * as vscode from 'vscode';
import type { FailedCall } from '../../tools/ports/failures.ts';

const viewId = 'redline.notDone';
/** Context key that is set while the list is not empty; the view is visible only then. */
const contextKey = 'redline.hasNotDone';
/** Maximum number of calls in the list; the audit log has all. */
const maxListed = 50;

export interface Listed extends FailedCall {
  readonly id: number;
  readonly time: Date;
}

/** Lists the calls of this session that were denied or failed, newest first, in a view instead of notifications. */
export class NotDoneView implements vscode.TreeDataProvider<Listed>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #registrations: vscode.Disposable;
  #listed: readonly Listed[] = [];
  #last = 0;

  constructor() {
    this.#registrations = vscode.Disposable.from(
      this.#changed,
      vscode.window.registerTreeDataProvider(viewId, this),
      vscode.commands.registerCommand('redline.notDone.clear', () => this.#list([])),
    );
  }

  add(call: FailedCall): void {
    this.#list([{ ...call, id: ++this.#last, time: new Date() }, ...this.#listed].slice(0, maxListed));
  }

  getChildren(call?: Listed): Listed[] {
    return call === undefined ? [...this.#listed] : [];
  }

  async getTreeItem(call: Listed): Promise<vscode.TreeItem> {
    return (await import('./notDoneItem.ts')).notDoneItem(call);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  #list(listed: readonly Listed[]): void {
    this.#listed = listed;
    void vscode.commands.executeCommand('setContext', contextKey, listed.length > 0);
    this.#changed.fire();
  }
}
