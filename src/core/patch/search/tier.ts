// Defines the tiers at which lines of a hunk match lines of a file.
import { foldLookAlikes, splitIndent, trimTrailing } from '../../text/normalizeLine.ts';

/**
 * How closely the lines of a hunk match, from strict to loose:
 * - `exact`: byte for byte, line endings included;
 * - `lineEndings`: ignores line endings and the byte order mark;
 * - `trailingWhitespace`: also ignores white space at the ends of lines;
 * - `indentation`: also ignores indentation, if all removed lines are shifted alike; added lines are shifted with them;
 * - `lookAlikes`: ignores white space at the ends of lines, and the spelling of quotes, dashes and spaces; added lines
 *   take the spelling of the removed ones;
 * - `lessContext`: some outer context lines are gone, but all removed lines and the nearest context match.
 */
export type MatchTier = 'exact' | 'lineEndings' | 'trailingWhitespace' | 'indentation' | 'lookAlikes' | 'lessContext';

/** The tiers that compare each line by its normalized form. */
export type LineTier = Exclude<MatchTier, 'lessContext'>;

/** The tiers that ignore only invisible differences, from strict to loose. */
export const strictTiers: readonly LineTier[] = ['exact', 'lineEndings', 'trailingWhitespace'];
/** The tiers that ignore visible differences, about which the report cautions; from strict to loose. */
export const looseTiers: readonly LineTier[] = ['indentation', 'lookAlikes'];

/**
 * Normalizes a line, so that lines that are equal at a tier have equal keys. An exact key omits the usual ending, LF,
 * which saves the allocation of a string.
 */
export function lineKey(tier: LineTier, text: string, ending: string): string {
  if (tier === 'exact') return ending === '\n' ? text : `${text}\n${ending}`;
  const textWithoutBom = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (tier === 'lineEndings') return textWithoutBom;
  const trimmedText = trimTrailing(textWithoutBom);
  if (tier === 'trailingWhitespace') return trimmedText;
  return tier === 'indentation' ? splitIndent(trimmedText).rest : foldLookAlikes(trimmedText).trimEnd();
}

/** The looser of two tiers. */
export function looserTier(left: MatchTier, right: MatchTier): MatchTier {
  return tierOrder.indexOf(left) > tierOrder.indexOf(right) ? left : right;
}

/** From strict to loose. */
const tierOrder: readonly MatchTier[] = [...strictTiers, ...looseTiers, 'lessContext'];
