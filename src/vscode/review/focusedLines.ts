import type { Disposable, TreeView } from 'vscode';
import type { PendingLine, PendingNode } from './pendingView.ts';
import { isReadNode } from './readSurfaces.ts';

type Lines = readonly PendingNode[];

/**
 * Which line of the view has the keyboard focus when one of its keys is pressed. The API tells of the selection only, so
 * the keys (in the manifest, by `runCommands`) select or deselect the line and put it back before they call their command:
 * all in one turn of the editor, in which no other key can arrive.
 */
export class FocusedLines implements Disposable {
  readonly #subscription: Disposable;
  #before: Lines = [];
  #now: Lines = [];

  constructor(view: TreeView<PendingLine>) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#before = this.#now;
      this.#now = selection.filter((line): line is PendingNode => !isReadNode(line));
    });
  }

  /**
   * The line of the key that was pressed last, and after it those that are selected with it; none for any other call, and
   * none while the view makes its lines anew: then nobody can tell, and the key does nothing.
   */
  take(): Lines {
    const [toggled, selected] = [this.#before, this.#now];
    this.#before = selected;
    const added = toggled.find((line) => !includes(selected, line));
    if (added !== undefined) return [added];
    const focused = selected.find((line) => !includes(toggled, line));
    return focused === undefined ? [] : [focused, ...selected.filter((line) => line !== focused)];
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** The view makes its lines anew, so they are known by what they show. */
function includes(lines: Lines, { review, change }: PendingNode): boolean {
  return lines.some((line) => line.review === review && line.change === change);
}
