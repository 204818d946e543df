// Tells in which cells of notebooks comments are, since agents read and edit notebooks by cell.

import { runYielding } from '../../async/eventLoop.ts';
import type { LineComment } from '../../core/comments/lineComment.ts';
import type { Notebook } from '../../core/notebook/notebook.ts';
import { lineStarts } from '../../core/text/text.ts';

/**
 * Adds the cells to comments on lines of notebooks that are there.
 * @param texts what the line numbers of each comment refer to
 */
export async function withCells(
  comments: readonly LineComment[],
  texts: readonly (string | undefined)[],
): Promise<readonly LineComment[]> {
  if (!comments.some(isOnNotebook)) return comments;
  const [{ readNotebook }, { findCellPlace: cellPlace }] = await Promise.all([
    import('../../core/notebook/notebook.ts'),
    import('../../core/notebook/cellPlace.ts'),
  ]);
  const notebooks = new Map<string, Notebook | undefined>();
  const placed: LineComment[] = [];
  for (const [index, comment] of comments.entries()) {
    const text = texts[index];
    if (text !== undefined && isOnNotebook(comment) && !notebooks.has(text)) {
      const read = await runYielding(readNotebook(text));
      notebooks.set(text, 'cells' in read ? read : undefined);
    }
    const notebook = isOnNotebook(comment) && text !== undefined ? notebooks.get(text) : undefined;
    const place = notebook && cellPlace(notebook, startOfLine(notebook.text, comment.lines.start));
    placed.push(place === undefined ? comment : { ...comment, cell: { number: place.cell, line: place.line } });
  }
  return placed;
}

function isOnNotebook({ path, fate }: LineComment): boolean {
  return fate !== 'gone' && /\.ipynb$/i.test(path);
}

/** The offset of the first character of a line (1-based) that is no white space. */
function startOfLine(text: string, line: number): number {
  const start = lineStarts(text)[line - 1] ?? text.length;
  return start + (/^[ \t]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
}
