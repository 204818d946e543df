// Rebases the inverse of a call onto the current files, for undo and redo: merges later edits line by line.

import * as vscode from 'vscode';
import { isFileContent, type Change, type FaithfulText, type TextContent } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { merge3 } from '../../core/diff/merge.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { displayPathOf, firstChangesPerPath } from '../../core/change/summary.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { isAfter, isBefore, type Disk } from '../ports/localDisk.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import { fileSystem } from '../files/fileSystem.ts';
import { dirtyDocument } from '../files/openDocuments.ts';

/** Thrown if a call cannot be undone or redone, since `change` conflicts with later edits. */
export class HistoryConflict extends ToolError {
  readonly change: Change;

  constructor(change: Change, userMessage: Phrase) {
    super('STALE', inEnglish(userMessage), { userMessage });
    this.change = change;
  }
}

type Direction = 'undo' | 'redo';

/**
 * The state of a file before a change of an undo or redo. `ready`: the change can be made. `done`: the file already is
 * as the change would leave it, e.g. someone restored it. `edited`: the file has changed since.
 */
type FileState = 'ready' | 'done' | 'edited';

export interface RebasedChanges {
  readonly changes: readonly Change[];
  /** Changes whose files were just found to be exactly as `before`, so that they need no second check. */
  readonly verified: ReadonlySet<Change>;
}

/**
 * Rebases the inverse of a call onto the current files: merges later edits, omits changes that are already done, and
 * keeps folders that are in use. Throws HistoryConflict.
 */
export async function rebaseInverses(
  inverses: readonly Change[],
  disk: Disk,
  direction: Direction,
): Promise<RebasedChanges> {
  const rebased: Change[] = [];
  const removedUris = urisRemovedBy(inverses);
  const states = await findStates(inverses, disk);
  for (const change of inverses) {
    // A folder in use stays, so its parent, which the inverse deletes later, is in use, too.
    if (await isFolderInUse(change, removedUris)) removedUris.delete(change.at.uri);
    else if (states.get(change) === 'edited') rebased.push(await mergeWithLaterEdits(change, direction));
    else if (states.get(change) === 'done') rebased.push(...modeOnlyChange(change));
    else rebased.push(change);
  }
  return { changes: rebased, verified: new Set(rebased.filter((change) => states.get(change) === 'ready')) };
}

/** The state of each file at its first change. Later changes of the same file have no state, and are applied as is. */
async function findStates(changes: readonly Change[], disk: Disk): Promise<ReadonlyMap<Change, FileState>> {
  const states = new Map<Change, FileState>();
  await forEachConcurrently(firstChangesPerPath(changes), async (change) => {
    if (await isBefore(change, disk)) states.set(change, 'ready');
    else states.set(change, (await isAfter(change, disk)) ? 'done' : 'edited');
  });
  return states;
}

/** The mode part of a change whose content is already restored, since the mode may not be. */
function modeOnlyChange(change: Change): Change[] {
  if ((change.kind !== 'update' && change.kind !== 'move') || change.mode === undefined) return [];
  const { at, after, mode } = change;
  return isFileContent(after) || after.kind === 'large' ? [{ kind: 'update', at, before: after, after, mode }] : [];
}

/** @throws HistoryConflict */
async function mergeWithLaterEdits(change: Change, direction: Direction): Promise<Change> {
  const path = displayPathOf(change);
  const hasBothSides = change.kind === 'update' || change.kind === 'move';
  if (!hasBothSides || change.before.kind !== 'text' || change.after.kind !== 'text') {
    throw new HistoryConflict(change, phrase('{0} has changed since, so {1}.', path, nothingDoneText(direction)));
  }
  const current = await readCurrentText(change, direction);
  const merged = merge3(change.before.text, current.text, change.after.text);
  if (merged === undefined) {
    throw new HistoryConflict(
      change,
      phrase('{0} has changed on the same lines since, so {1}.', path, nothingDoneText(direction)),
    );
  }
  // The encoding is merged like the text: restored, unless it was changed since.
  const isSameEncoding = current.encoding === change.before.encoding;
  const encoding = isSameEncoding ? change.after.encoding : current.encoding;
  const after = await encodeMerged(merged, encoding, change, direction);
  if (after.encoding !== current.encoding && dirtyDocument(currentUriOf(change)) !== undefined)
    throw new HistoryConflict(
      change,
      phrase('{0} has unsaved changes, and its encoding would change, so {1}.', path, nothingDoneText(direction)),
    );
  // Edits describe the change before the merge.
  const sides = { before: current, after };
  return change.kind === 'update' ? { ...change, ...sides, edits: undefined } : { ...change, ...sides };
}

/** @throws HistoryConflict if the encoding lacks one of the characters */
function encodeMerged(text: string, encoding: string, change: Change, direction: Direction): Promise<FaithfulText> {
  return encodeText(text, encoding).catch((cause: unknown) => {
    if (!(cause instanceof ToolError) || cause.code !== 'ENCODING') throw cause;
    const path = displayPathOf(change);
    throw new HistoryConflict(
      change,
      phrase('{0} has a character that the encoding {1} lacks, so {2}.', path, encoding, nothingDoneText(direction)),
    );
  });
}

function urisRemovedBy(changes: readonly Change[]): Set<string> {
  return new Set(
    changes.flatMap((change) => {
      if (change.kind === 'move') return change.from.uri;
      return change.kind === 'delete' ? change.at.uri : [];
    }),
  );
}

/** Whether a folder to delete contains more than the changes remove. It then stays, and so do its ancestors. */
async function isFolderInUse(change: Change, removedUris: ReadonlySet<string>): Promise<boolean> {
  if (change.kind !== 'delete' || change.before.kind !== 'directory') return false;
  const uri = vscode.Uri.parse(change.at.uri, true);
  // A folder that cannot be listed is not kept: its deletion reports the reason.
  const entries = await fileSystem.readDirectory(uri).then(undefined, () => []);
  return entries.some(([name]) => !removedUris.has(vscode.Uri.joinPath(uri, name).toString()));
}

/**
 * Reads the text of a file, with unsaved edits.
 * @throws HistoryConflict if the file is no text
 */
async function readCurrentText(change: Change, direction: Direction): Promise<TextContent> {
  const uri = currentUriOf(change);
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return encodeText(dirty.getText(), dirty.encoding);
  const bytes = await fileSystem.readFile(uri).then(undefined, () => undefined);
  const decoded = bytes === undefined ? undefined : await decodeFile(uri, bytes);
  if (decoded?.content.kind === 'text' && decoded.content.lossy !== true) return decoded.content;
  throw new HistoryConflict(
    change,
    phrase('{0} no longer exists or is no longer text, so {1}.', displayPathOf(change), nothingDoneText(direction)),
  );
}

/** The file that a change starts from: for a move or copy, `from`. */
function currentUriOf(change: Change): vscode.Uri {
  return vscode.Uri.parse('from' in change ? change.from.uri : change.at.uri, true);
}

function nothingDoneText(direction: Direction): Phrase {
  return direction === 'undo' ? phrase('nothing was undone') : phrase('nothing was redone');
}
