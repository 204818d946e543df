// Searches a file for the lines of a hunk, from strict tiers to loose ones.
import { isBlank } from '../../text/normalizeLine.ts';
import { sideOf } from '../parse/hunkLines.ts';
import { hidesChange, provesApplied, provesRemoval } from './appliedProof.ts';
import { variantsOf, type HunkVariant } from './hunkVariants.ts';
import { indentShiftAt } from './indentShiftAt.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import { findLinesAt } from '../search/findLines.ts';
import { looseTiers, strictTiers, type LineTier } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';

/** The positions where a variant of a hunk matches, at the strictest tier at which it matches anywhere. */
export interface HunkMatch extends HunkVariant {
  /** `old`: the lines before the change match. `new`: its result does. */
  readonly side: 'old' | 'new';
  readonly tier: LineTier;
  /** 0-based lines of the file, ascending. */
  readonly positions: readonly number[];
}

/** Searches a file for a hunk by the `matchAttempts`, each with all variants of the hunk; undefined if all fail. */
export function findHunk(searchedFile: SearchedFile, hunk: PatchHunk): HunkMatch | undefined {
  const variants = variantsOf(hunk);
  for (const { find } of matchAttempts) {
    for (const variant of variants) {
      const match = find(searchedFile, variant);
      if (match !== undefined) return match;
    }
  }
  return undefined;
}

/** A step of the search for a hunk: its tiers and the side of the hunk to look for. */
interface MatchAttempt {
  /** Description for the list in docs/patches.md, which is generated from it. */
  readonly description: string;
  readonly find: (searchedFile: SearchedFile, variant: HunkVariant) => HunkMatch | undefined;
}

/**
 * The steps in order. The result is searched for before loose matches of the old lines: otherwise a hunk that only
 * changes white space would match its own result as its old lines.
 */
export const matchAttempts: readonly MatchAttempt[] = [
  {
    description:
      'its old lines: byte for byte; then ignoring line endings and the byte order mark; then also white space at line ends (but its result, if that has no fewer lines and matches more strictly at the same place: already applied)',
    find: findOldSideOrStricterResult,
  },
  {
    description: 'its result, ignoring at most the same, if that is more than blank lines: already applied',
    find: (searchedFile, variant) =>
      provesApplied(variant.lines) ? findStrictly(searchedFile, variant, 'new') : undefined,
  },
  {
    description:
      'its old lines, ignoring indentation, if all are shifted alike; then ignoring the spelling of quotes, dashes and spaces (which added lines take from the lines that they replace, unless that were a guess)',
    find: findLoosely,
  },
  {
    description:
      'its result, if it only removes lines, and the context above and below is now adjacent: already applied',
    find: (searchedFile, variant) =>
      provesRemoval(variant.lines) ? findStrictly(searchedFile, variant, 'new') : undefined,
  },
];

/**
 * Matches the old side strictly, or the result if that matches at the same position at a stricter tier (already
 * applied), for example after a hunk that only removes trailing white space.
 */
function findOldSideOrStricterResult(searchedFile: SearchedFile, variant: HunkVariant): HunkMatch | undefined {
  const oldMatch = findStrictly(searchedFile, variant, 'old');
  if (oldMatch === undefined || oldMatch.tier === 'exact') return oldMatch;
  // The result of a removal may be the first of its old lines. They are all there, so it is still to be made.
  if (sideOf(variant.lines, 'new').length < sideOf(variant.lines, 'old').length) return oldMatch;
  const resultMatch = findStrictly(searchedFile, variant, 'new');
  if (resultMatch === undefined || strictTiers.indexOf(resultMatch.tier) >= strictTiers.indexOf(oldMatch.tier))
    return oldMatch;
  const starts = new Set(oldMatch.positions.map((position) => position - linesAddedAbove(variant)));
  const positions = resultMatch.positions.filter((position) => starts.has(position));
  return positions.length === 0 ? oldMatch : { ...resultMatch, positions };
}

/**
 * Number of lines by which the result of an addition begins above its old lines. With removed lines, both begin at the
 * same line.
 */
function linesAddedAbove({ lines }: HunkVariant): number {
  if (lines.some((line) => line.kind === 'remove')) return 0;
  const firstOldLine = lines.findIndex((line) => line.kind !== 'add');
  return Math.max(0, firstOldLine);
}

function findStrictly(
  searchedFile: SearchedFile,
  variant: HunkVariant,
  side: HunkMatch['side'],
): HunkMatch | undefined {
  const lines = sideOf(variant.lines, side);
  // Fast path: the old lines of most hunks match exactly.
  const exactPositions = side === 'old' ? findLinesAt(searchedFile, lines, 'exact') : [];
  if (exactPositions.length > 0) return { ...variant, side, tier: 'exact', positions: exactPositions };
  // Fast path: if the loosest of these searches finds nothing, the others cannot.
  if (findLinesAt(searchedFile, lines, 'trailingWhitespace', { allowsLostSpace: true }).length === 0) return undefined;
  for (const allowsLostSpace of [false, true]) {
    for (const tier of strictTiers) {
      if (side === 'new' && hidesChange(variant.lines, tier)) continue;
      const positions = findLinesAt(searchedFile, lines, tier, { allowsLostSpace });
      if (positions.length > 0) return { ...variant, side, tier, positions };
    }
  }
  return undefined;
}

function findLoosely(searchedFile: SearchedFile, variant: HunkVariant): HunkMatch | undefined {
  const lines = sideOf(variant.lines, 'old');
  if (lines.every((line) => isBlank(line.text))) return undefined;
  for (const tier of looseTiers) {
    const positions = findLinesAt(searchedFile, lines, tier).filter(
      (position) => tier !== 'indentation' || indentShiftAt(searchedFile.file, variant.lines, position) !== undefined,
    );
    if (positions.length > 0) return { ...variant, side: 'old', tier, positions };
  }
  return undefined;
}
