// Parses a file's text as a notebook, for tools whose input may name a cell.

import { runYielding } from '../../async/eventLoop.ts';
import type { findCell } from '../../core/notebook/findCell.ts';
import type { Notebook } from '../../core/notebook/notebook.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { rawCell } from './fields.ts';

/** A notebook, and the lazily loaded function that finds its cells. */
export interface ParsedNotebook {
  readonly notebook: Notebook;
  readonly findCell: typeof findCell;
}

/** The error for a cell that is given for a file that is not a notebook. */
export function createNoNotebookError(path: string): ToolError {
  return new ToolError('VALIDATION_ERROR', `${path} is not a notebook, so it has no cells. Call again without "cell".`);
}

/**
 * Parses a text as a notebook. Undefined if the file must be treated as text: it is no notebook, `cell` is "raw", or no
 * cell is given and parsing fails.
 *
 * @throws ToolError VALIDATION_ERROR if a cell (other than "raw") is given for a file that is no valid notebook
 */
export async function parseNotebook(text: string, path: string, cell?: string): Promise<ParsedNotebook | undefined> {
  if (cell === rawCell) return undefined;
  if (!isNotebookPath(path)) {
    if (cell === undefined) return undefined;
    throw createNoNotebookError(path);
  }
  const [{ readNotebook }, { findCell }] = await Promise.all([
    import('../../core/notebook/notebook.ts'),
    import('../../core/notebook/findCell.ts'),
  ]);
  const notebook = await runYielding(readNotebook(text));
  if ('cells' in notebook) return { notebook, findCell };
  if (cell === undefined) return undefined;
  throw new ToolError(
    'VALIDATION_ERROR',
    `${path} is not a valid notebook: ${notebook.reason}, in line ${notebook.line}. Nothing was changed. Read and correct its JSON with cell: "${rawCell}" first.`,
  );
}
