// Writes several text files through one edit of the editor, so that one undo reverts them all.

import type { Change } from '../../core/change/change.ts';
import { failure, type ToolError, StalePlan } from '../../core/wording/errors.ts';
import { sha256 } from '../../core/text/bytes.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import type { SaveMode } from '../shared/contributions/settings.ts';
import { forEachUntilFailure } from '../../async/eventLoop.ts';
import { closeTabsInTime } from './closeTabsInTime.ts';
import type { Editor, OpenDocument, TextEdits } from '../ports/editor.ts';
import { editorText, showsText, type Disk } from '../ports/localDisk.ts';
import { differingEol, editTo, overwrite, waitForReload, type TextUpdate } from './undoableUpdates.ts';

interface LoadedUpdate {
  readonly change: TextUpdate;
  readonly document: OpenDocument;
}

export interface GroupOptions {
  readonly saveMode: SaveMode;
  readonly disk: Disk;
  /** Rechecks a path before it is saved, since loading and editing take time. */
  readonly recheckPath: (change: Change) => Promise<void>;
  /** Called right before the edit; until then nothing was changed. */
  readonly onBegin: () => void;
  /** Called for each text that was saved with participants. */
  readonly onSaved: (change: Change) => Promise<void>;
}

/**
 * Writes the updates of a group in one edit, and saves them according to the setting. No save is pending when it
 * throws.
 *
 * @returns false, having changed nothing, if exact bytes must be written without the editor
 * @throws StalePlan, having changed nothing, if a document is not as the plan found it; ToolError IO_ERROR
 */
export async function executeGroup(group: readonly TextUpdate[], options: GroupOptions): Promise<boolean> {
  const { saveMode, disk } = options;
  const { editor } = disk;
  const openUris = new Set(editor.textTabs());
  const loaded = await loadDocuments(group, editor);
  await Promise.all(loaded.map(({ change, document }) => waitForReload(document, change.before.bytes)));
  // Synchronous from here to the edit, since the user may type meanwhile.
  const stale = loaded.find((update) => !isCurrent(update));
  if (stale !== undefined) {
    // The editor may not have reloaded the file yet: exact bytes can be written without the document instead.
    if (saveMode === 'exact') return false;
    throw new StalePlan(displayPathOf(stale.change));
  }
  // Checked again, since only a document has a language, which may have settings of its own.
  if (saveMode === 'exact' && loaded.some(({ document }) => editor.isSaveUnpredictable(document))) return false;
  const edits = loaded.map(toEdits);
  options.onBegin();
  if (!(await editor.edit(edits))) {
    throw failure(
      'IO_ERROR',
      phrase('The editor did not accept the edit. Nothing was changed.'),
      'Read the files again, then repeat the call.',
    );
  }
  if (saveMode === 'never') return true;
  try {
    await saveGroup(group, options);
  } finally {
    await closeStrayTabs(new Set(loaded.map(({ document }) => document.uri)), openUris, editor);
  }
  return true;
}

/** Saves the edited documents, and checks that each file has the call's text. @throws ToolError IO_ERROR if not */
async function saveGroup(group: readonly TextUpdate[], options: GroupOptions): Promise<void> {
  const { saveMode, disk, recheckPath } = options;
  const { editor } = disk;
  for (const change of group) await recheckPath(change);
  const edited = await loadDocuments(group, editor);
  const savedChanges = new Set<Change>();
  await forEachUntilFailure(edited, async (update) => {
    if (await saveUnlessStale(update, options)) savedChanges.add(update.change);
  });
  for (const update of edited) if (!savedChanges.has(update.change)) await revertStale(update, editor);
  // Saving may have changed a text, or failed.
  for (const update of edited) {
    if (saveMode === 'exact') await ensureExactBytes(update, disk);
    else if (await isUnsaved(update, savedChanges.has(update.change), editor)) throw notSavedError(update.change);
  }
}

/**
 * Saves a document, unless another program has written to its file (a setting may let the editor overwrite that) or the
 * user has typed into it since the edit. If the document was closed meanwhile, ignores a failure to save, since the
 * bytes on disk are checked later.
 *
 * @returns whether it was saved
 */
