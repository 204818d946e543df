// Saves new texts with save participants, such as formatters, and reads back what these changed in any saved file.

import type { Change, TextContent } from '../../../core/change/change.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { sha256 } from '../../../core/text/bytes.ts';
import { diffOf, displayPathOf } from '../../../core/change/summary.ts';
import type { Applied } from '../../../tools/ports/ports.ts';
import type { Editor } from '../../ports/editor.ts';
import { editorText, flush, type Disk } from '../../ports/localDisk.ts';
import { execute, type ExecuteOptions } from './execute.ts';

/**
 * Creates a text file and saves it with save participants. They run only for a document with an edit, so the file is
 * created empty and the text is inserted. A text that a document would alter (`editorText`) is written without them.
 */
export async function createAndSave(
  change: Change & { readonly kind: 'create'; readonly after: TextContent },
  options: ExecuteOptions,
): Promise<void> {
  const { text } = change.after;
  // Set explicitly, since `files.eol` would otherwise replace the approved line endings.
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (editorText(text, eol) !== text) {
    await execute(change, options);
    return;
  }
  const empty = new Uint8Array();
  await execute({ ...change, after: { kind: 'binary', bytes: empty, sha256: await sha256(empty) } }, options);
  const { editor } = options.disk;
  const document = await editor.load(change.at.uri, change.after.encoding);
  const insertion = { document, edits: [{ start: 0, end: 0, text }], eol } as const;
  if ((await editor.edit([insertion])) && (await document.save())) return;
  // Discards the insertion: the caller's rollback would not delete a file whose document has unsaved edits.
  if (document.isDirty) await editor.revert(document, text);
  throw new ToolError(
    'IO_ERROR',
    `${change.at.path} could not be saved; the disk may be full. Nothing was changed. Try once more, and tell the user if it fails again.`,
  );
}

/** Maximum UTF-16 units of the diff in a note. */
const maxDiffChars = 4000;

/** A change as saved, and a note for the model if saving changed the file further. */
interface SavedChange {
  readonly change: Change;
  readonly note?: string;
}

/** Reads the files as saved, including what save participants changed, and returns that as the outcome. */
export async function readSaved(
  changes: readonly Change[],
  unsavedPaths: readonly string[],
  { disk, recheckPath }: { readonly disk: Disk; readonly recheckPath: (change: Change) => Promise<void> },
): Promise<Applied> {
  const savedChanges: SavedChange[] = [];
  for (const change of changes)
    savedChanges.push(
      unsavedPaths.includes(displayPathOf(change)) ? { change } : await readSavedChange(change, disk.editor),
    );
  // Checked again, since the notes quote the files' texts.
  for (const { change } of savedChanges) await recheckPath(change);
  await flush(changes, disk);
  const notes = savedChanges.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return { changes: savedChanges.map(({ change }) => change), unsaved: unsavedPaths, notes };
}

/** Reads a change back after the save participants ran: its text is the one on disk. Other contents stay unchanged. */
async function readSavedChange(change: Change, editor: Editor): Promise<SavedChange> {
  if ((change.kind !== 'update' && change.kind !== 'create') || change.after.kind !== 'text') return { change };
  const { uri } = change.at;
  const content = await editor.decode(uri, await editor.readFile(uri));
  if (content.kind !== 'text' || content.sha256 === change.after.sha256) return { change };
  const changeBySaving: Change = { kind: 'update', at: change.at, before: change.after, after: content };
  const note = `Saving changed ${displayPathOf(change)} further (formatting on save); this is what it changed:\n${diffOf(changeBySaving, maxDiffChars)}`;
  if (change.kind === 'create') return { change: { ...change, after: content }, note };
  // The edits of the plan do not lead to this text.
  return { change: { ...change, after: content, edits: undefined }, note };
}

/** Replaces a change in `startedChanges` by one with the text as saved, so that a rollback recognizes the file. */
export async function updateToSaved(change: Change, startedChanges: Change[], editor: Editor): Promise<void> {
  startedChanges[startedChanges.lastIndexOf(change)] = await readSavedIfInSync(change, editor);
}

/**
 * Reads a saved change back, like `readSavedChange`. Returns the change as it is if the file differs from its document,
 * since another program wrote the file then.
 */
async function readSavedIfInSync(change: Change, editor: Editor): Promise<Change> {
  const { change: saved } = await readSavedChange(change, editor);
  const document = editor.loadedDocument(change.at.uri);
  if (document === undefined || !('after' in saved) || saved.after.kind !== 'text') return change;
  return document.getText() === editorText(saved.after.text, document.eol) ? saved : change;
}
