// Shows the view of calls that failed or were denied.

import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import type { FailedCall } from '../../tools/ports/failures.ts';

const viewId = 'redline.notDone';
/** Context key that is set while the list is not empty; the view is visible only then. */
const contextKey = 'redline.hasNotDone';
/** Maximum number of calls in the list. The audit log has all of them. */
const maxListed = 50;

export interface ListedCall extends FailedCall {
  /** Unique in this window. */
  readonly id: number;
  readonly time: Date;
}

/** Lists the denied and failed calls of this window, newest first, in a view instead of notifications. */
export class NotDoneView implements vscode.TreeDataProvider<ListedCall>, vscode.Disposable {
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changeEmitter.event;
  readonly #registrations: vscode.Disposable;
  #calls: readonly ListedCall[] = [];
  #lastId = 0;

  constructor() {
    this.#registrations = vscode.Disposable.from(
      this.#changeEmitter,
      vscode.window.registerTreeDataProvider(viewId, this),
      registerCommands({ 'redline.notDone.clear': () => this.#setCalls([]) }),
    );
  }

  add(call: FailedCall): void {
    this.#setCalls([{ ...call, id: ++this.#lastId, time: new Date() }, ...this.#calls].slice(0, maxListed));
  }

  getChildren(call?: ListedCall): ListedCall[] {
    return call === undefined ? [...this.#calls] : [];
  }

  async getTreeItem(call: ListedCall): Promise<vscode.TreeItem> {
    return (await import('./notDoneItem.ts')).notDoneItem(call);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  #setCalls(calls: readonly ListedCall[]): void {
    this.#calls = calls;
    void vscode.commands.executeCommand('setContext', contextKey, calls.length > 0);
    this.#changeEmitter.fire();
  }
}