async function saveUnlessStale(update: LoadedUpdate, { saveMode, disk, onSaved }: GroupOptions): Promise<boolean> {
  const { change, document } = update;
  if (!(await hasOldBytes(update, disk.editor)) || !showsText(document, change.after)) return false;
  try {
    if (!(await document.save()) && document.isDirty) return false;
  } catch (cause) {
    if (!document.isClosed) throw cause;
  }
  if (saveMode === 'withParticipants') await onSaved(change);
  return true;
}

/**
 * Loads the documents of a group. Needed before each step, since the editor disposes documents without a tab after
 * three minutes, or to make room for others.
 */
function loadDocuments(group: readonly TextUpdate[], editor: Editor): Promise<LoadedUpdate[]> {
  return Promise.all(
    group.map(async (change) => {
      const document = await editor.load(change.at.uri);
      return { change, document };
    }),
  );
}

/**
 * Reverts a document that could not be saved because another program wrote to its file. It was clean before, so only
 * the call's edit is lost.
 *
 * @throws ToolError IO_ERROR if it was reverted.
 */
async function revertStale(update: LoadedUpdate, editor: Editor): Promise<void> {
  const { change, document } = update;
  if (!document.isDirty || (await hasOldBytes(update, editor))) return;
  if (await editor.revert(document, editorText(change.after.text, document.eol))) throw notSavedError(change);
}

/** Whether a document has the text that the plan found, without unsaved edits. */
function isCurrent({ change, document }: LoadedUpdate): boolean {
  return !document.isDirty && showsText(document, change.before);
}

/** Whether a file still has the content before the call. */
async function hasOldBytes({ change, document }: LoadedUpdate, editor: Editor): Promise<boolean> {
  return (await sha256(await editor.readFile(document.uri))) === change.before.sha256;
}

/**
 * Whether the call's text is not in the file, which save participants may have changed further.
 * @param wasSaved whether the call saved the document; if not, auto save may have
 */
async function isUnsaved({ change, document }: LoadedUpdate, wasSaved: boolean, editor: Editor): Promise<boolean> {
  const hash = await sha256(await editor.readFile(document.uri));
  const isOld = hash === change.before.sha256;
  // Each alone is no failure: the user may type right after the save, and participants may restore the old text.
  if (wasSaved) return isOld && document.isDirty;
  return isOld || (document.isDirty && hash !== change.after.sha256);
}

/**
 * Makes sure that the file has the approved bytes. Writes them if saving changed them (by another extension), or if the
 * editor refused to save because its file, with the same bytes, is newer than the document.
 *
 * @throws ToolError IO_ERROR if another program wrote the file, or the document cannot be reverted
 */
async function ensureExactBytes({ change, document }: LoadedUpdate, disk: Disk): Promise<void> {
  const { at, before, after } = change;
  const { editor } = disk;
  const diskBytes = await editor.readFile(document.uri);
  // A saved document may be dirty: the user may type right after.
  if ((await sha256(diskBytes)) === after.sha256) return;
  if (document.isDirty) {
    // Reverted first, so that no failure leaves the new bytes on disk under a document that is rolled back.
    if (!(await editor.revert(document, editorText(after.text, document.eol)))) throw notSavedError(change);
    return overwrite(at, { before: before.bytes, after }, disk, { mayLoad: false });
  }
  // If the file differs from the document, another program has written it.
  const text = editorText(await editor.decodeText(diskBytes, after.encoding), document.eol);
  if (document.getText() !== text) throw notSavedError(change);
  await overwrite(at, { before: diskBytes, after }, disk, { mayLoad: false });
}

function notSavedError(change: Change): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      'The editor could not save {0}; another program may have written to it, or the disk may be full. Everything was rolled back.',
      displayPathOf(change),
    ),
    'Read it again, then repeat the call; tell the user if it fails again.',
  );
}

function toEdits({ change, document }: LoadedUpdate): TextEdits {
  const { before, after, edits } = change;
  // The tool's own offsets are valid only if the document has the same line endings as the file.
  if (edits === undefined || document.getText() !== before.text) return editTo(document, after.text);
  return { document, edits, ...differingEol(document, after.text) };
}

/** Closes the tabs that the editor opened for documents while they were unsaved. */
async function closeStrayTabs(uris: ReadonlySet<string>, openUris: ReadonlySet<string>, editor: Editor): Promise<void> {
  await closeTabsInTime(editor, (uri, kind) => kind === 'text' && uris.has(uri) && !openUris.has(uri));
}
