// Builds the message that tells an agent which of its changes the person reverted, and what they said about them.
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { StoredChange } from '../journal/storedChange.ts';
import { escapeForDisplay } from '../text/unicode.ts';

/** Files that are named; more are counted. */
const maxFiles = 30;
/** UTF-16 units of all diffs. */
const maxDiffs = 6000;

/** The tool of entries that put files back from To Review. */
const revertTool = 'redline_revert';

type Entry = Pick<JournalEntry, 'id' | 'time' | 'tool' | 'reverts' | 'state' | 'session' | 'caller' | 'changes'>;

/** A revert by the person, or the undo of one, that a session has not been told about. */
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
  /** When the session first changed a file, by its URI; undefined if it never did. */
  readonly touched: (uri: string) => FirstChangeTimes | undefined;
}

/** When a session changed a file, or may have, in milliseconds since 1970. */
export interface FirstChangeTimes {
  readonly time: number;
  /** When it first did so for certain; `Infinity` if its changes are attributed by their time only. */
  readonly certainTime: number;
}

/** Whether an entry is a revert, undo or redo by the person, and no agent's call. */
export function isRevertEntry({ tool, reverts }: Pick<Entry, 'tool' | 'reverts'>): boolean {
  return reverts !== undefined || tool === revertTool;
}

/** What the person took back, and brought back, of the changes of a session, oldest first. */
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
      const own = urisOf(change).flatMap((uri) => known.touched(uri) ?? []);
      if (!own.some((touched) => touched.time <= time)) return [];
      return { ...change, isOwn: own.some(({ certainTime }) => certainTime <= time) };
    });
    return changes.length === 0 ? [] : [{ entry, isReapplied, changes }];
  });
}

/** The entry of the person's that another one undoes, if it does. */
function undoneBy<E extends Entry>({ reverts }: E, byId: ReadonlyMap<string, E>): E | undefined {
  const undone = reverts === undefined ? undefined : byId.get(reverts);
  return undone !== undefined && isRevertEntry(undone) ? undone : undefined;
}

/** Whether the agent's changes are reverted after this entry: yes after a revert, no after its undo, and so on. */
function isRevertedAfter<E extends Entry>(entry: E, byId: ReadonlyMap<string, E>): boolean {
  const undone = undoneBy(entry, byId);
  return undone === undefined || !isRevertedAfter(undone, byId);
}

/** The URIs that a change is of. */
export function urisOf(change: StoredChange): readonly string[] {
  return 'from' in change ? [change.at.uri, change.from.uri] : [change.at.uri];
}

/** One file that the person changed back. */
export interface RevertedFile {
  readonly path: string;
  readonly kind: 'changed' | 'deleted' | 'created';
  readonly isReapplied: boolean;
  /** Whether the session had changed it for certain. */
  readonly isOwn: boolean;
  /** From what it was to what it is; undefined where it is not told. */
  readonly diff?: string | undefined;
}

/** What the person said about a file, in whole sentences. */
export interface FileNote {
  readonly path: string;
  readonly words: string;
  readonly isOwn: boolean;
}

/** The message for the model; undefined if there is nothing to say. Lists changes that others may have made separately. */
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
  let left = maxDiffs;
  const lines = files.slice(0, maxFiles).flatMap(({ path, kind, diff }) => {
    const line = `- ${shownPath(path)}${after[kind]}`;
    if (diff === undefined || diff.length > left) return [line];
    left -= diff.length;
    return [line, diff];
  });
  const more = files.length - maxFiles;
  return more > 0 ? [...lines, `and ${more} more files.`] : lines;
}

const after = { changed: '', deleted: ' (it is gone)', created: ' (it is there again)' } as const;

function shownPath(path: string): string {
  return escapeForDisplay(path);
}
