import { placedCautions, type Placed } from '../change/cautionWords.ts';
import type { Caution } from '../change/change.ts';
import type { Tier } from './matches.ts';
import type { Replaced } from './replace.ts';

/** How a place was found, where that leaves room for another one to be meant; white space at line ends does not. */
const hows: Readonly<Partial<Record<Tier, Placed['how']>>> = {
  indentation: 'indentation',
  'look-alikes': 'lookAlikes',
};

/** The places of a replacement that were found otherwise than exactly. */
function looselyPlaced({ tier, firstLines }: Pick<Replaced, 'tier' | 'firstLines'>): readonly Placed[] {
  const how = hows[tier];
  return how === undefined ? [] : firstLines.map((line) => ({ how, line }));
}

/** Warns of those of several replacements in a file. */
export function looseCautions(path: string, done: readonly Replaced[]): readonly Caution[] {
  return placedCautions(path, done.flatMap(looselyPlaced));
}
