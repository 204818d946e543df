// Describes in words the notebook cells that contain the matches of `redline_search_text`.

import { runYielding } from '../../async/eventLoop.ts';
import { findCellPosition } from '../../core/notebook/cellPosition.ts';
import { readNotebook } from '../../core/notebook/notebook.ts';
import type { FileMatches } from '../../core/search/textSearch.ts';
import { lineStarts } from '../../core/text/text.ts';
import type { ToolContext } from '../shared/tool.ts';

/** Maximum number of notebooks to read for an answer, since each is read and parsed as a whole; others are omitted. */
const maxNotebooks = 20;

/**
 * Describes the cells of the matches, by the paths of notebooks: `line 12: cell 3, line 2; line 40: in no cell`. The first
 * line number is that in the JSON, the second that in the cell. Omits notebooks that cannot be read or parsed, and those
 * beyond `maxNotebooks`.
 */
export async function describeMatchCells(
  notebooks: readonly FileMatches[],
  { workspace }: ToolContext,
): Promise<ReadonlyMap<string, string>> {
  const descriptions = new Map<string, string>();
  for (const { path, matches } of notebooks.slice(0, maxNotebooks)) {
    const snapshot = await workspace
      .locate(path)
      .then((location) => workspace.read(location))
      .catch(() => undefined);
    if (snapshot?.content.kind !== 'text') continue;
    const { text } = snapshot.content;
    const notebook = await runYielding(readNotebook(text));
    if (!('cells' in notebook)) continue;
    const starts = lineStarts(text);
    const positionTexts = matches.map(({ line, column }) => {
      const position = findCellPosition(notebook, (starts[line - 1] ?? text.length) + column);
      if (position === undefined) return `line ${line}: in no cell`;
      const place = position.line === undefined ? 'outside of its source' : `line ${position.line}`;
      return `line ${line}: cell ${position.cellNumber}, ${place}`;
    });
    // Several matches on one line have the same text.
    descriptions.set(path, [...new Set(positionTexts)].join('; '));
  }
  return descriptions;
}
