// Lists the changes of an agent's turn that a revert can take back, from the history and from Watch.

import type { Location } from '../../../core/change/change.ts';
import type { JournalEntry } from '../../../core/journal/journalEntry.ts';
import type { StoredChange, StoredContent } from '../../../core/journal/storedChange.ts';
import type { TurnEvent } from '../../../core/toReview/turnChanges.ts';
import { encodeUtf8 } from '../../../core/text/encoding.ts';
import { isOpenable, type Step } from '../../../core/watch/reviewItem.ts';
import type { History } from '../../history/callHistory.ts';
import type { Reverter } from './reverter.ts';
import type { TurnChange, TurnSide } from './turnPlan.ts';

/** The changes of a turn that a revert takes back, and the paths that stay as they are. */
export interface RevertibleTurn {
  /** Newest first. */
  readonly changes: readonly TurnChange[];
  /** Calls that are reverted completely. Of others, some parts are left, which undo in the history can take back. */
  readonly calls: readonly JournalEntry[];
  /**
   * Paths that stay as they are: large files, moved folders, and files without a stored copy or with an unusable name.
   * If a file's newest change stays, its older ones stay, too (`UnrevertedPaths`).
   */
  readonly unrevertedPaths: readonly string[];
}

/** Lists the changes of a turn by whether a revert can take them back. @param events newest first */
export async function listRevertible(
  events: readonly TurnEvent[],
  reverter: Pick<Reverter, 'createLocator' | 'lazySideOf'>,
  history: Pick<History, 'contentOf'>,
): Promise<RevertibleTurn> {
  const locate = reverter.createLocator();
  const changes: TurnChange[] = [];
  const calls: JournalEntry[] = [];
  const unreverted = new UnrevertedPaths();
  // Newest first: whether a change stays depends on the newer changes of its file.
  for (const event of events) {
    if (event.kind === 'step') {
      const change = await changeOfStep(event.step, { locate, reverter, unreverted });
      if (change !== undefined) changes.push(change);
    } else {
      const parts = partsOfCall(event.entry, history, unreverted);
      if (parts.every((part) => part !== undefined)) calls.push(event.entry);
      for (const part of parts) changes.push(...(part ?? []));
    }
  }
  return { changes, calls, unrevertedPaths: unreverted.paths };
}

interface StepContext {
  readonly locate: ReturnType<Reverter['createLocator']>;
  readonly reverter: Pick<Reverter, 'lazySideOf'>;
  readonly unreverted: UnrevertedPaths;
}

/** The change of a step; undefined if it is not reverted, which is recorded in `unreverted`. */
async function changeOfStep(
  step: Step,
  { locate, reverter, unreverted }: StepContext,
): Promise<TurnChange | undefined> {
  const { folder, path, before, after } = step;
  if (!isOpenable(path)) {
    unreverted.add(path.toWellFormed());
    return undefined;
  }
  const at = await locate(folder, path);
  if (!hasStoredSides(step) || unreverted.has(at)) {
    unreverted.add(path, at);
    return undefined;
  }
  return {
    kind: 'file',
    at,
    before: reverter.lazySideOf(folder, path, before),
    after: reverter.lazySideOf(folder, path, after),
  };
}

/** The changes of a call, the last one first; undefined for each that is not reverted (recorded in `unreverted`). */
function partsOfCall(
  entry: JournalEntry,
  history: Pick<History, 'contentOf'>,
  unreverted: UnrevertedPaths,
): readonly (readonly TurnChange[] | undefined)[] {
  return entry.changes.toReversed().map((stored) => {
    const locations = stored.kind === 'move' ? [stored.at, stored.from] : [stored.at];
    const changes = toTurnChanges(entry, stored, history);
    if (changes !== undefined && !locations.some((at) => unreverted.has(at))) return changes;
    unreverted.add(stored.at.path, ...locations);
    return undefined;
  });
}

