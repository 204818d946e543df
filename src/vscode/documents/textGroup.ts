import type { Change, TextContent } from '../../core/change/change.ts';
import { differingRange } from '../../core/diff/differingRange.ts';
import { hasLoneSurrogate } from '../../core/text/encoding.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { sha256 } from '../../core/text/hash.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { locationsOf, pathOf } from '../../core/change/summary.ts';
import { countEols, type TextEdit } from '../../core/text/text.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { SaveMode } from './applySettings.ts';
import { settleEach } from './batches.ts';
import type { Editor, OpenText } from '../ports/editor.ts';
import type { Disk } from '../ports/localDisk.ts';
import { overwrite, settled } from './overwrite.ts';
import { shownText } from '../ports/verifyState.ts';

/** Above this many files the editor's own saving takes longer than people wait, and shows tabs meanwhile. */
const maxFiles = 10;

type TextUpdate = Change & { readonly kind: 'update'; readonly before: TextContent; readonly after: TextContent };

/**
 * The updates of a call that go through one edit of the editor, so that one undo takes all of them back: texts that an
 * editor holds without loss and that have no unsaved typing. To be saved exactly, they must be several, not too many, and
 * none that saving would reformat; one alone is written under its document, which is undoable, too. Else none.
 */
export function groupOf(changes: readonly Change[], save: SaveMode, editor: Editor): TextUpdate[] {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  // A place that another change of the call touches too is left to the order of the changes.
  const alone = changes.filter(({ kind, at }) => kind === 'update' && counts.get(at.real) === 1);
  if (save === 'exact' && alone.length < 2) return [];
  const group = alone.filter((change): change is TextUpdate => isPlainUpdate(change, editor));
  if (save !== 'exact') return group;
  const fits = group.length > 1 && group.length <= maxFiles;
  return fits && !group.some(({ at }) => editor.isReformatted(at.uri)) ? group : [];
}

function isPlainUpdate(change: Change, editor: Editor): change is TextUpdate {
  if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') return false;
  if (change.before.lossy === true || change.after.lossy === true) return false;
  if (editor.dirty(change.at.uri) !== undefined || change.before.encoding !== change.after.encoding) return false;
  if (change.before.sha256 === change.after.sha256) return false;
  if (!isOneEol(change.before.text) || !isOneEol(change.before.text + change.after.text)) return false;
  return !hasLoneSurrogate(change.before.text + change.after.text);
}

function isOneEol(text: string): boolean {
  const counts = countEols(text);
  return counts['\r'] === 0 && (counts['\n'] === 0 || counts['\r\n'] === 0);
}

interface Loaded {
  readonly change: TextUpdate;
  readonly document: OpenText;
}

/** How a group is made. */
export interface GroupManner {
  readonly save: SaveMode;
  readonly disk: Disk;
  /** Looks at a place once more, since loading and editing take their time. */
  readonly before: (change: Change) => Promise<void>;
  /** Called right before the edit: up to then nothing was done. */
  readonly begin: () => void;
  /** Called for each text that was saved with participants. */
  readonly saved: (change: Change) => Promise<void>;
}

/**
 * Makes the updates of a group in one edit, and saves them as the setting says. What was begun has ended when it throws.
 *
 * @returns false, having done nothing, where they cannot go through the editor.
 */
export async function executeGroup(group: readonly TextUpdate[], manner: GroupManner): Promise<boolean> {
  const { save, disk, before } = manner;
  const { editor } = disk;
  const open = new Set(editor.textTabs());
  const loaded = await load(group, editor);
  for (const { change, document } of loaded) {
    if (await isCurrent(document, change)) continue;
    // A document that lags behind its file (its watcher is slow, or silent) is written under, as files of their own.
    if (save === 'exact') return false;
    throw new StalePlan(pathOf(change));
  }
  // Settings of a language are known only with the document.
  if (save === 'exact' && loaded.some(({ document }) => editor.isReformatted(document))) return false;
  const edits = loaded.map(({ change, document }) => ({ text: document, edits: toEdits(change, document) }));
  manner.begin();
  if (!(await editor.edit(edits))) {
    throw failure(
      'IO_ERROR',
      phrase('The editor did not accept the edit. Nothing was changed.'),
      'Read the files again, then repeat the call.',
    );
  }
  if (save === 'never') return true;
  try {
    for (const change of group) await before(change);
    const edited = await load(group, editor);
    await settleEach(edited, (each) => saveUnlessOvertaken(each, manner));
    for (const each of edited) await letGo(each, editor);
    for (const each of edited) {
      if (save === 'exact') await mend(each, disk);
      else await requireSaved(each, editor);
    }
  } finally {
    await closeStrayTabs(new Set(loaded.map(({ document }) => document.uri)), open, editor);
  }
  return true;
}

