import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import type { Change, TextContent } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import { inverseOf } from '../core/inverse.ts';
import type { JournalEntry } from '../core/journalEntry.ts';
import { merge3 } from '../core/merge.ts';
import { inEnglish, phrase, type Phrase } from '../core/phrase.ts';
import { locationsOf, pathOf } from '../core/summary.ts';
import type { FileQueue } from '../tools/fileQueue.ts';
import type { JournalledApplier } from './apply/applier.ts';
import type { Journal, NewEntry } from './apply/journal.ts';
import type { LocalDisk } from './apply/localDisk.ts';
import { isAfter, isBefore } from './apply/states.ts';
import { decodeFile, encodeText } from './codec.ts';
import { dirtyDocument } from './disk.ts';

export interface HistoryParts {
  readonly journal: Journal;
  readonly applier: JournalledApplier;
  readonly queue: FileQueue;
  readonly platform: LocalDisk;
  /** Resolves when the journal is read. */
  readonly ready: () => Promise<unknown>;
}

/** How a person's step meets calls that are at work on the same files. */
export interface Turn {
  /** Calls the step off: while it waits nothing happens, later what it began is taken back. */
  readonly signal?: AbortSignal;
  /** Called at once with what the step waits for, where it has to. */
  readonly onWait?: (before: readonly Phrase[]) => void;
}

/** A call cannot be taken back, or done again, since `change` meets later work. */
export class HistoryConflict extends ToolError {
  readonly change: Change;

  constructor(change: Change, told: Phrase) {
    super('STALE', inEnglish(told), { told });
    this.change = change;
  }
}

/**
 * Takes applied calls back and does them again, in any order. Later work is never overwritten: it is merged line by
 * line, or nothing happens. Each step is journalled as a call is, and so survives being cut off.
 */
export class History {
  readonly #parts: HistoryParts;
  readonly onDidChange: vscode.Event<void>;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.onDidChange = parts.journal.onDidChange;
  }

  /** The calls, oldest first. */
  get calls(): readonly JournalEntry[] {
    return this.#parts.journal.entries.filter((entry) => entry.reverts === undefined && entry.state === 'applied');
  }

  /** The last call that is in effect. */
  get last(): JournalEntry | undefined {
    return this.calls.findLast((entry) => this.isInEffect(entry));
  }

  /** Whether a step is applied and not taken back (or taken back and done again). */
  isInEffect(entry: JournalEntry): boolean {
    return this.#revertOf(entry) === undefined;
  }

  /** A step, by its id; also for an editor that a restart brought back before the journal was read. */
  async find(id: string): Promise<JournalEntry | undefined> {
    await this.#parts.ready();
    return this.#parts.journal.entries.find((entry) => entry.id === id);
  }

  /** The changes of a step, with their bytes. Throws IO_ERROR where bytes are gone or damaged. */
  changesOf(entry: JournalEntry): Promise<Change[]> {
    return this.#parts.journal.changesOf(entry);
  }

  /**
   * Takes a step back, all of it or nothing.
   *
   * @throws HistoryConflict; ToolError REJECTED where it was called off, IO_ERROR where it cannot be written.
   */
  async revert(entry: JournalEntry, { signal = new AbortController().signal, ...who }: Turn = {}): Promise<void> {
    const { applier, journal, queue, platform, ready } = this.#parts;
    await ready();
    const inverses = inverseOf(await this.changesOf(entry));
    const reals = [...new Set(inverses.flatMap(locationsOf).map(({ real }) => real))];
    const title = phrase('Undo "{0}"', entry.phrase ?? entry.title);
    const place = await queue.enter(reals, signal, { title, ...who });
    try {
      await journal.refresh();
      if (!this.isInEffect(entry)) return;
      const back: Change[] = [];
      const leaving = leavingOf(inverses);
      for (const change of inverses) {
        if (await isFolderInUse(change, leaving)) leaving.delete(change.at.uri);
        else if (!(await isDoneAlready(change, inverses, platform))) {
          back.push(await onCurrent(change, inverses, platform));
        }
      }
      await applier.run(back, { ...aboutOf(entry), reverts: entry.id }, { isCall: false, signal });
    } finally {
      place.leave();
    }
  }

  /** Does a call again that was taken back. Throws as `revert` does. */
  async redo(entry: JournalEntry, turn: Turn = {}): Promise<void> {
    const taken = this.#revertOf(entry);
    if (taken !== undefined) await this.revert(taken, turn);
  }

  /** Takes over what other windows of the workspace did. */
  async refresh(): Promise<void> {
    await this.#parts.ready();
    await this.#parts.journal.refresh();
  }

  async clear(): Promise<void> {
    await this.#parts.ready();
    return this.#parts.journal.clear();
  }

  #revertOf(entry: JournalEntry): JournalEntry | undefined {
    return this.#parts.journal.entries.findLast(
      (each) => each.reverts === entry.id && each.state === 'applied' && this.isInEffect(each),
    );
  }
}

function aboutOf({ title, phrase, tool, session, permissions }: JournalEntry): NewEntry {
  return {
    title,
    ...(phrase === undefined ? {} : { phrase }),
    tool,
    ...(session === undefined ? {} : { session }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}

/** Whether somebody else has brought a place to where a change would: deleted what is to go, put back what is to come. */
async function isDoneAlready(change: Change, all: readonly Change[], { links }: LocalDisk): Promise<boolean> {
  if (isMadeHere(change, all) || (await isBefore(change, links))) return false;
  return isAfter(change, links);
}

/** The change that does the same to what is there now. `all` are the changes of the step. */
async function onCurrent(change: Change, all: readonly Change[], { links }: LocalDisk): Promise<Change> {
  if (isMadeHere(change, all) || (await isBefore(change, links))) return change;
  const path = pathOf(change);
  const textual = change.kind === 'update' || change.kind === 'move';
  if (!textual || change.before.kind !== 'text' || change.after.kind !== 'text') {
    throw new HistoryConflict(change, phrase('{0} changed since. Nothing was changed.', path));
  }
  const current = await currentText(change);
  const merged = merge3(change.before.text, current.text, change.after.text);
  if ('conflicts' in merged) {
    throw new HistoryConflict(change, phrase('The same lines of {0} changed since. Nothing was changed.', path));
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

/** Whether an earlier change of the step makes the place that a change starts from. */
function isMadeHere(change: Change, all: readonly Change[]): boolean {
  const starts = locationsOf(change).map(({ real }) => real);
  const earlier = all.slice(0, all.indexOf(change));
  return earlier.some((other) => locationsOf(other).some(({ real }) => starts.includes(real)));
}

async function currentText(change: Change): Promise<TextContent> {
  const uri = vscode.Uri.parse('from' in change ? change.from.uri : change.at.uri, true);
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return encodeText(dirty.getText(), dirty.encoding);
  const bytes = await fileSystem.readFile(uri).then(
    (read) => read,
    () => undefined,
  );
  const read = bytes === undefined ? undefined : await decodeFile(uri, bytes);
  if (read?.content.kind === 'text' && read.content.lossy !== true) return read.content;
  throw new HistoryConflict(change, phrase('{0} is gone or no text any more. Nothing was changed.', pathOf(change)));
}
