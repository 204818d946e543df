import { readClass } from './characterClass.ts';
import { stepMatcher, type Step } from './wildcardSteps.ts';

/** Says whether a text matches, in time proportional to the pattern's length times the text's: no backtracking. */
export type Wildcard = (text: string) => boolean;

const star = 42;
const slash = 47;
const backslash = 92;

/** Which letters are equal: `exact` none but themselves, `ascii` A to Z as git folds them, `unicode` by lower case. */
export type CaseFold = 'exact' | 'ascii' | 'unicode';

/**
 * Compiles a wildcard pattern with the meaning git's wildmatch gives it for paths: `?`, `*` and `[…]` never match a
 * `/`, a `**` that fills a segment does, `\` quotes the next character. Works on code points, so give it text in which
 * each byte is one character to match bytes, as git does.
 *
 * @returns `undefined` for a pattern that can match nothing: an unclosed class, or a final lone `\`
 */
export function compileWildcard(pattern: string, fold: CaseFold): Wildcard | undefined {
  const folded = fold === 'unicode' ? lower(pattern, fold) : pattern;
  const units = codePoints(fold === 'exact' ? folded : folded.replaceAll('[:upper:]', '[:alpha:]'));
  const steps = readSteps(units, fold);
  if (steps === undefined) return undefined;
  const matches = stepMatcher(steps, fold === 'exact' ? 0 : 32);
  return fold === 'exact' ? matches : (text) => matches(lower(text, fold));
}

/** Lower-cases without a change of length, so that the positions in a text keep their meaning. */
export function lower(text: string, fold: CaseFold): string {
  if (fold === 'exact') return text;
  const whole = fold === 'unicode' ? text.toLowerCase() : '';
  return whole.length === text.length ? whole : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function readSteps(units: readonly number[], fold: CaseFold): Step[] | undefined {
  const steps: Step[] = [];
  const literal = (unit: number): number => (fold === 'exact' || unit < 65 || unit > 90 ? unit : unit + 32);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0;
    if (unit === 63) steps.push('any');
    else if (unit === star) at = readStars(units, at, steps);
    else if (unit === 91) {
      const read = readClass(units, at);
      if (read === undefined) return undefined;
      steps.push(read.value);
      at = read.end;
    } else if (unit === backslash) {
      const quoted = units[++at];
      if (quoted === undefined) return undefined;
      steps.push(literal(quoted));
    } else steps.push(literal(unit));
  }
  return steps;
}

/** Reads a run of stars, and for `**` + `/` the slash with it; answers the index of the last unit taken. */
function readStars(units: readonly number[], from: number, steps: Step[]): number {
  let last = from;
  while (units[last + 1] === star) last++;
  const next = units[last + 1];
  const fills =
    last > from &&
    (from === 0 || units[from - 1] === slash) &&
    (next === undefined || next === slash || (next === backslash && units[last + 2] === slash));
  if (fills && next === slash) {
    steps.push('skip', 'folders');
    return last + 1;
  }
  steps.push(fills ? 'rest' : 'run');
  return last;
}
