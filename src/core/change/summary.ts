import type { Change, Content, Location } from './change.ts';
import { comparisonOf, replacesBytes, textsOf } from './changeComparison.ts';
import { changedLineRanges, countChanges, diffOfComparison } from '../diff/diff.ts';
import { displayText } from '../text/encoding.ts';
import { inEnglish, phrase, type Phrase, type PhraseArgument } from '../wording/phrase.ts';

export interface Counts {
  readonly added: number;
  readonly removed: number;
}

/** The path that a change is about: where the file is afterwards. */
export function pathOf(change: Change): string {
  return change.at.path;
}

/** Every place a change touches, the source of a move or copy first. */
export function locationsOf(change: Change): Location[] {
  return 'from' in change ? [change.from, change.at] : [change.at];
}

/** A change in a few words: "Edit src/app.ts", "Move a.ts to b.ts". */
export function wordsOf(change: Change): Phrase {
  const { path } = change.at;
  switch (change.kind) {
    case 'create':
      return phrase('Create {0}', path);
    case 'update':
      return phrase('Edit {0}', path);
    case 'delete':
      return phrase('Delete {0}', named(change.before, path));
    case 'move':
      return phrase('Move {0} to {1}', named(change.before, change.from.path), path);
    case 'copy':
      return phrase('Copy {0} to {1}', named(change.after, change.from.path), path);
    case 'createDirectory':
      return phrase('Create directory {0}', path);
  }
}

/** The diff of a change as git words it; for bytes, links and folders one line that says what they are. */
export function diffOf(change: Change, maxChars?: number): string {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  const texts = textsOf(change);
  const comparison = comparisonOf(change);
  if (comparison === undefined || change.kind === 'createDirectory')
    return `${inEnglish(wordsOf(change))}${sizes(before, after)}`;
  const limit = maxChars === undefined ? {} : { maxChars };
  const moved = 'from' in change ? { oldPath: change.from.path } : {};
  const diff = diffOfComparison(change.at.path, texts.before ?? '', texts.after ?? '', comparison, {
    ...limit,
    ...moved,
    created: before === undefined,
    deleted: after === undefined,
  });
  return replacesBytes(change)
    ? `${inEnglish(wordsOf(change))}${sizes(before, after)}\n${displayText(diff)}`
    : displayText(diff);
}

/** Lines added and removed; none for what is no text. */
export function countsOf(change: Change): Counts {
  const comparison = comparisonOf(change);
  return comparison === undefined ? { added: 0, removed: 0 } : countChanges(comparison);
}

/** Lines added and removed over several changes. */
export function totalOf(changes: readonly Change[]): Counts {
  return changes
    .map(countsOf)
    .reduce((sum, each) => ({ added: sum.added + each.added, removed: sum.removed + each.removed }), {
      added: 0,
      removed: 0,
    });
}

/** How many lines of the file a change touches: the larger of those added and those removed. */
export function linesChanged(change: Change): number {
  const { added, removed } = countsOf(change);
  return Math.max(added, removed);
}

/** Line ranges (1-based, inclusive) of the text after that a change wrote; empty where it wrote no text. */
export function changedLines(change: Change): readonly { readonly start: number; readonly end: number }[] {
  if (!('after' in change) || change.after.kind !== 'text') return [];
  const comparison = comparisonOf(change);
  return comparison === undefined ? [] : changedLineRanges(comparison);
}

function named(content: Content, path: string): PhraseArgument {
  if (content.kind === 'directory') return phrase('directory {0}', path);
  return content.kind === 'link' ? phrase('link {0}', path) : path;
}

function sizes(before: Content | undefined, after: Content | undefined): string {
  const all = [before, after].flatMap((side) => sizeOf(side));
  return all.length === 0 ? '' : ` (${all.join(' → ')} bytes)`;
}

function sizeOf(side: Content | undefined): number[] {
  if (side?.kind === 'large' || side?.kind === 'unread') return [side.size];
  return side !== undefined && 'bytes' in side ? [side.bytes.length] : [];
}
