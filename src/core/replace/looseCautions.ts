// Formats the cautions about replacements that matched loosely, which the user sees in the review.
import { placementCautions, type LoosePlacement } from '../change/reviewTexts.ts';
import type { Caution } from '../change/change.ts';
import type { ReplaceTier } from './matches.ts';
import type { ReplaceResult } from './replace.ts';

/** Tiers so loose that another position may be intended. */
const looseTiers: Readonly<Partial<Record<ReplaceTier, LoosePlacement['difference']>>> = {
  indentation: 'indentation',
  'look-alikes': 'lookAlikes',
};

/** Formats the cautions for replacements in a file that matched loosely. */
export function looseCautions(path: string, replacements: readonly ReplaceResult[]): readonly Caution[] {
  const placements = replacements.flatMap(({ tier, firstLines }) => {
    const difference = looseTiers[tier];
    return difference === undefined ? [] : firstLines.map((line) => ({ difference, line }));
  });
  return placementCautions(path, placements);
}
