// Updates texts so that the editor's own undo takes them back: overwrites a file whose document may be loaded, edits an
// unsaved document, and selects the updates of a call that one edit makes together (`textGroup.ts`).

import type { Change, Content, FileContent, LargeContent, Location, TextContent } from '../../core/change/change.ts';
import { touchCounts } from '../../core/change/summary.ts';
import { differingRange } from '../../core/diff/differingRange.ts';
import { failure, StalePlan } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { equalBytes } from '../../core/text/bytes.ts';
import { hasLoneSurrogate } from '../../core/text/encoding.ts';
import { countEols, withEol } from '../../core/text/lineEndings.ts';
import type { Editor, OpenDocument, TextEdits } from '../ports/editor.ts';
import { writeBytes, editorText, type Disk } from '../ports/localDisk.ts';
import type { SaveMode } from '../shared/contributions/settings.ts';

/** A write to the file of a loaded document, which the editor then reloads. */
interface Reload {
  readonly written: Uint8Array;
  /** Resolves once the document has the written text, or after `reloadTimeoutMs`. */
  readonly finished: Promise<void>;
}

/** Pending reloads. The next write waits for them, so that each becomes a separate undo step. */
const reloads = new WeakMap<OpenDocument, Reload>();

/** Maximum milliseconds that the editor may take to detect a written file and reload it. */
const reloadTimeoutMs = 1500;
/** Maximum milliseconds that a write waits for a pending reload. */
const maxWriteDelayMs = 60;

/** The bytes that a file must contain before a write, and the new content. */
interface BytesReplacement {
  readonly before: Uint8Array;
  readonly after: FileContent;
}

/**
 * Writes the exact bytes of a file. A loaded document gets the new text as an undoable edit, without save
 * participants and without a tab.
 *
 * @param mayLoad whether to load the document of a file that is not open, so that the editor can undo the write
 * @throws StalePlan, having written nothing, if the file no longer contains `before`
 */
export async function overwrite(
  at: Location,
  { before, after }: BytesReplacement,
  disk: Disk,
  { mayLoad }: { readonly mayLoad: boolean },
): Promise<void> {
  const document = after.kind === 'text' ? await documentOf(at.uri, mayLoad, disk.editor) : undefined;
  if (document === undefined || after.kind !== 'text') return writeOrStale(at, after, before, disk);
  await waitForReload(document, before, maxWriteDelayMs);
  // Listens before the write, which the editor may detect at once.
  const finished = whenReloaded(document, after.text, disk.editor);
  await writeOrStale(at, after, before, disk);
  reloads.set(document, { written: after.bytes, finished });
}

/** Writes a file. @throws StalePlan, having written nothing, if it no longer contains `before` */
async function writeOrStale(at: Location, { bytes }: FileContent, before: Uint8Array, disk: Disk): Promise<void> {
  if (!(await writeBytes(at.uri, bytes, before, disk))) throw new StalePlan(at.path);
}

/**
 * Waits until the editor has reloaded our last write to a document, at most `timeoutMs`. Does not wait if `bytes`, the
 * file's current content, differs from our write: another program has overwritten it, so the reload never finishes.
 */
export async function waitForReload(
  document: OpenDocument,
  bytes: Uint8Array,
  timeoutMs = reloadTimeoutMs,
): Promise<void> {
  const reload = reloads.get(document);
  if (reload === undefined || !equalBytes(reload.written, bytes)) return;
  await Promise.race([reload.finished, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

/** The document of a file, loaded now if `mayLoad`; undefined if there is none, or the editor cannot load it. */
async function documentOf(uri: string, mayLoad: boolean, editor: Editor): Promise<OpenDocument | undefined> {
  const loaded = editor.loadedDocument(uri);
  if (loaded !== undefined || !mayLoad) return loaded;
  try {
    return await editor.load(uri);
  } catch {
    return undefined;
  }
}

/** Resolves once a document has a text, is closed, or after `reloadTimeoutMs`. */
function whenReloaded(document: OpenDocument, text: string, editor: Editor): Promise<void> {
  const isReloaded = (): boolean => document.isClosed || document.getText() === editorText(text, document.eol);
  if (isReloaded()) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const stopListening = editor.onDidChange(document, () => {
      if (isReloaded()) finish();
    });
    const timer = setTimeout(finish, reloadTimeoutMs);
  });
}

/** The smallest edit that gives a document a text; with the text's line endings if the document must be switched. */
export function editTo(document: OpenDocument, text: string): TextEdits {
  const edit = differingRange(document.getText(), editorText(text, document.eol));
  return { document, edits: edit === undefined ? [] : [edit], ...differingEol(document, text) };
}

/**
 * The line endings of a text, if the document must be switched to them. A document without a line break has those of
 * `files.eol`. Empty if the text mixes line endings, which no document can have.
 */
export function differingEol(document: OpenDocument, text: string): Pick<TextEdits, 'eol'> {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isUniform = withEol(text, eol) === text;
  const mustSwitch = eol !== document.eol && text.includes('\n') && isUniform;
  return mustSwitch ? { eol } : {};
}

/**
 * Edits a document with unsaved edits, and leaves it unsaved. Keeps its line endings if the user has changed them.
 *
 * @throws ToolError VALIDATION_ERROR if `after` is no text, IO_ERROR if the editor refuses the edit
 */
export async function editBuffer(
  document: OpenDocument,
  { before, after }: { readonly before: Content; readonly after: FileContent | LargeContent },
  editor: Editor,
): Promise<void> {
  if (after.kind !== 'text') {
    throw failure(
      'VALIDATION_ERROR',
      phrase('A text file with unsaved changes cannot become a binary file. Nothing was changed.'),
      'Ask the user to save or discard them, then call again.',
    );
  }
  const hasUserEol = before.kind === 'text' && differingEol(document, before.text).eol !== undefined;
  const { eol, ...withoutEol }: TextEdits = editTo(document, after.text);
  const edit: TextEdits = hasUserEol || eol === undefined ? withoutEol : { ...withoutEol, eol };
  if (edit.edits.length === 0 && edit.eol === undefined) return;
  if (!(await editor.edit([edit]))) {
    throw failure(
      'IO_ERROR',
      phrase('The editor did not accept the edit to a file with unsaved changes. Nothing was changed.'),
      'Read the file again, then repeat the call.',
    );
  }
}

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
