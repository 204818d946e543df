import * as vscode from 'vscode';
import type { Change, TextContent } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import { inverseOf } from '../core/inverse.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { merge3 } from '../core/merge.ts';
import { pathOf } from '../core/summary.ts';
import type { JournalledApplier } from './apply/applier.ts';
import type { Journal } from './apply/journal.ts';
import { isBefore } from './apply/states.ts';
import { decodeFile, encodeText } from './codec.ts';
import { dirtyDocument } from './disk.ts';

/** Takes applied calls back. Later work is never overwritten: it is merged line by line, or the call stays as it is. */
export class History {
  readonly #journal: Journal;
  readonly #applier: JournalledApplier;

  constructor(journal: Journal, applier: JournalledApplier) {
    this.#journal = journal;
    this.#applier = applier;
  }

  /** The last call that is applied and not taken back. */
  get last(): JournalEntry | undefined {
    return this.#journal.entries.findLast((entry) => entry.state === 'applied');
  }

  /**
   * Takes a call back, all of it or nothing.
   *
   * @throws ToolError STALE where later work touches the same lines, IO_ERROR where it cannot be written.
   */
  async revert(entry: JournalEntry): Promise<void> {
    const changes = await this.#journal.changesOf(entry);
    const back: Change[] = [];
    for (const change of inverseOf(changes)) back.push(await onCurrent(change));
    await this.#journal.setState(entry, 'reverting');
    try {
      await this.#applier.make(back);
    } catch (cause) {
      await this.#journal.setState(entry, 'applied');
      throw cause;
    }
    await this.#journal.setState(entry, 'reverted');
  }
}

/** The change that does the same to what is there now. */
async function onCurrent(change: Change): Promise<Change> {
  if (await isBefore(change)) return change;
  const path = pathOf(change);
  if (change.kind !== 'update' || change.before.kind !== 'text' || change.after.kind !== 'text') {
    throw new ToolError('STALE', `${path} changed since, so this call cannot be taken back.`);
  }
  const current = await currentText(change);
  const merged = merge3(change.before.text, current.text, change.after.text);
  if ('conflicts' in merged) {
    throw new ToolError('STALE', `The same lines of ${path} changed since, so this call cannot be taken back.`);
  }
  const after = await encodeText(merged.text, current.encoding);
  return { kind: 'update', at: change.at, before: current, after };
}

async function currentText(change: Change): Promise<TextContent> {
  const uri = vscode.Uri.parse(change.at.uri, true);
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return encodeText(dirty.getText(), dirty.encoding);
  const { content, faithful } = await decodeFile(uri, await vscode.workspace.fs.readFile(uri));
  if (content.kind === 'text' && faithful) return content;
  throw new ToolError('STALE', `${pathOf(change)} is no text any more, so this call cannot be taken back.`);
}
