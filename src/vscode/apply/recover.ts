import type { Change } from '../../core/change/change.ts';
import { sha256 } from '../../core/text/hash.ts';
import type { JournalEntry, StoredChange } from '../../core/journal/journalEntry.ts';
import { inEnglish, phrase, type Phrase, type PhraseArgument } from '../../core/wording/phrase.ts';
import { locationsOf, pathOf } from '../../core/change/summary.ts';
import { traceOf } from '../../core/wording/trace.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Log } from '../shared/log.ts';
import { insideOnly, type PlaceCheck } from './placeCheck.ts';
import { flush } from './durable.ts';
import type { Journal } from '../journal/journal.ts';
import type { Disk } from '../ports/localDisk.ts';
import { isAfter } from '../ports/verifyState.ts';
import { rollBackEach, type Kept } from './rollback.ts';

export interface RecoveryParts {
  readonly disk: Disk;
  readonly log: Log;
  /** Since the session that was cut off, links may have been put where it wrote. */
  readonly places: PlaceCheck | undefined;
}

/** What came of the steps that nobody had ended. */
export interface Recovered {
  /** A sentence for the person about each that was ended. */
  readonly told: readonly Phrase[];
  /** Whether others are left, since the windows they are made in are still at work. */
  readonly underWay: boolean;
}

/** Ends the steps that somebody was cut off in: one that is wholly there is kept, any other is taken back. */
export async function recover(journal: Journal, parts: RecoveryParts): Promise<Recovered> {
  const { log } = parts;
  const told: Phrase[] = [];
  let underWay = false;
  // The last first: an earlier one may have been followed by a later one on the same file.
  for (const entry of journal.unfinished.toReversed()) {
    try {
      if (await journal.claim(entry)) told.push(await recoverEntry(journal, entry, parts));
      else underWay = true;
    } catch (cause) {
      // Its entry stays as it is, and with it whatever bytes there are; the next start tries again.
      await journal.abandon(entry);
      log.error(`"${entry.title}" could not be recovered: ${traceOf(cause)}`);
      told.push(phrase('"{0}" was interrupted and could not be rolled back. Check its files.', nameOf(entry)));
    }
  }
  for (const sentence of told) log.warn(inEnglish(sentence));
  return { told, underWay };
}

async function recoverEntry(journal: Journal, entry: JournalEntry, parts: RecoveryParts): Promise<Phrase> {
  const disk = { ...parts.disk, kept: journal.keptAt(entry) };
  const places = parts.places === undefined ? undefined : insideOnly(parts.places);
  // Read again each time it is needed: a call may have had thousands of files.
  const changes: Kept<StoredChange> = { all: entry.changes, read: (stored) => journal.changeOf(entry, stored) };
  if ((await areAllInPlace(changes, places)) && (await isComplete(changes, disk))) {
    for (const stored of changes.all) await saveOurs(await changes.read(stored), disk);
    await flush(entry.changes, disk);
    await journal.finish(entry);
    return phrase('"{0}" was interrupted after its last file. It is complete.', nameOf(entry));
  }
  const { foreign, failed, causes } = await rollBackEach(changes, {
    disk,
    undoable: false,
    permissions: entry.permissions,
    places: unlessFollowed(journal, entry, places),
  });
  if (failed.length > 0) throw new Error(`left: ${failed.map(pathOf).join(', ')} (${causes.map(traceOf).join('; ')})`);
  await flush(entry.changes, disk);
  if (foreign.length === 0) {
    await journal.drop(entry);
    return phrase('"{0}" was interrupted halfway and has been rolled back.', nameOf(entry));
  }
  await journal.finish(entry, foreign);
  const left = foreign.map(pathOf).join(', ');
  return phrase('"{0}" was interrupted halfway. Check {1}, which changed since.', nameOf(entry), left);
}

/**
 * A step may have been left half done, and the same done again later by another: that one's work is not taken back, though
 * it is what this one would have left.
 */
function unlessFollowed(
  { entries }: Journal,
  entry: JournalEntry,
  places: PlaceCheck | undefined,
): Pick<PlaceCheck, 'before'> {
  const later = entries.slice(entries.findIndex(({ id }) => id === entry.id) + 1);
  const changes = later.flatMap((step) => (step.state === 'applied' ? step.changes : []));
  const ends = changes.flatMap((change) => ('from' in change ? [change.from, change.at] : [change.at]));
  const followed = new Set(ends.map(({ real }) => real));
  return {
    async before(change) {
      if (locationsOf(change).some(({ real }) => followed.has(real))) throw new StalePlan(pathOf(change));
      await places?.before(change);
    },
  };
}

/** Reads all bytes once, before anything is written: where some are gone, everything is left as it is. */
async function areAllInPlace({ all, read }: Kept<StoredChange>, places: PlaceCheck | undefined): Promise<boolean> {
  let areInPlace = true;
  for (const stored of all) {
    const change = await read(stored);
    const isInPlace = await (places?.before(change) ?? Promise.resolve()).then(
      () => true,
      () => false,
    );
    areInPlace &&= isInPlace;
  }
  return areInPlace;
}

/** Whether the last change at each place is there; what an earlier one of the call left was changed by a later one. */
async function isComplete({ all, read }: Kept<StoredChange>, disk: Disk): Promise<boolean> {
  const later = new Set<string>();
  for (const stored of all.toReversed()) {
    const change = await read(stored);
    const places = locationsOf(change).map(({ real }) => real);
    if (!places.some((real) => later.has(real)) && !(await isWhollyAfter(change, disk))) return false;
    for (const real of places) later.add(real);
  }
  return true;
}

/** The contents may be there before the mode is set. */
async function isWhollyAfter(change: Change, disk: Disk): Promise<boolean> {
  if (!(await isAfter(change, disk))) return false;
  const mode = 'mode' in change && change.kind !== 'delete' ? change.mode : undefined;
  if (mode === undefined || disk.modes === undefined || !change.at.uri.startsWith('file:')) return true;
  return (await disk.modes.isExecutable(change.at.uri)) === mode.after;
}

/** Saves a buffer that the call was about to save: one whose file is still as it was before. Other typing is left alone. */
async function saveOurs(change: Change, { editor }: Disk): Promise<void> {
  if (change.kind !== 'update') return;
  const { uri } = change.at;
  const dirty = editor.dirty(uri);
  if (dirty === undefined) return;
  const onDisk = await sha256(await editor.readFile(uri));
  if (onDisk === change.before.sha256) await dirty.save();
}

/** What a call did, for the person. */
function nameOf({ title, phrase }: JournalEntry): PhraseArgument {
  return phrase ?? title;
}
