// Reports the user's reverts to agents, once each: at the end of a turn, with a prompt, or with the next answer.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Change } from '../../core/change/change.ts';
import { diffOf } from '../../core/change/summary.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import {
  feedbackText,
  isRevertEntry,
  unreportedReverts,
  urisOf,
  type RevertedFile,
  type FirstChangeTimes,
  type UnreportedRevert,
} from '../../core/toReview/feedback.ts';
import { keyOf, LinkedSessions } from '../../core/toReview/linkedSessions.ts';
import { isCertainlyByTurn, turnsOf, type ReviewItem, type Step, type Turn } from '../../core/watch/reviewItem.ts';
import type { Speaker } from '../../core/watch/spanLog.ts';
import { compareSides } from '../../tools/pipeline/compareSides.ts';
import type { AgentFeedback } from '../../tools/ports/agentPorts.ts';
import type { World } from '../../tools/ports/world.ts';
import type { History } from '../history/callHistory.ts';
import { callerIn } from './callerIn.ts';
import { fileOf } from './showRow.ts';

const reportedKey = 'toReview.told';
const saidKey = 'toReview.said';
/** Maximum number of entries remembered as reported. */
const maxReported = 500;
/** Limits of pending notes: their number, and UTF-16 units of all of them. */
const maxSaid = 500;
const maxAllSaid = 200_000;
/** Maximum bytes of an entry for which diffs are computed. */
const maxCompared = 2 * 1024 * 1024;
/** Maximum number of files of an entry with diffs, and of characters of each: the model rereads the files anyway. */
const maxDiffs = 10;
const maxDiff = 3000;

const saidNotes = z.array(z.object({ uri: z.string(), path: z.string(), words: z.string() }));
type Note = z.infer<typeof saidNotes>[number];

export interface FeedbackDeps {
  readonly history: Pick<History, 'entries' | 'isInEffect' | 'contentOf'>;
  readonly watch: { items(): readonly ReviewItem[]; steps(): readonly Step[] };
  readonly workspaceState: vscode.Memento;
  readonly world: Pick<World, 'workspaceFor'>;
}

type Take = UnreportedRevert<JournalEntry>;

interface Waiting {
  readonly takes: readonly Take[];
  readonly said: readonly Note[];
  readonly touched: ReadonlyMap<string, FirstChangeTimes>;
}

/**
 * Stores what agents have not been told yet. All of it is in the history and in the workspace state, so it survives a
 * reload.
 */
export class Feedback implements AgentFeedback {
  readonly #deps: FeedbackDeps;
  readonly #sessions = new LinkedSessions();
  #reportedIds: readonly string[];
  #said: readonly Note[];
  readonly #earlier: ReadonlySet<Note>;
  readonly #onTold = new WeakMap<Note, () => void>();

  constructor(deps: FeedbackDeps) {
    this.#deps = deps;
    const storedIds = z.array(z.string()).safeParse(deps.workspaceState.get<unknown>(reportedKey, []));
    const storedNotes = saidNotes.safeParse(deps.workspaceState.get<unknown>(saidKey, []));
    this.#reportedIds = storedIds.success ? storedIds.data : [];
    this.#said = storedNotes.success ? storedNotes.data : [];
    this.#earlier = new Set(this.#said);
  }

  onTurnStart(hooks: Speaker): void {
    this.#sessions.turnStarts(hooks);
  }

  onTurnEnd(hooks: Speaker): void {
    this.#sessions.turnEnds(hooks);
  }

  onCall(calls: Speaker): void {
    this.#sessions.called(calls);
  }

