// Converts the edits of a language service to changes, after checking that they match the current text.

import type { Change, FaithfulText, Location } from '../../core/change/change.ts';
import { applyEdits, cachedLineStarts, type TextEdit } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { RangeEdit, TextPosition } from '../ports/languagePorts.ts';
import { readTextFile, type TextFile } from './stateBefore.ts';
import type { ToolContext } from '../shared/tool.ts';

/** A file with a language service's edits, sorted, and its text after them. */
export interface ServiceEdits extends TextFile {
  readonly edits: readonly TextEdit[];
  readonly after: string;
}

/**
 * Reads a file, and converts a service's edits to offsets in it. The service may have read an older text, which ranges do
 * not reveal, so each replaced text is checked.
 *
 * @param isExpected whether an edit replaces text such as the service must have seen there, for example the old name
 * @throws ToolError STALE if an edit does not
 */
export async function placeServiceEdits(
  context: ToolContext,
  uri: string,
  edits: readonly RangeEdit[],
  isExpected: (text: string, edit: TextEdit) => boolean,
): Promise<ServiceEdits> {
  const file = await readTextFile(context, uri);
  const { text } = file.content;
  const textEdits = edits.map((edit) => ({
    start: toOffset(file.content, edit.start),
    end: toOffset(file.content, edit.end),
    text: edit.text,
  }));
  textEdits.sort((a, b) => a.start - b.start);
  const isInOrder = textEdits.every(
    ({ start, end }, index) => start >= (textEdits[index - 1]?.end ?? 0) && end >= start,
  );
  if (!isInOrder || !textEdits.every((edit) => isExpected(text, edit))) throw createOutdatedError(file.at);
  return { ...file, edits: textEdits, after: applyEdits(text, textEdits) };
}

/** Creates the update of a file by a service's edits. @throws ToolError ENCODING */
export async function createUpdate(context: ToolContext, { at, content, edits, after }: ServiceEdits): Promise<Change> {
  return { kind: 'update', at, before: content, after: await context.workspace.rewrite(content, after), edits };
}

/** The offset of a position; -1 past the end of its line or of the text, which `isInOrder` rejects. */
function toOffset(content: FaithfulText, { line, column }: TextPosition): number {
  const starts = cachedLineStarts(content);
  const start = starts[line];
  if (start === undefined || column < 0) return -1;
  const end = starts[line + 1] ?? content.text.length;
  return start + column > end ? -1 : start + column;
}

function createOutdatedError({ path }: Location): ToolError {
  return new ToolError(
    'STALE',
    `The language service has an older text of ${path} than the file has now. Nothing was changed. Call again in a moment, or make the edits with redline_multi_edit.`,
  );
}
