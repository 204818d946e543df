// Selects the text updates of a call that are written through one edit of the editor.

import type { Change, TextContent } from '../../core/change/change.ts';
import { hasLoneSurrogate } from '../../core/text/encoding.ts';
import { countEols } from '../../core/text/text.ts';
import type { Editor } from '../ports/editor.ts';
import type { SaveMode } from '../shared/contributions/settings.ts';
import { touchCounts } from '../../core/change/summary.ts';

/** Maximum number of files that are saved exactly as one group: saving many in the editor is slow and opens tabs. */
const maxExactFiles = 10;

/** An update of one text by another. */
export type TextUpdate = Change & {
  readonly kind: 'update';
  readonly before: TextContent;
  readonly after: TextContent;
};

/**
 * Selects the updates of a call that use one edit of the editor, so that one undo reverts them all: texts that a
 * document represents without loss, without unsaved edits. In exact save mode, returns none if
 * - they are fewer than two: one alone is undoable anyway,
 * - they are more than `maxExactFiles`, or
 * - saving may change one of them further, or overwrite another program's write.
 */
export function selectTextGroup(changes: readonly Change[], saveMode: SaveMode, editor: Editor): TextUpdate[] {
  const counts = touchCounts(changes);
  // A file that other changes of the call touch as well is written in their order.
  const soleUpdates = changes.filter(({ kind, at }) => kind === 'update' && counts.get(at.real) === 1);
  if (saveMode === 'exact' && soleUpdates.length < 2) return [];
  const limit = saveMode === 'exact' ? maxExactFiles : Infinity;
  const group: TextUpdate[] = [];
  for (const change of soleUpdates) {
    if (!isPlainUpdate(change, editor)) continue;
    // Stops at the first excess file: a call may change thousands of files.
    if (group.length === limit) return [];
    group.push(change);
  }
  if (saveMode !== 'exact') return group;
  return group.length > 1 && !group.some(({ at }) => editor.isSaveUnpredictable(at.uri)) ? group : [];
}

/** Whether a document can represent both texts without loss, and has no unsaved edits. */
function isPlainUpdate(change: Change, editor: Editor): change is TextUpdate {
  if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') return false;
  if (change.before.lossy === true || change.after.lossy === true) return false;
  if (editor.dirtyDocument(change.at.uri) !== undefined || change.before.encoding !== change.after.encoding)
    return false;
  if (change.before.sha256 === change.after.sha256) return false;
  // Checks both texts together, since the document has one kind of line ending for both. Checks the first alone, too: a
  // CR at its end and an LF at the start of the second would count as one CRLF.
  const bothTexts = change.before.text + change.after.text;
  return hasUniformEol(change.before.text) && hasUniformEol(bothTexts) && !hasLoneSurrogate(bothTexts);
}

/** Whether all line endings are LF, or all are CRLF; also if there are none. */
function hasUniformEol(text: string): boolean {
  const counts = countEols(text);
  return counts['\r'] === 0 && (counts['\n'] === 0 || counts['\r\n'] === 0);
}
