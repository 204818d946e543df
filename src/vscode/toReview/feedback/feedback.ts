// Queues feedback for agents, the user's reverts and notes, and finds the unreviewed items of an agent's session.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { runYielding } from '../../../async/eventLoop.ts';
import type { Change } from '../../../core/change/change.ts';
import { precomputeComparisons } from '../../../core/change/changeComparison.ts';
import { diffOf } from '../../../core/change/summary.ts';
import { isRevertEntry, type JournalEntry } from '../../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../../core/journal/storedChange.ts';
import {
  addReports,
  feedbackText,
  reportIdOf,
  unreportedReverts,
  urisOf,
  type RevertedFile,
  type FirstChangeTimes,
  type UnreportedRevert,
} from '../../../core/toReview/feedback.ts';
import { isCallOf, LinkedSessions } from '../../../core/toReview/linkedSessions.ts';
import { type AgentSession, sessionKey } from '../../../core/watch/agentSession.ts';
import { isCertainlyByTurn, turnsOf, type ReviewItem, type Step, type Turn } from '../../../core/watch/reviewItem.ts';
import type { AgentFeedback } from '../../../tools/ports/agentPorts.ts';
import type { World } from '../../../tools/ports/world.ts';
import type { History } from '../../history/callHistory.ts';
import { mayRead } from './mayRead.ts';
import { fileOf } from '../showRow.ts';

// Stored names, which must not change.
const reportIdsKey = 'toReview.told';
const notesKey = 'toReview.said';
/** Limits of pending notes: their number, and the total of their UTF-16 units. */
const maxNotes = 500;
const maxNotesChars = 200_000;
/** Maximum bytes of an entry whose diffs are shown, since the agent waits while they are computed. */
const maxDiffedEntryBytes = 2 * 1024 * 1024;
/** Limits of the diffs of an entry: their number, and UTF-16 units of each. The model rereads the files anyway. */
const maxDiffedFiles = 10;
const maxDiffChars = 3000;

const notesSchema = z.array(z.object({ uri: z.string(), path: z.string(), words: z.string() }));
type Note = z.infer<typeof notesSchema>[number];

export interface FeedbackDeps {
  readonly history: Pick<History, 'entries' | 'isInEffect' | 'contentOf'>;
  readonly watch: { items(): readonly ReviewItem[]; steps(): readonly Step[] };
  readonly workspaceState: vscode.Memento;
  readonly world: Pick<World, 'workspaceFor'>;
}

type RevertToReport = UnreportedRevert<JournalEntry>;

/** Feedback that an agent's session has not received. */
interface PendingFeedback {
  readonly reverts: readonly RevertToReport[];
  readonly notes: readonly Note[];
  readonly firstChanges: ReadonlyMap<string, FirstChangeTimes>;
}

/**
 * Derives reverts from the history. The workspace state has the notes and the ids of reported reverts. An agent's hooks
 * and its calls of tools can have different session ids, which `LinkedSessions` joins; other methods take either.
 */
export class Feedback implements AgentFeedback {
  readonly #deps: FeedbackDeps;
  readonly #sessions = new LinkedSessions();
  /** By `reportIdOf`, oldest first. */
  #reportIds: readonly string[];
  #notes: readonly Note[];
  readonly #notesOfEarlierWindows: ReadonlySet<Note>;
  readonly #onNoteTaken = new WeakMap<Note, () => void>();

  constructor(deps: FeedbackDeps) {
    this.#deps = deps;
    const storedIds = z.array(z.string()).safeParse(deps.workspaceState.get<unknown>(reportIdsKey, []));
    const storedNotes = notesSchema.safeParse(deps.workspaceState.get<unknown>(notesKey, []));
    this.#reportIds = storedIds.success ? storedIds.data : [];
    this.#notes = storedNotes.success ? storedNotes.data : [];
    this.#notesOfEarlierWindows = new Set(this.#notes);
  }

  onTurnStart(hookSession: AgentSession): void {
    this.#sessions.startTurn(hookSession, Date.now());
  }

  onTurnEnd(hookSession: AgentSession): void {
    this.#sessions.endTurn(hookSession);
  }

  onCall(callSession: AgentSession): void {
    this.#sessions.recordCall(callSession, Date.now());
  }

