import type { Change, Content } from './change.ts';
import { compareInTurns, type Comparison } from '../diff/lineBlocks.ts';
import { startsOf } from '../text/lineStarts.ts';
import { atOnce, type Yielding } from '../async/yielding.ts';

/** Comparisons made; a change is data that never becomes another, so each is made once. */
const made = new WeakMap<Change, Comparison>();

/** How the lines of a change's text differ on its two sides (nothing counts as no lines); undefined where one is no text. */
export function comparisonOf(change: Change): Comparison | undefined {
  return atOnce(comparisonInTurns(change));
}

/** The same in turns; afterwards all that is asked of the change's lines is answered at once. */
export function* comparisonInTurns(change: Change): Yielding<Comparison | undefined> {
  const known = made.get(change);
  if (known !== undefined) return known;
  const { before, after } = textsOf(change);
  if (before === undefined || after === undefined) return undefined;
  const edits = change.kind === 'update' ? change.edits : undefined;
  const starts = change.kind === 'update' && change.before.kind === 'text' ? startsOf(change.before) : undefined;
  const comparison = yield* compareInTurns(before, after, edits, starts);
  made.set(change, comparison);
  return comparison;
}

/**
 * The text on both sides of a change; `''` where nothing is, or where a text takes the place of bytes; undefined where it is
 * no text.
 */
export function textsOf(change: Change): { readonly before: string | undefined; readonly after: string | undefined } {
  const after = 'after' in change ? textOf(change.after) : '';
  if (!('before' in change) || replacesBytes(change)) return { before: '', after };
  return { before: textOf(change.before), after };
}

/** Whether a text takes the place of what is none, or is put behind a file too large to be looked at. */
export function replacesBytes(change: Change): boolean {
  if (change.kind !== 'update' && change.kind !== 'move') return false;
  const { before, after } = change;
  return (before.kind === 'binary' || before.kind === 'large') && textOf(after) !== undefined;
}

function textOf(content: Content): string | undefined {
  if (content.kind === 'large') return content.tail?.kind === 'text' ? content.tail.text : undefined;
  return content.kind === 'text' ? content.text : undefined;
}
