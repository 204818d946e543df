// Places hunks whose context has partly changed since the patch was made: block by block.
import { noShift } from '../../text/indentShift.ts';
import { splitIntoBlocks, type HunkBlock } from './blocks.ts';
import { chooseCandidate } from './choose/chooseCandidate.ts';
import { isConfirmedByContext, isContradicted, type Candidate, type BlockQuery } from './choose/candidateContext.ts';
import type { HunkHints, Placement } from './placement.ts';
import type { SearchedFile } from '../search/searchedFile.ts';
import { findLinesAt } from '../search/findLines.ts';
import { hidesChange } from './appliedProof.ts';
import { linesWithAddedBlanks } from './hunkVariants.ts';
import { sideOf } from '../parse/hunkLines.ts';
import { strictTiers, type LineTier } from '../search/tier.ts';
import type { PatchHunk } from '../parse/types.ts';

/**
 * Places a hunk block by block; undefined if this fails for any. Each must match with all removed lines and the nearest
 * context line on each side (as in a three-way merge), and `chooseCandidate` must select exactly one match.
 */
export function placeWithLessContext(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  hints: HunkHints,
): readonly Placement[] | undefined {
  // Blank lines may have lost their leading space, so the context is unreliable.
  if (linesWithAddedBlanks(hunk).length > 0) return undefined;
  const placements: Placement[] = [];
  const [start, end] = hints.bounds;
  let minLine = start;
  for (const block of splitIntoBlocks(hunk.body.lines)) {
    const placement = placeBlock(searchedFile, hunk, block, { ...hints, bounds: [minLine, end] });
    if (placement === undefined) return undefined;
    placements.push(placement);
    // Adjacent blocks may share a context line.
    minLine = placement.fileLine + sideOf(placement.lines, placement.side).length - (block.hasContextBelow ? 1 : 0);
  }
  return placements.length === 0 ? undefined : placements;
}

/**
 * Places a block by its old lines. If none of these matches is plausible, the change may be applied already; then
 * searches for the block's new lines.
 */
function placeBlock(
  searchedFile: SearchedFile,
  hunk: PatchHunk,
  block: HunkBlock,
  hints: HunkHints,
): Placement | undefined {
  const oldSide = { searchedFile, hunk, block, side: 'old' } as const;
  const oldMatch = matchSide(oldSide, hints);
  if (oldMatch?.choice !== undefined) return createPlacement(oldSide, oldMatch.choice, oldMatch.tier);
  const hasPlausibleOldMatch = oldMatch?.candidates.some((candidate) => !isContradicted(oldSide, candidate)) ?? false;
  if (hasPlausibleOldMatch) return undefined;
  const newSide = { searchedFile, hunk, block, side: 'new' } as const;
  const newMatch = matchSide(newSide, hints);
  if (newMatch?.choice === undefined) return undefined;
  // The old lines are in the file, though with contradicting context: they are evidence against the result, too, unless
  // further context confirms it.
  if (oldMatch !== undefined && !isConfirmedByContext(newSide, newMatch.choice)) return undefined;
  return createPlacement(newSide, newMatch.choice, newMatch.tier);
}

/** The matches of one side of a block, and the chosen one, if any. */
interface SideMatch {
  readonly tier: LineTier;
  readonly candidates: readonly Candidate[];
  readonly choice: Candidate | undefined;
}

/**
 * Searches the file for one side of a block; undefined if the file does not contain it. Matches outside `bounds` count
 * as found, but are no candidates.
 */
function matchSide(query: BlockQuery, hints: HunkHints): SideMatch | undefined {
  const { searchedFile, block, side } = query;
  const lines = sideOf(block.lines, side);
  const [from, to] = hints.bounds;
  for (const tier of strictTiers) {
    if (side === 'new' && hidesChange(block.lines, tier)) continue;
    const matchingLines = findLinesAt(searchedFile, lines, tier, { allowsLostSpace: true });
    if (matchingLines.length === 0) continue;
    const candidates = matchingLines
      .filter((line) => line >= from && line < to)
      .map((fileLine) => ({ fileLine, lineCount: lines.length }));
    const isOnlyOne = matchingLines.length === 1;
    const choice = chooseCandidate(query, candidates, { ...hints, isOnlyOne });
    return { tier, candidates, choice };
  }
  return undefined;
}

function createPlacement({ hunk, block, side }: BlockQuery, { fileLine }: Candidate, matchedTier: LineTier): Placement {
  const { lines, oldLinesBefore } = block;
  const tiers = { reportedTier: 'lessContext', matchedTier } as const;
  return { hunk, lines, fileLine, ...tiers, oldLinesBefore, shift: noShift, side, alreadyApplied: side === 'new' };
}