  /**
   * Queues a note about a file for the next agent that takes its feedback and has changed, or may have changed, the file.
   * @param note `words`: whole sentences
   * @param onTaken called when an agent receives the note
   * @returns a function that withdraws the note, if no agent has received it; undefined if the queue is full, since a
   * note of this window is never dropped: the user was promised its delivery
   */
  addNote(note: Note, onTaken: () => void): (() => void) | undefined {
    let notes: readonly Note[] = [...this.#notes, note];
    // Notes of earlier windows are dropped first: their agents may never come back.
    while (exceedsLimits(notes) && notes[0] !== undefined && this.#notesOfEarlierWindows.has(notes[0]))
      notes = notes.slice(1);
    if (exceedsLimits(notes)) return undefined;
    this.#saveNotes(notes);
    this.#onNoteTaken.set(note, onTaken);
    return () => this.#saveNotes(this.#notes.filter((queued) => queued !== note));
  }

  #saveNotes(notes: readonly Note[]): void {
    this.#notes = notes;
    void this.#deps.workspaceState.update(notesKey, notes);
  }

  /** Whether `takeMessage` would return feedback for a session. */
  has(agentSession: AgentSession): boolean {
    const { reverts, notes } = this.#findPending(agentSession);
    return reverts.length > 0 || notes.length > 0;
  }

  /** The unreviewed items that a session has changed, or may have changed. */
  unreviewedItems(agentSession: AgentSession): readonly ReviewItem[] {
    const sessionKeys = this.#sessionKeysOf(agentSession);
    const calls = this.#deps.history.entries.filter((entry) => isCallOf(sessionKeys, entry));
    const callIds = new Set(calls.map(({ id }) => id));
    const isOwn = ({ origin }: Step): boolean =>
      ('entry' in origin && callIds.has(origin.entry)) ||
      turnsOf(origin).some((turn) => sessionKeys.has(sessionKey(turn)));
    return this.#deps.watch.items().filter(({ steps }) => steps.some(isOwn));
  }

  /** Returns the feedback for a session, and marks it as reported; undefined if there is none. */
  async takeMessage(agentSession: AgentSession): Promise<string | undefined> {
    const pending = this.#findPending(agentSession);
    const { reverts, firstChanges } = pending;
    if (reverts.length === 0 && pending.notes.length === 0) return undefined;
    // Before the first await, so that of two concurrent answers only one reports the feedback.
    this.#markReported(agentSession, pending);
    const files: RevertedFile[] = [];
    for (const revert of reverts) files.push(...(await this.#revertedFilesOf(revert, agentSession)));
    const isCertainlyOwn = (uri: string): boolean => Number.isFinite(firstChanges.get(uri)?.certainTime);
    const notes = pending.notes.map((note) => ({ ...note, isOwn: isCertainlyOwn(note.uri) }));
    return feedbackText(files, notes);
  }

  #markReported(agentSession: AgentSession, { reverts, notes }: PendingFeedback): void {
    const sessions = this.#sessions.idsOf(agentSession);
    const newIds = reverts.flatMap(({ entry }) => sessions.map((session) => reportIdOf(session, entry.id)));
    this.#reportIds = addReports(this.#reportIds, newIds, this.#deps.history.entries);
    void this.#deps.workspaceState.update(reportIdsKey, this.#reportIds);
    this.#saveNotes(this.#notes.filter((note) => !notes.includes(note)));
    for (const note of notes) this.#onNoteTaken.get(note)?.();
  }

  #findPending(agentSession: AgentSession): PendingFeedback {
    const { entries } = this.#deps.history;
    const sessions = this.#sessions.idsOf(agentSession);
    const reportIds = new Set(this.#reportIds);
    const isReported = (id: string): boolean => sessions.some((session) => reportIds.has(reportIdOf(session, id)));
    const newReverts = entries.filter((entry) => isRevertEntry(entry) && !isReported(entry.id));
    if (newReverts.length === 0 && this.#notes.length === 0) return { reverts: [], notes: [], firstChanges: new Map() };
    const uris = newReverts.flatMap(({ changes }) => changes.flatMap(urisOf));
    const firstChanges = this.#firstChangesBy(agentSession, new Set([...uris, ...this.#notes.map(({ uri }) => uri)]));
    const reverts = unreportedReverts(entries, {
      isInEffect: (entry) => this.#deps.history.isInEffect(entry),
      isReported,
      firstChangeOf: (uri) => firstChanges.get(uri),
    });
    return { reverts, notes: this.#notes.filter(({ uri }) => firstChanges.has(uri)), firstChanges };
  }

  #sessionKeysOf(agentSession: AgentSession): ReadonlySet<string> {
    return new Set(this.#sessions.idsOf(agentSession).map(sessionKey));
  }

  /** Times at which a session first changed each of these files, by URI. */
  #firstChangesBy(agentSession: AgentSession, uris: ReadonlySet<string>): ReadonlyMap<string, FirstChangeTimes> {
    const sessionKeys = this.#sessionKeysOf(agentSession);
    const firstChanges = new Map<string, FirstChangeTimes>();
    const recordChange = (uri: string, time: number, { isCertain }: { readonly isCertain: boolean }): void => {
      if (!uris.has(uri)) return;
      const earlier = firstChanges.get(uri) ?? { firstTime: time, certainTime: Infinity };
      const certainTime = isCertain ? Math.min(time, earlier.certainTime) : earlier.certainTime;
      firstChanges.set(uri, { firstTime: Math.min(time, earlier.firstTime), certainTime });
    };
    for (const entry of this.#deps.history.entries) {
      if (isRevertEntry(entry) || !isCallOf(sessionKeys, entry)) continue;
      for (const uri of entry.changes.flatMap(urisOf)) recordChange(uri, Date.parse(entry.time), { isCertain: true });
    }
    for (const step of this.#deps.watch.steps()) {
      const uri = uriOf(step);
      const isOwn = (turn: Turn): boolean => sessionKeys.has(sessionKey(turn));
      if (uris.has(uri) && turnsOf(step.origin).some(isOwn))
        recordChange(uri, step.time, { isCertain: isCertainlyByTurn(step.origin, isOwn) });
    }
    return firstChanges;
  }

  async #revertedFilesOf(
    { entry, changes, isReapplied }: RevertToReport,
    agentSession: AgentSession,
  ): Promise<readonly RevertedFile[]> {
    const files: RevertedFile[] = [];
    for (const change of changes) {
      // Folders are not reported: their files are.
      if (change.kind === 'createDirectory' || ('before' in change && change.before.kind === 'directory')) continue;
      const diff = files.length < maxDiffedFiles ? await this.#diffOf(entry, change, agentSession) : undefined;
      files.push({ path: change.at.path, kind: effectOf(change), isReapplied, isOwn: change.isOwn, diff });
    }
    return files;
  }

  /** The diff of a text, if the agent may read it unasked; undefined also for large entries and lost contents. */
  async #diffOf(entry: JournalEntry, change: StoredChange, agentSession: AgentSession): Promise<string | undefined> {
    if (change.kind !== 'update' || entry.bytes > maxDiffedEntryBytes) return undefined;
    const { at, before, after } = change;
    if (before.kind !== 'text' || after.kind !== 'text' || !(await mayRead(at.uri, agentSession, this.#deps.world)))
      return undefined;
    const { history } = this.#deps;
    const reading = Promise.all([history.contentOf(entry, before), history.contentOf(entry, after)]);
    const sides = await reading.catch(() => undefined);
    if (sides === undefined) return undefined;
    const update: Change = { kind: 'update', at, before: sides[0], after: sides[1] };
    await runYielding(precomputeComparisons([update]));
    return diffOf(update, maxDiffChars);
  }
}

function exceedsLimits(notes: readonly Note[]): boolean {
  return notes.length > maxNotes || notes.reduce((sum, { words }) => sum + words.length, 0) > maxNotesChars;
}

/** A moved or copied file was created, too. */
function effectOf({ kind }: StoredChange): RevertedFile['kind'] {
  if (kind === 'delete') return 'deleted';
  return kind === 'update' ? 'changed' : 'created';
}

/** URI of a step's file. Fast path: most paths need no escapes, and Watch stores thousands of steps. */
function uriOf(step: Step): string {
  return /^[\w./-]+$/.test(step.path) ? `${step.folder}/${step.path}` : fileOf(step).toString();
}