/** Paths whose newest change stays. Their older ones stay, too: reverting those would not fit the file. */
class UnrevertedPaths {
  readonly #paths = new Set<string>();
  readonly #realUris = new Set<string>();

  get paths(): readonly string[] {
    return [...this.#paths];
  }

  /**
   * @param path for messages
   * @param locations none for a name that the editor cannot open
   */
  add(path: string, ...locations: readonly Location[]): void {
    this.#paths.add(path);
    for (const { real } of locations) this.#realUris.add(real);
  }

  /** Whether a file or folder, or a folder above it, is not reverted. */
  has({ real }: Location): boolean {
    // Cuts the last segment each time, until nothing is left.
    for (let uri = real; uri !== ''; uri = uri.slice(0, Math.max(0, uri.lastIndexOf('/')))) {
      if (this.#realUris.has(uri)) return true;
    }
    return false;
  }
}

function hasStoredSides({ before, after }: Step): boolean {
  return [before, after].every((side) => side?.withheld === undefined);
}

/**
 * Splits one change of a call into changes of single files, newest first; undefined for moved and copied folders, and
 * for files whose bytes the journal does not have.
 */
function toTurnChanges(
  entry: JournalEntry,
  change: StoredChange,
  history: Pick<History, 'contentOf'>,
): TurnChange[] | undefined {
  const { at } = change;
  if (change.kind === 'createDirectory') return [{ kind: 'folderCreated', at }];
  const modes = { before: modeBefore(entry, change), after: modeOf(change.mode?.after) };
  const before = 'before' in change ? sideOf(entry, change.before, modes.before, history) : undefined;
  const after = 'after' in change ? sideOf(entry, change.after, modes.after, history) : undefined;
  if (change.kind === 'delete' && before === 'folder') return [{ kind: 'folderDeleted', at }];
  if (!isFileSide(before) || !isFileSide(after)) return undefined;
  const fileChange: TurnChange = { kind: 'file', at, before, after };
  if (change.kind !== 'move') return [fileChange];
  const move: TurnChange = { kind: 'move', from: change.from, at };
  // Both sides are stored with their fields in the same order, and as hashes, so the texts are short and comparable.
  const hasSameContent = JSON.stringify(change.before) === JSON.stringify(change.after);
  // Newest first: the file was moved, then its content changed.
  return hasSameContent ? [move] : [fileChange, move];
}

/** Permission bit of a file that its owner may execute. */
const ownerExecutes = 0o100;

/** A side of a call's change; `notKept` if the journal does not have its bytes. */
type CallSide = TurnSide | 'folder' | 'notKept';

/** Whether a side is a file or link that can be restored, or no file at all (undefined). */
function isFileSide(side: CallSide | undefined): side is TurnSide | undefined {
  return side !== 'folder' && side !== 'notKept';
}

function sideOf(
  entry: JournalEntry,
  content: StoredContent,
  mode: TurnSide['mode'],
  history: Pick<History, 'contentOf'>,
): CallSide {
  switch (content.kind) {
    case 'text':
    case 'binary':
      return { mode, load: async () => (await history.contentOf(entry, content)).bytes };
    case 'link':
      return { mode: 'link', load: async () => encodeUtf8(content.target) };
    case 'directory':
      return 'folder';
    case 'large':
    case 'unread':
      return 'notKept';
  }
}

/**
 * The mode before a change. The journal has the permissions of a deleted file; of others, the mode only if the call
 * changed it.
 */
function modeBefore(
  { permissions }: JournalEntry,
  change: Exclude<StoredChange, { readonly kind: 'createDirectory' }>,
): TurnSide['mode'] {
  const bits = change.kind === 'delete' ? permissions?.[change.at.uri] : undefined;
  return modeOf(bits === undefined ? change.mode?.before : (bits & ownerExecutes) !== 0);
}

function modeOf(isExecutable: boolean | undefined): TurnSide['mode'] {
  if (isExecutable === undefined) return undefined;
  return isExecutable ? 'executable' : 'file';
}
