// Builds the message that tells an agent which of its changes the user reverted, and what they said about them.
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { StoredChange } from '../journal/storedChange.ts';
import { escapeForDisplay } from '../text/unicode.ts';

/** Maximum number of files listed; the rest is counted. */
const maxFiles = 30;
/** Maximum length of all diffs, in UTF-16 units. */
const maxDiffs = 6000;

/** Tool name in the entries of reverts from To Review. */
const revertTool = 'redline_revert';

type Entry = Pick<JournalEntry, 'id' | 'time' | 'tool' | 'reverts' | 'state' | 'session' | 'caller' | 'changes'>;

/** A revert by the user, or the undo of one, that a session has not been told about. */
export interface UnreportedRevert<E extends Entry> {
  readonly entry: E;
  /** Whether the entry undoes a revert that the agent was told about, so that its changes are in the files again. */
  readonly isReapplied: boolean;
  /** The entry's changes of files that the session had changed before; `isOwn` if it did so for certain. */
  readonly changes: readonly (StoredChange & { readonly isOwn: boolean })[];
}

export interface SessionFacts<E extends Entry> {
  readonly isInEffect: (entry: E) => boolean;
  /** Whether the session was told of an entry. */
  readonly isTold: (id: string) => boolean;
  /** Time of the session's first change of a file, by URI; undefined if it never changed it. */
  readonly touched: (uri: string) => FirstChangeTimes | undefined;
}

/** Times of a session's first certain or possible change of a file, in milliseconds since 1970. */
export interface FirstChangeTimes {
  readonly time: number;
  /** Time of its first certain change; `Infinity` if its changes are attributed by time only. */
  readonly certainTime: number;
}

/** Whether an entry is a revert, undo or redo by the user, and no agent's call. */
export function isRevertEntry({ tool, reverts }: Pick<Entry, 'tool' | 'reverts'>): boolean {
  return reverts !== undefined || tool === revertTool;
}

/** Reverts of a session's changes, and undone reverts, that the agent has not been told of; oldest first. */
export function unreportedReverts<E extends Entry>(
  entries: readonly E[],
  known: SessionFacts<E>,
): readonly UnreportedRevert<E>[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.filter(isRevertEntry).flatMap((entry): UnreportedRevert<E>[] => {
    if (entry.state !== 'applied' || known.isTold(entry.id) || !known.isInEffect(entry)) return [];
    const undone = undoneBy(entry, byId);
    // Skips the undo of a revert that the agent was never told about.
    if (undone !== undefined && !known.isTold(undone.id)) return [];
    const isReapplied = !isRevertedAfter(entry, byId);
    const time = Date.parse(entry.time);
    const changes = entry.changes.flatMap((change) => {
      const touches = urisOf(change).flatMap((uri) => known.touched(uri) ?? []);
      if (!touches.some((touched) => touched.time <= time)) return [];
      return { ...change, isOwn: touches.some(({ certainTime }) => certainTime <= time) };
    });
    return changes.length === 0 ? [] : [{ entry, isReapplied, changes }];
  });
}

/** The user's entry that another entry undoes; undefined if it undoes none. */
function undoneBy<E extends Entry>({ reverts }: E, byId: ReadonlyMap<string, E>): E | undefined {
  const undone = reverts === undefined ? undefined : byId.get(reverts);
  return undone !== undefined && isRevertEntry(undone) ? undone : undefined;
}

/** Whether the agent's changes are reverted after this entry: yes after a revert, no after its undo, and so on. */
function isRevertedAfter<E extends Entry>(entry: E, byId: ReadonlyMap<string, E>): boolean {
  const undone = undoneBy(entry, byId);
  return undone === undefined || !isRevertedAfter(undone, byId);
}

/** URIs of the files of a change. */
export function urisOf(change: StoredChange): readonly string[] {
  return 'from' in change ? [change.at.uri, change.from.uri] : [change.at.uri];
}

/** A file whose changes the user reverted. */
export interface RevertedFile {
  readonly path: string;
  readonly kind: 'changed' | 'deleted' | 'created';
  readonly isReapplied: boolean;
  /** Whether the session certainly changed it. */
  readonly isOwn: boolean;
  /** Diff from the old to the current content; undefined if it may not be shown. */
  readonly diff?: string | undefined;
}

/** The user's comment on a file, as sentences. */
export interface FileNote {
  readonly path: string;
  readonly words: string;
  readonly isOwn: boolean;
}

/** The message for the model; undefined if there is nothing to report. Lists changes that others may have made separately. */
export function feedbackText(files: readonly RevertedFile[], said: readonly FileNote[]): string | undefined {
  const parts = [true, false].flatMap((own) => {
    const isMeant = ({ isOwn }: { readonly isOwn: boolean }): boolean => isOwn === own;
    const about = partsAbout(files.filter(isMeant), said.filter(isMeant));
    return about.length === 0 ? [] : [own ? reviewedOwn : reviewedOthers, ...about];
  });
  return parts.length === 0 ? undefined : [...parts, readAgain].join('\n');
}

function partsAbout(files: readonly RevertedFile[], said: readonly FileNote[]): string[] {
  const back = files.filter(({ isReapplied }) => isReapplied);
  const taken = files.filter(({ isReapplied }) => !isReapplied);
  return [
    ...(taken.length === 0 ? [] : [takenBack, ...listed(taken)]),
    ...(back.length === 0 ? [] : [broughtBack, ...listed(back)]),
    ...(said.length === 0 ? [] : [theySay, ...said.map(({ path, words }) => `- ${shownPath(path)}: ${words}`)]),
  ];
}

const reviewedOwn = 'The user reviewed your changes in the editor.';
const reviewedOthers =
  'The user reviewed changes that were made while you worked; you may have made them, or something else.';
const takenBack =
  'They took these back, in whole or in part. It is done: leave it so, unless the user asks for them again.';
const broughtBack = 'They brought these back, which they had taken back before:';
const theySay = 'They say:';
const readAgain = 'Read these files again before you change them.';

function listed(files: readonly RevertedFile[]): string[] {
  let remainingLength = maxDiffs;
  const lines = files.slice(0, maxFiles).flatMap(({ path, kind, diff }) => {
    const line = `- ${shownPath(path)}${after[kind]}`;
    if (diff === undefined || diff.length > remainingLength) return [line];
    remainingLength -= diff.length;
    return [line, diff];
  });
  const more = files.length - maxFiles;
  return more > 0 ? [...lines, `and ${more} more files.`] : lines;
}

const after = { changed: '', deleted: ' (it is gone)', created: ' (it is there again)' } as const;

function shownPath(path: string): string {
  return escapeForDisplay(path);
}
