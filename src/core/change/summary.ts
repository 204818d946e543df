// Summarizes changes for users, models and the journal: where they go, which of them touch the same places, their
// titles, diffs and counts of lines.
import type { Change, Content, Location } from './change.ts';
import { compareChangeSync, hasTextOnlyAfter, comparableTexts } from './changeComparison.ts';
import { diffOfComparison } from '../diff/diff.ts';
import { changedLineRanges, countChanges } from '../diff/lineBlocks.ts';
import { isBelowAny, foldersOf } from '../path/pathParts.ts';
import { displayText } from '../text/encoding.ts';
import { inEnglish, phrase, type Phrase, type PhraseArgument } from '../wording/phrase.ts';

/** The path to display: for a move or copy the destination. */
export function displayPathOf(change: Change): string {
  return change.at.path;
}

interface ChangeLocations {
  readonly at: Location;
  readonly from?: Location;
}

/** Lists the locations of a change, the source of a move or copy first. */
export function locationsOf({ at, from }: ChangeLocations): Location[] {
  return from === undefined ? [at] : [from, at];
}

/** Lists the locations that a change writes to: not the source of a copy, which is unchanged. */
export function writtenLocations(change: ChangeLocations & Pick<Change, 'kind'>): Location[] {
  return change.kind === 'copy' ? [change.at] : locationsOf(change);
}

/** The paths of changes, for a message or the log: of a move both, since its file may be at either of them. */
export function listPaths(changes: readonly Change[]): string {
  return changes
    .map((change) =>
      writtenLocations(change)
        .map(({ path }) => path)
        .join(' → '),
    )
    .join(', ');
}

/** Number of changes that touch each canonical URI. */
export function touchCounts(changes: readonly Change[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { real } of changes.flatMap(locationsOf)) counts.set(real, (counts.get(real) ?? 0) + 1);
  return counts;
}

/**
 * The changes that start from the file on disk: no earlier one touched their locations, or deleted a folder above. So,
 * before a call is applied or undone, only the `before` of these can be compared with the disk.
 */
export function firstChangesPerPath(changes: readonly Change[]): ReadonlySet<Change> {
  const touchedUris = new Set<string>();
  const deletedUris = new Set<string>();
  const firstChanges = new Set<Change>();
  for (const change of changes) {
    const realUris = locationsOf(change).map(({ real }) => real);
    const startsFromDisk = !realUris.some((real) => touchedUris.has(real) || isBelowAny(real, deletedUris));
    if (startsFromDisk) firstChanges.add(change);
    for (const real of realUris) touchedUris.add(real);
    if (change.kind === 'delete') deletedUris.add(change.at.real);
  }
  return firstChanges;
}

/** The common part of a `Change` and the journal's stored changes. */
interface AnyChange {
  readonly kind: Change['kind'];
  readonly at: { readonly real: string };
}

/** Omits each new folder that contains another of the changes, since a display lists it by what is in it. */
export function withoutImpliedFolders<T extends AnyChange>(changes: readonly T[]): readonly T[] {
  const parents = new Set(foldersOf(changes.map(({ at }) => at.real)));
  return changes.filter(({ kind, at }) => kind !== 'createDirectory' || !parents.has(at.real));
}

/** Title of a change: "Edit src/app.ts", "Move a.ts to b.ts". */
export function describeChange(change: Change): Phrase {
  const { path } = change.at;
  switch (change.kind) {
    case 'create':
      return phrase('Create {0}', path);
    case 'update':
      return phrase('Edit {0}', path);
    case 'delete':
      return phrase('Delete {0}', contentName(change.before, path));
    case 'move':
      return phrase('Move {0} to {1}', contentName(change.before, change.from.path), path);
    case 'copy':
      return phrase('Copy {0} to {1}', contentName(change.after, change.from.path), path);
    case 'createDirectory':
      return phrase('Create directory {0}', path);
  }
}

/**
 * The diff of a change in git's format. For contents that are not text, one line that describes the change instead. For
 * a text that replaces bytes or extends a large file, that line and then the diff.
 * @param maxChars maximum length of the diff in UTF-16 units; a longer one ends with a line that counts what is omitted
 */
export function diffOf(change: Change, maxChars?: number): string {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  const summary = `${inEnglish(describeChange(change))}${sizesText(before, after)}`;
  const comparison = compareChangeSync(change);
  if (comparison === undefined || change.kind === 'createDirectory') return summary;
  const texts = comparableTexts(change);
  const diff = diffOfComparison(change.at.path, texts.before ?? '', texts.after ?? '', comparison, {
    ...(maxChars === undefined ? {} : { maxChars }),
    ...('from' in change ? { oldPath: change.from.path } : {}),
    isCreated: before === undefined,
    isDeleted: after === undefined,
  });
  return hasTextOnlyAfter(change) ? `${summary}\n${displayText(diff)}` : displayText(diff);
}

/** Numbers of lines. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Lines added and removed; none for contents that are not text. */
export function countsOf(change: Change): LineCounts {
  const comparison = compareChangeSync(change);
  return comparison === undefined ? { added: 0, removed: 0 } : countChanges(comparison);
}

/** Lines added and removed by several changes together. */
export function sumCounts(changes: readonly Change[]): LineCounts {
  let [added, removed] = [0, 0];
  for (const counts of changes.map(countsOf)) {
    added += counts.added;
    removed += counts.removed;
  }
  return { added, removed };
}

/** Number of lines that a change touches: the larger of those added and those removed. */
export function countChangedLines(change: Change): number {
  const { added, removed } = countsOf(change);
  return Math.max(added, removed);
}

/** The ranges of new lines (1-based, inclusive) that a change wrote, empty where it only removed; none without text. */
export function writtenLineRanges(change: Change): readonly { readonly start: number; readonly end: number }[] {
  if (!('after' in change) || change.after.kind !== 'text') return [];
  const comparison = compareChangeSync(change);
  return comparison === undefined ? [] : changedLineRanges(comparison);
}

function contentName(content: Content, path: string): PhraseArgument {
  if (content.kind === 'directory') return phrase('directory {0}', path);
  return content.kind === 'link' ? phrase('link {0}', path) : path;
}

function sizesText(before: Content | undefined, after: Content | undefined): string {
  const byteCounts = [before, after].flatMap(contentSizes);
  return byteCounts.length === 0 ? '' : ` (${byteCounts.join(' → ')} bytes)`;
}

function contentSizes(side: Content | undefined): number[] {
  if (side?.kind === 'large' || side?.kind === 'unread') return [side.size];
  return side !== undefined && 'bytes' in side ? [side.bytes.length] : [];
}
