// Selects the user's reverts that were not yet reported to an agent, and formats the message that reports them.
import { isRevertEntry, type JournalEntry } from '../journal/journalEntry.ts';
import type { StoredChange } from '../journal/storedChange.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { sessionKey, type AgentSession } from '../watch/agentSession.ts';
import { pluralize } from '../wording/phrase.ts';

/** Maximum number of reverted and reapplied files listed in a message; the others are counted. */
const maxListedFiles = 30;
/** Maximum length of all diffs of a message, in UTF-16 units. */
const maxDiffChars = 6000;

type Entry = Pick<JournalEntry, 'id' | 'time' | 'tool' | 'reverts' | 'state' | 'session' | 'caller' | 'changes'>;

/** A revert by the user, or the undo of one, that was not yet reported to a session. */
export interface UnreportedRevert<E extends Entry> {
  readonly entry: E;
  /** Whether the entry undid a revert, so that the agent's changes are in the files again. */
  readonly isReapplied: boolean;
  /** Of the entry's changes, those of files that the session had changed before. */
  readonly changes: readonly FeedbackChange[];
}

/** A change; `isOwn` if the session had certainly changed the file before, not only possibly. */
type FeedbackChange = StoredChange & { readonly isOwn: boolean };

/** Facts about an agent's session, and about the entries. */
export interface SessionFacts<E extends Entry> {
  /** Whether an entry is not undone. */
  readonly isInEffect: (entry: E) => boolean;
  /** Whether an entry was already reported to the session. */
  readonly isReported: (id: string) => boolean;
  /** Times of the session's first changes of a file, by URI; undefined if it never changed it. */
  readonly firstChangeOf: (uri: string) => FirstChangeTimes | undefined;
}

/** Times of a session's first changes of a file, in milliseconds since 1970. */
export interface FirstChangeTimes {
  /** Time of its first change, certain or possible. */
  readonly firstTime: number;
  /** Time of its first certain change; `Infinity` if its changes are attributed by time only. */
  readonly certainTime: number;
}

/** Reverts of a session's changes, and undos of such reverts, that were not yet reported to it; oldest first. */
export function unreportedReverts<E extends Entry>(
  entries: readonly E[],
  session: SessionFacts<E>,
): readonly UnreportedRevert<E>[] {
  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.filter(isRevertEntry).flatMap((entry): UnreportedRevert<E>[] => {
    if (entry.state !== 'applied' || session.isReported(entry.id) || !session.isInEffect(entry)) return [];
    const undoneRevert = findUndoneRevert(entry, entryById);
    // The agent does not know that its changes were reverted, so it need not know that they are back.
    if (undoneRevert !== undefined && !session.isReported(undoneRevert.id)) return [];
    const changes = selectChangesOfSession(entry, session);
    return changes.length === 0 ? [] : [{ entry, isReapplied: !isRevertedAfter(entry, entryById), changes }];
  });
}

function selectChangesOfSession<E extends Entry>(entry: E, session: SessionFacts<E>): FeedbackChange[] {
  const time = Date.parse(entry.time);
  return entry.changes.flatMap((change) => {
    const firstChanges = urisOf(change).flatMap((uri) => session.firstChangeOf(uri) ?? []);
    if (!firstChanges.some(({ firstTime }) => firstTime <= time)) return [];
    return { ...change, isOwn: firstChanges.some(({ certainTime }) => certainTime <= time) };
  });
}

/** The revert that an entry undoes; undefined if it undoes none. */
function findUndoneRevert<E extends Entry>({ reverts }: E, entryById: ReadonlyMap<string, E>): E | undefined {
  const undoneEntry = reverts === undefined ? undefined : entryById.get(reverts);
  return undoneEntry !== undefined && isRevertEntry(undoneEntry) ? undoneEntry : undefined;
}

/** Whether the agent's changes are reverted after this entry: yes after a revert, no after its undo, and so on. */
function isRevertedAfter<E extends Entry>(entry: E, entryById: ReadonlyMap<string, E>): boolean {
  const undoneRevert = findUndoneRevert(entry, entryById);
  return undoneRevert === undefined || !isRevertedAfter(undoneRevert, entryById);
}

/** Identifies the report of a revert to a session. @param entry id of the revert's history entry */
export function reportIdOf(agentSession: AgentSession, entry: string): string {
  return `${entry} ${sessionKey(agentSession)}`;
}

