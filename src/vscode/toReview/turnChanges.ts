// Lists the changes of an agent's turn from the history and from Watch.

import type { Location } from '../../core/change/change.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { StoredChange } from '../../core/journal/storedChange.ts';
import type { TurnEvent } from '../../core/toReview/turnChanges.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { isOpenable, type Step } from '../../core/watch/reviewItem.ts';
import type { History } from '../history/callHistory.ts';
import type { Reverter } from './reverting.ts';
import type { TurnChange, TurnSide } from './turnPlan.ts';

export interface ListedTurn {
  /** Newest first. */
  readonly changes: readonly TurnChange[];
  /** The calls that are taken back as a whole. Of others a part stays, which only undoing the call takes back. */
  readonly calls: readonly JournalEntry[];
  /** Paths that stay as they are: large files, moved folders, and what has no copy or cannot be opened. */
  readonly left: readonly string[];
}

/** Lists the changes of a turn. @param events newest first */
export async function listTurn(
  events: readonly TurnEvent[],
  reverter: Pick<Reverter, 'placer' | 'stored'>,
  history: Pick<History, 'contentOf'>,
): Promise<ListedTurn> {
  const place = reverter.placer();
  const [changes, calls, left]: [TurnChange[], JournalEntry[], string[]] = [[], [], []];
  for (const event of events) {
    if (event.kind === 'step') {
      const { step } = event;
      if (!isStored(step)) left.push(step.path.toWellFormed());
      else changes.push(stepChange(step, await place(step.folder, step.path), reverter));
      continue;
    }
    const { entry } = event;
    const listed = entry.changes
      .toReversed()
      .map((stored) => ({ stored, changes: callChanges(entry, stored, history) }));
    if (listed.every((each) => each.changes !== undefined)) calls.push(entry);
    for (const each of listed) {
      if (each.changes === undefined) left.push(each.stored.at.path);
      else changes.push(...each.changes);
    }
  }
  return { changes, calls, left: [...new Set(left)] };
}

function isStored({ path, before, after }: Step): boolean {
  return isOpenable(path) && [before, after].every((side) => side?.withheld === undefined);
}

function stepChange(
  { folder, path, before, after }: Step,
  at: Location,
  reverter: Pick<Reverter, 'stored'>,
): TurnChange {
  return {
    kind: 'file',
    at,
    before: reverter.stored(folder, path, before),
    after: reverter.stored(folder, path, after),
  };
}

/** What a call did in one place, the newest first; undefined for a large file and a moved folder. */
function callChanges(
  entry: JournalEntry,
  change: StoredChange,
  history: Pick<History, 'contentOf'>,
): TurnChange[] | undefined {
  const { at } = change;
  if (change.kind === 'createDirectory') return [{ kind: 'folderMade', at }];
  const mode = { before: modeBefore(entry, change), after: modeOf(change.mode?.after) };
  const before = 'before' in change ? sideOf(entry, change.before, mode.before, history) : undefined;
  const after = 'after' in change ? sideOf(entry, change.after, mode.after, history) : undefined;
  if (change.kind === 'delete' && before === 'folder') return [{ kind: 'folderDeleted', at }];
  if (typeof before === 'string' || typeof after === 'string') return undefined;
  const fileChange: TurnChange = { kind: 'file', at, before, after };
  if (change.kind !== 'move') return [fileChange];
  const move: TurnChange = { kind: 'move', from: change.from, at };
  return isSameContent(change.before, change.after) ? [move] : [fileChange, move];
}

type StoredSide = Extract<StoredChange, { readonly kind: 'move' }>['before'];

function isSameContent(one: StoredSide, other: StoredSide): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Side = TurnSide | 'folder' | 'notKept';

function sideOf(
  entry: JournalEntry,
  content: StoredSide,
  mode: TurnSide['mode'],
  history: Pick<History, 'contentOf'>,
): Side {
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

/** The journal has the permissions of deleted files, and the mode only if a call changed it. */
function modeBefore({ permissions }: JournalEntry, change: StoredChange): TurnSide['mode'] {
  if (change.kind === 'createDirectory') return undefined;
  const bits = change.kind === 'delete' ? permissions?.[change.at.uri] : undefined;
  return modeOf(bits === undefined ? change.mode?.before : (bits & 0o100) !== 0);
}

function modeOf(isExecutable: boolean | undefined): TurnSide['mode'] {
  return isExecutable === undefined ? undefined : isExecutable ? 'executable' : 'file';
}
