// Reads the user's version of a change from the text in the diff, hunk by hunk. Loaded at the first edit or exclusion.

import { applyEditorEdits } from '../../../core/change/hunks/amend.ts';
import type { Change } from '../../../core/change/change.ts';
import { readHunkSelection } from '../../../core/change/hunks/hunkChoice.ts';
import { splitIntoHunks } from '../../../core/change/hunks/hunks.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import type { Encode, EditorText, ChangeVersion } from './amendments.ts';

/**
 * Reads the user's version of a change from its text in the diff. If the change has hunks, `base` is the version
 * without the user's own edits, which has only the hunks that are included.
 *
 * @throws `ToolError` `ENCODING` if the file's encoding cannot represent the text
 */
export async function readVersionByHunks(
  change: Change,
  editorText: EditorText,
  encode: Encode,
): Promise<ChangeVersion> {
  if (!('after' in change) || change.after.kind !== 'text') return { change };
  const split = splitIntoHunks(change);
  const selection = split && readHunkSelection(split, editorText.excludedHunks, editorText.text);
  const text = selection === undefined ? applyEditorEdits(change.after.text, editorText.text) : selection.text;
  if (text === undefined) {
    throw new ToolError(
      'ENCODING',
      `${displayPathOf(change)} contains bytes that are not text where the user amended it. Nothing was changed; propose the change again.`,
    );
  }
  const version = await withText(change, text, encode);
  if (selection === undefined) return { change: version };
  const base = selection.base === text ? version : await withText(change, selection.base, encode);
  return { change: version, base, hunks: selection };
}

/** The change with another text; the same object if the text is the planned one. */
async function withText(change: Change, text: string, encode: Encode): Promise<Change> {
  if (!('after' in change) || change.after.kind !== 'text' || text === change.after.text) return change;
  const after = await encode(text, change.after.encoding);
  // The ranges of the plan do not fit the edited text.
  return change.kind === 'update' ? { ...change, edits: undefined, after } : { ...change, after };
}
