import * as vscode from 'vscode';
import type { Change, TextContent } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { merge3 } from '../../core/diff/merge.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { locationsOf, pathOf } from '../../core/change/summary.ts';
import { eachInLanes } from '../../tools/pipeline/yielding.ts';
import type { Disk } from '../ports/localDisk.ts';
import { isAfter, isBefore } from '../ports/verifyState.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import { dirtyDocument } from '../files/disk.ts';
import { fileSystem } from '../files/fileSystem.ts';

/** A call cannot be taken back, or done again, since `change` meets later work. */
export class HistoryConflict extends ToolError {
  readonly change: Change;

  constructor(change: Change, told: Phrase) {
    super('STALE', inEnglish(told), { told });
    this.change = change;
  }
}

/** What is left to do of the inverse of a step, on what its places hold now. Throws HistoryConflict. */
export async function asThingsStand(
  inverses: readonly Change[],
  platform: Disk,
  step: 'undo' | 'redo',
): Promise<Change[]> {
  const back: Change[] = [];
  const leaving = leavingOf(inverses);
  const found = await lookAt(inverses, platform);
  for (const change of inverses) {
    if (await isFolderInUse(change, leaving)) leaving.delete(change.at.uri);
    else if (found.get(change) !== 'done') {
      back.push(found.get(change) === 'ready' ? change : await onCurrent(change, step));
    }
  }
  return back;
}

/**
 * What the places of a step's changes are like: `ready` for the change (or made so by an earlier one of the step), `done`
 * where somebody else has deleted what is to go, or put back what is to come, and `other`.
 */
async function lookAt(all: readonly Change[], disk: Disk): Promise<ReadonlyMap<Change, 'ready' | 'done' | 'other'>> {
  const found = new Map<Change, 'ready' | 'done' | 'other'>();
  const touched = new Set<string>();
  for (const change of all) {
    const reals = locationsOf(change).map(({ real }) => real);
    if (reals.some((real) => touched.has(real))) found.set(change, 'ready');
    for (const real of reals) touched.add(real);
  }
  await eachInLanes(
    all.filter((change) => !found.has(change)),
    async (change) => {
      if (await isBefore(change, disk)) found.set(change, 'ready');
      else found.set(change, (await isAfter(change, disk)) ? 'done' : 'other');
    },
  );
  return found;
}

/** The change that does the same to what is there now. */
async function onCurrent(change: Change, step: 'undo' | 'redo'): Promise<Change> {
  const path = pathOf(change);
  const textual = change.kind === 'update' || change.kind === 'move';
  if (!textual || change.before.kind !== 'text' || change.after.kind !== 'text') {
    throw new HistoryConflict(change, phrase('{0} has changed since, so {1}.', path, nothing(step)));
  }
  const current = await currentText(change, step);
  const merged = merge3(change.before.text, current.text, change.after.text);
  if ('conflicts' in merged) {
    throw new HistoryConflict(change, phrase('{0} has changed on the same lines since, so {1}.', path, nothing(step)));
  }
  const after = await encodeText(merged.text, current.encoding);
  const sides = { before: current, after };
  return change.kind === 'update' ? { ...change, ...sides, edits: undefined } : { ...change, ...sides };
}

/** The URIs at which a step leaves nothing. */
function leavingOf(all: readonly Change[]): Set<string> {
  return new Set(
    all.flatMap((change) => (change.kind === 'move' ? change.from.uri : change.kind === 'delete' ? change.at.uri : [])),
  );
}

/** Whether a folder that a call made holds more by now than the step takes away: it then stays, and those above it. */
async function isFolderInUse(change: Change, leaving: ReadonlySet<string>): Promise<boolean> {
  if (change.kind !== 'delete' || change.before.kind !== 'directory') return false;
  const uri = vscode.Uri.parse(change.at.uri, true);
  const entries = await fileSystem.readDirectory(uri).then(
    (read) => read,
    () => [],
  );
  return entries.some(([name]) => !leaving.has(vscode.Uri.joinPath(uri, name).toString()));
}

async function currentText(change: Change, step: 'undo' | 'redo'): Promise<TextContent> {
  const uri = vscode.Uri.parse('from' in change ? change.from.uri : change.at.uri, true);
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return encodeText(dirty.getText(), dirty.encoding);
  const bytes = await fileSystem.readFile(uri).then(
    (read) => read,
    () => undefined,
  );
  const read = bytes === undefined ? undefined : await decodeFile(uri, bytes);
  if (read?.content.kind === 'text' && read.content.lossy !== true) return read.content;
  throw new HistoryConflict(
    change,
    phrase('{0} no longer exists or is no longer text, so {1}.', pathOf(change), nothing(step)),
  );
}

function nothing(step: 'undo' | 'redo'): Phrase {
  return step === 'undo' ? phrase('nothing was undone') : phrase('nothing was redone');
}
