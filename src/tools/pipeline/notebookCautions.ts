// Adds a caution to changes after which a notebook would be invalid. Loaded with the first change of a notebook.

import { runYielding } from '../../async/eventLoop.ts';
import { withCautions } from '../../core/change/reviewTexts.ts';
import type { Change } from '../../core/change/change.ts';
import { readNotebook } from '../../core/notebook/notebook.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { phrase } from '../../core/wording/phrase.ts';

/** Adds a caution to a change whose new text is not a valid notebook, whatever the old one was. */
export async function withNotebookCaution(change: Change): Promise<Change> {
  if (!('after' in change) || change.after.kind !== 'text') return change;
  const notebook = await runYielding(readNotebook(change.after.text));
  if ('cells' in notebook) return change;
  const path = escapeForDisplay(change.at.path);
  const message = phrase('{0} will be no valid notebook: {1}, in line {2}', path, notebook.reason, notebook.line);
  return withCautions(change, [{ message, requiresApproval: true }]);
}