/**
 * A setting may let the editor overwrite what another program wrote meanwhile; then nothing is saved. A document that is
 * closed by now is saved, or was let go; what is on disk tells.
 */
async function saveUnlessOvertaken({ change, document }: Loaded, { save, disk, saved }: GroupManner): Promise<void> {
  if ((await sha256(await disk.editor.readFile(document.uri))) !== change.before.sha256) return;
  try {
    await document.save();
  } catch (cause) {
    if (!document.isClosed) throw cause;
  }
  if (save === 'withParticipants') await saved(change);
}

/**
 * The documents as they are now. The editor closes one that no tab shows whenever it is three minutes old, or makes room
 * for others; one that was loaded before is then no longer the file's.
 */
function load(group: readonly TextUpdate[], editor: Editor): Promise<Loaded[]> {
  return Promise.all(
    group.map(async (change) => {
      const document = await editor.load(change.at.uri);
      return { change, document };
    }),
  );
}

/**
 * A text that could not be saved, since another program wrote to its file after the last look: its document, which was
 * clean before and holds nothing but the call's edit, takes over what is on disk. That can be done in an editor only.
 *
 * @throws ToolError IO_ERROR then.
 */
async function letGo({ change, document }: Loaded, editor: Editor): Promise<void> {
  if (!document.isDirty || (await sha256(await editor.readFile(document.uri))) === change.before.sha256) return;
  if (await editor.revert(document, shownText(change.after.text, document.eol))) throw notSaved(change);
}

/** A document that has not yet taken over what another call just wrote is given the time for it. */
async function isCurrent(document: OpenText, change: TextUpdate): Promise<boolean> {
  await settled(document, change.before.bytes);
  return !document.isDirty && document.getText() === shownText(change.before.text, document.eol);
}

/** The editor says no more than that it did not save; what saving makes of a text is not known before. */
async function requireSaved({ change, document }: Loaded, editor: Editor): Promise<void> {
  if (document.isDirty && (await sha256(await editor.readFile(document.uri))) === change.before.sha256) {
    throw notSaved(change);
  }
}

/**
 * A file that saving changed (another extension's doing) is written as it was approved; so is one that the editor would
 * not save, since its file is newer than the document, though it holds the same bytes.
 */
async function mend({ change, document }: Loaded, disk: Disk): Promise<void> {
  const { at, before, after } = change;
  const { editor } = disk;
  if (document.isDirty) {
    // The document lets go first: no failure may leave the new bytes on disk under an edit that is taken back.
    if (!(await editor.revert(document, shownText(after.text, document.eol)))) throw notSaved(change);
    return overwrite(at, { before: before.bytes, after }, disk, false);
  }
  const found = await editor.readFile(document.uri);
  if ((await sha256(found)) === after.sha256) return;
  // What is not what the editor saved is another program's work.
  const text = shownText(await editor.decodeText(found, after.encoding), document.eol);
  if (document.getText() !== text) throw notSaved(change);
  await overwrite(at, { before: found, after }, disk, false);
}

function notSaved(change: Change): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      'The editor could not save {0}; another program may have written to it, or the disk may be full. Everything was rolled back.',
      pathOf(change),
    ),
    'Read it again, then repeat the call; tell the user if it fails again.',
  );
}

function toEdits(change: TextUpdate, document: OpenText): readonly TextEdit[] {
  const before = document.getText();
  const whole = differingRange(before, shownText(change.after.text, document.eol));
  // Offsets of the tool's own ranges hold in the editor only where it has the very text.
  return change.edits !== undefined && before === change.before.text
    ? change.edits
    : whole === undefined
      ? []
      : [whole];
}

/** The editor opens a tab for a document that stays unsaved for a while; one that the person did not open is closed. */
async function closeStrayTabs(uris: ReadonlySet<string>, open: ReadonlySet<string>, editor: Editor): Promise<void> {
  await editor.closeTabs((uri, kind) => kind === 'text' && uris.has(uri) && !open.has(uri));
}
