// Finds the focused row of the pending view, which VS Code's API does not expose.

import type { Disposable, TreeView } from 'vscode';
import { isSameRow, type PendingRow, type CallRow } from './pendingRow.ts';
import { isReadRow } from './readSurfaces.ts';

type Rows = readonly CallRow[];

/**
 * Finds the focused row when a key is pressed in the view. The API exposes only the selection, so the key bindings
 * toggle that of the focused row twice by `runCommands` before their command: the last two selections differ in it.
 */
export class FocusedRows implements Disposable {
  readonly #subscription: Disposable;
  /** The selection before the last change of it. */
  #previous: Rows = [];
  #selected: Rows = [];

  constructor(view: TreeView<PendingRow>) {
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
    const unselectedFocus = toggledOnce.find((row) => !includes(selected, row));
    if (unselectedFocus !== undefined) return [unselectedFocus];
    // The first toggle removed a focused row in the selection.
    const selectedFocus = selected.find((row) => !includes(toggledOnce, row));
    return selectedFocus === undefined ? [] : [selectedFocus, ...selected.filter((row) => row !== selectedFocus)];
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function includes(rows: Rows, row: CallRow): boolean {
  return rows.some((each) => isSameRow(each, row));
}
