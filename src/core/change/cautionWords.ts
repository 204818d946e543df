import type { Caution } from './change.ts';
import { phrase, type Phrase } from '../wording/phrase.ts';
import { escapeForDisplay } from '../text/unicode.ts';

/** Cautions of one kind that are worded one by one for a file; the rest is counted. */
const maxWorded = 5;

/** What was found otherwise than exactly. */
export interface Placed {
  /**
   * How: with context that is not all there (`context`), but for characters that look alike (`lookAlikes`) or for the
   * indentation of all lines; `exact` where only its place is not the expected one.
   */
  readonly how: 'exact' | 'indentation' | 'lookAlikes' | 'context';
  /** Where it stands, 1-based. */
  readonly line: number;
  /** The line that was named for it, if it is another. */
  readonly named?: number | undefined;
}

/** Warns of what may stand at another place than is meant: a person must see each. */
export function placedCautions(path: string, placed: readonly Placed[]): readonly Caution[] {
  const name = escapeForDisplay(path);
  const worded = placed.slice(0, maxWorded).map((each) => wordsOf(name, each));
  const more = placed.length - worded.length;
  const rest =
    more === 1
      ? phrase('{0}: 1 more place was not matched exactly', name)
      : phrase('{0}: {1} more places were not matched exactly', name, more);
  const all = more === 0 ? worded : [...worded, rest];
  return all.map((words) => ({ words, asks: true }));
}

/** Warns of a line that stands for text left out, which would be lost: a person must see it. */
export function abbreviationCaution(path: string, line: number, text: string): Caution {
  const [name, shown] = [path, text].map(escapeForDisplay);
  return {
    words: phrase('{0}: line {1} stands in for omitted text: {2}', name ?? '', line, shown ?? ''),
    asks: true,
  };
}

/** Says that a patch names another result than it has here. */
export function otherResultCaution(path: string): Caution {
  const words = phrase('{0}: the result differs from what the index line of the patch says', escapeForDisplay(path));
  return { words, asks: false };
}

function wordsOf(path: string, { how, line, named }: Placed): Phrase {
  const where =
    named === undefined ? phrase('line {0}', line) : phrase('line {0}, though the patch says line {1}', line, named);
  switch (how) {
    case 'exact':
      return phrase('{0}: placed at {1}', path, where);
    case 'indentation':
      return phrase('{0}: placed with different indentation at {1}', path, where);
    case 'lookAlikes':
      return phrase('{0}: placed by look-alike characters at {1}', path, where);
    case 'context':
      return phrase('{0}: placed with less context at {1}', path, where);
  }
}
