// Maps the matches of a search in notebooks to cells.

import { runYielding } from '../../async/eventLoop.ts';
import { findCellPosition } from '../../core/notebook/cellPosition.ts';
import { readNotebook } from '../../core/notebook/notebook.ts';
import type { FileMatches } from '../../core/search/textSearch.ts';
import { lineStarts } from '../../core/text/text.ts';
import type { ToolContext } from '../shared/tool.ts';

/** Maximum number of notebooks to read for an answer. */
const maxNotebooks = 20;

/**
 * A line for each notebook with matches, by path: `line 12: cell 3, line 2; line 40: cell 3, outside its source`. None
 * for a notebook that is invalid, or has changed since the search.
 */
export async function locateMatchesInCells(
  notebooks: readonly FileMatches[],
  { workspace }: ToolContext,
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  for (const { path, matches } of notebooks.slice(0, maxNotebooks)) {
    const snapshot = await workspace.read(await workspace.locate(path)).catch(() => undefined);
    if (snapshot?.content.kind !== 'text') continue;
    const { text } = snapshot.content;
    const notebook = await runYielding(readNotebook(text));
    if (!('cells' in notebook)) continue;
    const starts = lineStarts(text);
    const cells = matches.map(({ line, column }) => {
      const cell = findCellPosition(notebook, (starts[line - 1] ?? text.length) + column);
      if (cell === undefined) return `line ${line}: in no cell`;
      const position = cell.line === undefined ? 'outside of its source' : `line ${cell.line}`;
      return `line ${line}: cell ${cell.cell}, ${position}`;
    });
    lines.set(path, [...new Set(cells)].join('; '));
  }
  return lines;
}
