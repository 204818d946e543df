import { foldLookAlikes, splitIndent, trimTrailing } from '../../text/normalizeLine.ts';

/**
 * How closely the lines of a hunk were found, from strict to loose:
 * - `exact`: to the byte, line endings included;
 * - `lineEndings`: but for line endings and the byte order mark;
 * - `trailingWhitespace`: but for white space at the ends of lines too;
 * - `indentation`: but for indentation too; removed lines all shifted alike, and the added ones with them;
 * - `lookAlikes`: but for typographic quotes, dashes and spaces, and for white space at the ends;
 * - `lessContext`: some outer context lines are no longer there; all removed lines and the nearest context are.
 */
export type Tier = 'exact' | 'lineEndings' | 'trailingWhitespace' | 'indentation' | 'lookAlikes' | 'lessContext';

/** The tiers that compare line by line, by a key. */
export type KeyTier = Exclude<Tier, 'lessContext'>;

export const strictTiers: readonly KeyTier[] = ['exact', 'lineEndings', 'trailingWhitespace'];
export const looseTiers: readonly KeyTier[] = ['indentation', 'lookAlikes'];

/** Two lines are equal at a tier if their keys are. The usual ending adds nothing to a key, so that it is no new string. */
export function keyOf(tier: KeyTier, text: string, end: string): string {
  if (tier === 'exact') return end === '\n' ? text : `${text}\n${end}`;
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (tier === 'lineEndings') return bare;
  const trimmed = trimTrailing(bare);
  if (tier === 'trailingWhitespace') return trimmed;
  return tier === 'indentation' ? splitIndent(trimmed).rest : foldLookAlikes(trimmed).trimEnd();
}

/** The looser of two tiers. */
export function looser(left: Tier, right: Tier): Tier {
  return order.indexOf(left) > order.indexOf(right) ? left : right;
}

const order: readonly Tier[] = [...strictTiers, ...looseTiers, 'lessContext'];