  /**
   * Keeps what the person says about a file until an agent that changed it is told.
   * @param note `words`: whole sentences
   * @param onTold called when an agent is told
   * @returns takes the words back, unless an agent was told; undefined if too much waits: nothing is dropped of which the
   * person was promised that it will be told
   */
  say(note: Note, onTold: () => void): (() => void) | undefined {
    let notes: readonly Note[] = [...this.#said, note];
    // Notes of earlier windows give way: their agents may never come back.
    while (isTooMuch(notes) && notes[0] !== undefined && this.#earlier.has(notes[0])) notes = notes.slice(1);
    if (isTooMuch(notes)) return undefined;
    this.#setSaid(notes);
    this.#onTold.set(note, onTold);
    return () => this.#setSaid(this.#said.filter((each) => each !== note));
  }

  #setSaid(notes: readonly Note[]): void {
    this.#said = notes;
    void this.#deps.workspaceState.update(saidKey, notes);
  }

  /** Whether there is feedback for a session. */
  has(speaker: Speaker): boolean {
    const { takes, said } = this.#waiting(speaker);
    return takes.length > 0 || said.length > 0;
  }

  /** Unreviewed items of a session's changes. */
  openItems(speaker: Speaker): readonly ReviewItem[] {
    const names = this.#namesOf(speaker);
    const callers = callerIn(this.#deps.history);
    const isOwn = ({ origin }: Step): boolean => {
      const caller = 'entry' in origin ? callers(origin.entry) : undefined;
      return [...turnsOf(origin), ...(caller === undefined ? [] : [caller])].some((each) => names.has(keyOf(each)));
    };
    return this.#deps.watch.items().filter(({ steps }) => steps.some(isOwn));
  }

  async takeMessage(speaker: Speaker): Promise<string | undefined> {
    const { takes, said, touched } = this.#waiting(speaker);
    if (takes.length === 0 && said.length === 0) return undefined;
    // Synchronous up to here, so that only one of two concurrent answers reports it.
    const names = this.#sessions.of(speaker);
    const reportedNow = takes.flatMap(({ entry }) => names.map((name) => reportedId(name, entry.id)));
    this.#reportedIds = [...this.#reportedIds, ...reportedNow].slice(-maxReported);
    void this.#deps.workspaceState.update(reportedKey, this.#reportedIds);
    this.#setSaid(this.#said.filter((note) => !said.includes(note)));
    for (const note of said) this.#onTold.get(note)?.();
    const files: RevertedFile[] = [];
    for (const each of takes) files.push(...(await this.#filesOf(each, speaker)));
    const isOwn = (uri: string): boolean => (touched.get(uri)?.certainTime ?? Infinity) < Infinity;
    return feedbackText(
      files,
      said.map((note) => ({ ...note, isOwn: isOwn(note.uri) })),
    );
  }

  #waiting(speaker: Speaker): Waiting {
    const { entries } = this.#deps.history;
    const names = this.#sessions.of(speaker);
    const reportedIds = new Set(this.#reportedIds);
    const isReported = (id: string): boolean => names.some((name) => reportedIds.has(reportedId(name, id)));
    const news = entries.filter((entry) => isRevertEntry(entry) && !isReported(entry.id));
    if (news.length === 0 && this.#said.length === 0) return { takes: [], said: [], touched: new Map() };
    const uris = news.flatMap(({ changes }) => changes.flatMap(urisOf));
    const touched = this.#touchedBy(speaker, new Set([...uris, ...this.#said.map(({ uri }) => uri)]));
    const takes = unreportedReverts(entries, {
      isInEffect: (entry) => this.#deps.history.isInEffect(entry),
      isTold: isReported,
      touched: (uri) => touched.get(uri),
    });
    return { takes, said: this.#said.filter(({ uri }) => touched.has(uri)), touched };
  }

  #namesOf(speaker: Speaker): ReadonlySet<string> {
    return new Set(this.#sessions.of(speaker).map(keyOf));
  }

  /** Times of a session's first change of each of these files, by URI. */
  #touchedBy(speaker: Speaker, uris: ReadonlySet<string>): ReadonlyMap<string, FirstChangeTimes> {
    const names = this.#namesOf(speaker);
    const touched = new Map<string, FirstChangeTimes>();
    const touch = (uri: string, time: number, isSure: boolean): void => {
      if (!uris.has(uri)) return;
      const earlier = touched.get(uri) ?? { time, certainTime: Infinity };
      const certainTime = isSure ? Math.min(time, earlier.certainTime) : earlier.certainTime;
      touched.set(uri, { time: Math.min(time, earlier.time), certainTime });
    };
    for (const entry of this.#deps.history.entries) {
      const { caller, session = '' } = entry;
      if (caller === undefined || isRevertEntry(entry) || !names.has(keyOf({ agent: caller.agent, session }))) continue;
      for (const change of entry.changes) for (const uri of urisOf(change)) touch(uri, Date.parse(entry.time), true);
    }
    for (const step of this.#deps.watch.steps()) {
      const uri = uriOf(step);
      const isOwn = (turn: Turn): boolean => names.has(keyOf(turn));
      if (uris.has(uri) && turnsOf(step.origin).some(isOwn))
        touch(uri, step.time, isCertainlyByTurn(step.origin, isOwn));
    }
    return touched;
  }

  async #filesOf({ entry, changes, isReapplied }: Take, speaker: Speaker): Promise<readonly RevertedFile[]> {
    const files: RevertedFile[] = [];
    for (const change of changes) {
      // A folder was created or deleted with its files.
      if (change.kind === 'createDirectory' || ('before' in change && change.before.kind === 'directory')) continue;
      const kind = change.kind === 'delete' ? 'deleted' : change.kind === 'update' ? 'changed' : 'created';
      const diff = files.length < maxDiffs ? await this.#diffOf(entry, change, speaker) : undefined;
      files.push({ path: change.at.path, kind, isReapplied, isOwn: change.isOwn, diff });
    }
    return files;
  }

  /** Diff of a text that the agent may read unasked; undefined for others, and if the history no longer has it. */
  async #diffOf(entry: JournalEntry, change: StoredChange, speaker: Speaker): Promise<string | undefined> {
    if (change.kind !== 'update' || entry.bytes > maxCompared) return undefined;
    const { at, before, after } = change;
    if (before.kind !== 'text' || after.kind !== 'text' || !(await this.#mayRead(at.uri, speaker))) return undefined;
    const { history } = this.#deps;
    const sides = await Promise.all([history.contentOf(entry, before), history.contentOf(entry, after)]).catch(
      () => undefined,
    );
    if (sides === undefined) return undefined;
    const loaded: Change = { kind: 'update', at, before: sides[0], after: sides[1] };
    await compareSides([loaded]);
    return diffOf(loaded, maxDiff);
  }

  /** Whether an agent may read a file without a question, by the rules as they are now. */
  async #mayRead(uri: string, { agent, session }: Speaker): Promise<boolean> {
    const caller = { agent, session, via: 'hook' } as const;
    const { signal } = new AbortController();
    const workspace = this.#deps.world.workspaceFor({ tool: 'redline_read_file', caller, token: undefined, signal });
    const at = await workspace.locate(uri).catch(() => undefined);
    return at !== undefined && !workspace.asksToRead(at);
  }
}

function isTooMuch(notes: readonly Note[]): boolean {
  return notes.length > maxSaid || notes.reduce((sum, { words }) => sum + words.length, 0) > maxAllSaid;
}

function reportedId(speaker: Speaker, entry: string): string {
  return `${entry} ${keyOf(speaker)}`;
}

/** Avoids `vscode.Uri` where possible: Watch stores thousands of steps, and most paths need no escapes. */
function uriOf(step: Step): string {
  return /^[\w./-]+$/.test(step.path) ? `${step.folder}/${step.path}` : fileOf(step).toString();
}