/**
 * Adds reports, and drops those of entries that the history no longer has. Without new ones, drops none: the history may
 * not be loaded yet.
 */
export function addReports(
  reportIds: readonly string[],
  newIds: readonly string[],
  entries: readonly Pick<JournalEntry, 'id'>[],
): readonly string[] {
  if (newIds.length === 0) return reportIds;
  const entryIds = new Set(entries.map(({ id }) => id));
  return [...reportIds.filter((id) => entryIds.has(id.slice(0, id.indexOf(' ')))), ...newIds];
}

/** URIs of a change's files: for a move or copy, of the new and the old file. */
export function urisOf(change: StoredChange): readonly string[] {
  return 'from' in change ? [change.at.uri, change.from.uri] : [change.at.uri];
}

/** A file whose changes the user reverted, or reapplied by undoing the revert. */
export interface RevertedFile {
  readonly path: string;
  /** The effect of the revert, or of its undo, on the file. */
  readonly kind: 'changed' | 'deleted' | 'created';
  readonly isReapplied: boolean;
  /** Whether the session certainly changed it. */
  readonly isOwn: boolean;
  /** Diff from the old to the current content; undefined if it may not be shown. */
  readonly diff?: string | undefined;
}

/** The user's note on a file. */
export interface FileNote {
  readonly path: string;
  /** The note, as sentences. */
  readonly words: string;
  /** Whether the session certainly changed the file. */
  readonly isOwn: boolean;
}

/** The number of files, and of UTF-16 units of diffs, that a message may still list. */
interface Budget {
  files: number;
  diffChars: number;
}

/** Formats the message for the model; undefined if there is nothing to report. Lists the session's own changes first. */
export function feedbackText(files: readonly RevertedFile[], notes: readonly FileNote[]): string | undefined {
  const budget = { files: maxListedFiles, diffChars: maxDiffChars };
  const isOwn = (fileOrNote: RevertedFile | FileNote): boolean => fileOrNote.isOwn;
  const isOther = (fileOrNote: RevertedFile | FileNote): boolean => !fileOrNote.isOwn;
  const lines = [
    ...withHeading(ownChangesHeading, linesAbout(files.filter(isOwn), notes.filter(isOwn), budget)),
    ...withHeading(possibleChangesHeading, linesAbout(files.filter(isOther), notes.filter(isOther), budget)),
  ];
  return lines.length === 0 ? undefined : [...lines, readAgainHint].join('\n');
}

/** Lines about files and notes that are all `isOwn`, or all not. Reduces the budget. */
function linesAbout(files: readonly RevertedFile[], notes: readonly FileNote[], budget: Budget): string[] {
  const reappliedFiles = files.filter(({ isReapplied }) => isReapplied);
  const revertedFiles = files.filter(({ isReapplied }) => !isReapplied);
  const noteLines = notes.map(({ path, words }) => `- ${escapeForDisplay(path)}: ${words}`);
  return [
    ...withHeading(revertedHeading, listFiles(revertedFiles, budget)),
    ...withHeading(reappliedHeading, listFiles(reappliedFiles, budget)),
    ...withHeading(notesHeading, noteLines),
  ];
}

function withHeading(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

const ownChangesHeading = 'The user reviewed your changes in the editor.';
const possibleChangesHeading =
  'The user reviewed changes that were made while you worked; you may have made them, or something else.';
const revertedHeading =
  'They took these back, in whole or in part. It is done: leave it so, unless the user asks for them again.';
const reappliedHeading = 'They brought these back, which they had taken back before:';
const notesHeading = 'They say:';
const readAgainHint = 'Read these files again before you change them.';

/** Lists files, and the diffs that still fit into the budget. Reduces the budget. */
function listFiles(files: readonly RevertedFile[], budget: Budget): string[] {
  const listedFiles = files.slice(0, budget.files);
  budget.files -= listedFiles.length;
  const lines = listedFiles.flatMap(({ path, kind, diff }) => {
    const line = `- ${escapeForDisplay(path)}${suffixByKind[kind]}`;
    if (diff === undefined || diff.length > budget.diffChars) return [line];
    budget.diffChars -= diff.length;
    return [line, diff];
  });
  const unlistedCount = files.length - listedFiles.length;
  return unlistedCount > 0 ? [...lines, `and ${pluralize(unlistedCount, 'more file')}.`] : lines;
}

const suffixByKind = { changed: '', deleted: ' (it is gone)', created: ' (it is there again)' } as const;
