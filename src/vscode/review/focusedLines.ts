// Finds the focused row of the pending view, which VS Code's API does not expose.

import type { Disposable, TreeView } from 'vscode';
import { isSameRow, type PendingLine, type PendingNode } from './pendingRow.ts';
import { isReadNode } from './readSurfaces.ts';

type Lines = readonly PendingNode[];

/**
 * Finds the focused row when a key is pressed in the view (the API exposes only the selection): the key bindings toggle
 * that row's selection twice by `runCommands` before their command, and the difference is the row.
 */
export class FocusedLines implements Disposable {
  readonly #subscription: Disposable;
  #previous: Lines = [];
  #selected: Lines = [];

  constructor(view: TreeView<PendingLine>) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#previous = this.#selected;
      this.#selected = selection.filter((line): line is PendingNode => !isReadNode(line));
    });
  }

  /**
   * The focused row alone, or, if it is selected, all selected rows with it first. Empty if no key was pressed since the
   * last call, or the tree is refreshing.
   */
  takeFocused(): Lines {
    const [toggled, selected] = [this.#previous, this.#selected];
    this.#previous = selected;
    const added = toggled.find((line) => !includes(selected, line));
    if (added !== undefined) return [added];
    const focused = selected.find((line) => !includes(toggled, line));
    return focused === undefined ? [] : [focused, ...selected.filter((line) => line !== focused)];
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function includes(lines: Lines, line: PendingNode): boolean {
  return lines.some((each) => isSameRow(each, line));
}
