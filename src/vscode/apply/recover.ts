import * as vscode from 'vscode';
import type { Change, Content } from '../../core/change.ts';
import { sha256 } from '../../core/hash.ts';
import { inverse } from '../../core/inverse.ts';
import type { JournalEntry } from '../../core/journalEntry.ts';
import { pathOf } from '../../core/summary.ts';
import type { Log } from '../log.ts';
import { dirtyDocument } from '../disk.ts';
import { execute, type LocalDisk } from './execute.ts';
import type { Journal } from './journal.ts';
import { isAfter, isBefore } from './states.ts';

/**
 * Ends the calls that an earlier session was cut off in: a call that is wholly there is kept, any other is taken back.
 *
 * @returns a sentence for the person about each such call.
 */
export async function recover(journal: Journal, disk: LocalDisk, log: Log): Promise<string[]> {
  const told: string[] = [];
  const cutOff = journal.entries.filter((entry) => entry.state === 'applying' || entry.state === 'reverting');
  for (const entry of cutOff) {
    const sentence = await recoverEntry(journal, entry, disk);
    log.warn(sentence);
    told.push(sentence);
  }
  return told;
}

async function recoverEntry(journal: Journal, entry: JournalEntry, disk: LocalDisk): Promise<string> {
  const changes = await journal.changesOf(entry);
  const ends = await Promise.all(changes.map(isAfter));
  if (ends.every(Boolean)) {
    for (const change of changes) await saveOurs(change);
    await journal.setState(entry, 'applied');
    return vscode.l10n.t('"{0}" was cut off after its last file; it is complete.', entry.title);
  }
  const left: string[] = [];
  for (const change of changes.toReversed()) {
    if (await isBefore(change)) continue;
    if (!(await isOurs(change))) left.push(pathOf(change));
    else await execute(inverse(change), disk).catch(() => left.push(pathOf(change)));
  }
  if (left.length === 0) {
    if (entry.state === 'reverting') await journal.setState(entry, 'reverted');
    else await journal.drop(entry);
    return vscode.l10n.t('"{0}" was cut off half-way and has been taken back.', entry.title);
  }
  await journal.setState(entry, 'applied');
  return vscode.l10n.t('"{0}" was cut off half-way; look at {1}, which changed since.', entry.title, left.join(', '));
}

/** Saves a buffer that the call was about to save: one whose file is still as it was before. Other typing is left alone. */
async function saveOurs(change: Change): Promise<void> {
  if (change.kind !== 'update') return;
  const uri = vscode.Uri.parse(change.at.uri, true);
  const dirty = dirtyDocument(uri);
  if (dirty === undefined) return;
  const onDisk = await sha256(await vscode.workspace.fs.readFile(uri));
  if (onDisk === change.before.sha256) await dirty.save();
}

/** Whether a file is as the call left it, or was cut off while the call wrote it: its bytes are then the first of ours. */
async function isOurs(change: Change): Promise<boolean> {
  if (await isAfter(change)) return true;
  if (!('after' in change)) return false;
  return isTornWrite(change.after, vscode.Uri.parse(change.at.uri, true));
}

async function isTornWrite(after: Content, uri: vscode.Uri): Promise<boolean> {
  if (after.kind !== 'text' && after.kind !== 'binary') return false;
  try {
    const found = await vscode.workspace.fs.readFile(uri);
    return found.length < after.bytes.length && found.every((byte, at) => byte === after.bytes[at]);
  } catch {
    return false;
  }
}
