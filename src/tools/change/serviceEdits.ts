// Converts the edits of a language service to changes, after checking that they match the current text.

import type { Change, FaithfulText, Location } from '../../core/change/change.ts';
import { applyEdits, cachedLineStarts, type TextEdit } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { RangeEdit, TextPosition } from '../ports/languagePorts.ts';
import { readText, type TextFile } from '../shared/textFile.ts';
import type { ToolContext } from '../shared/tool.ts';

/** The edits of one file, sorted, and its text after them. */
export interface ServiceEdits extends TextFile {
  readonly edits: readonly TextEdit[];
  readonly after: string;
}

/** Whether the text replaced by an edit is the one that the service must have seen. */
export type IsExpected = (text: string, edit: TextEdit) => boolean;

/**
 * Reads a file and maps a service's edits to it. A service may have read the file before it was changed, which ranges
 * do not reveal, so each replaced text is checked.
 *
 * @throws ToolError STALE if one is not as expected
 */
export async function placeServiceEdits(
  context: ToolContext,
  uri: string,
  edits: readonly RangeEdit[],
  isExpected: IsExpected,
): Promise<ServiceEdits> {
  const file = await readText(context, uri);
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

/** The update of a file by a service's edits. Throws ENCODING. */
export async function createUpdate(context: ToolContext, { at, content, edits, after }: ServiceEdits): Promise<Change> {
  return { kind: 'update', at, before: content, after: await context.workspace.rewrite(content, after), edits };
}

/** The offset of a position; -1, which no edit may have, past the end of its line or of the text. */
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
