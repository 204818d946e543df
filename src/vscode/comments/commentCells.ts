// Adds the notebook cells to a review's comments, since agents read and edit notebooks by cell.

import { runYielding } from '../../async/eventLoop.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import type { Notebook } from '../../core/notebook/notebook.ts';
import { lineStarts } from '../../core/text/text.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';

/**
 * Adds the cell to each comment on a notebook, unless the lines that the comment is on are gone.
 * @param texts for each comment, in the same order, the text that its line numbers refer to; undefined if its file is no
 *   longer part of the call
 */
export async function withNotebookCells(
  comments: readonly LineComment[],
  texts: readonly (string | undefined)[],
): Promise<readonly LineComment[]> {
  if (!comments.some(isOnNotebook)) return comments;
  const [{ readNotebook }, { findCellPosition }] = await Promise.all([
    import('../../core/notebook/notebook.ts'),
    import('../../core/notebook/cellPosition.ts'),
  ]);
  /** Parsed notebooks by their text, since several comments may be on one; undefined for an invalid notebook. */
  const notebooks = new Map<string, Notebook | undefined>();
  const withCells: LineComment[] = [];
  for (const [index, comment] of comments.entries()) {
    const text = texts[index];
    if (text === undefined || !isOnNotebook(comment)) {
      withCells.push(comment);
      continue;
    }
    if (!notebooks.has(text)) {
      const parsed = await runYielding(readNotebook(text));
      notebooks.set(text, 'cells' in parsed ? parsed : undefined);
    }
    const notebook = notebooks.get(text);
    const position = notebook && findCellPosition(notebook, firstCharacterOffset(notebook.text, comment.lines.start));
    withCells.push(position ? { ...comment, cell: { number: position.cellNumber, line: position.line } } : comment);
  }
  return withCells;
}

function isOnNotebook({ path, fate }: LineComment): boolean {
  return fate !== 'gone' && isNotebookPath(path);
}

/** Maximum UTF-16 units of a line's indentation that are read: a line of a notebook can be an image of megabytes. */
const maxIndentation = 1000;

/**
 * The offset of the first character of a line (1-based) that is not white space: the indentation before the bracket or
 * quote that begins a cell or its source is outside of it.
 */
function firstCharacterOffset(text: string, line: number): number {
  const start = lineStarts(text)[line - 1] ?? text.length;
  return start + (/^[ \t]*/.exec(text.slice(start, start + maxIndentation))?.[0].length ?? 0);
}
