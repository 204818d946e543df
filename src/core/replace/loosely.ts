import type { Placed } from '../cautions.ts';
import type { Tier } from './matches.ts';
import type { Replaced } from './replace.ts';

/** How a place was found, where that leaves room for another one to be meant; white space at line ends does not. */
const hows: Readonly<Partial<Record<Tier, Placed['how']>>> = {
  indentation: 'indentation',
  'look-alikes': 'lookAlikes',
};

/** The places of replacements that were found otherwise than exactly. */
export function looselyPlaced({ tier, firstLines }: Pick<Replaced, 'tier' | 'firstLines'>): readonly Placed[] {
  const how = hows[tier];
  return how === undefined ? [] : firstLines.map((line) => ({ how, line }));
}
