/** A bracket expression: inclusive ranges of code units, and whether it means all the others. */
export interface CharacterClass {
  readonly negated: boolean;
  /** `span` marks a range such as `a-z`, as against a single member or a named class. */
  readonly ranges: readonly ClassRange[];
}

interface ClassRange {
  readonly low: number;
  readonly high: number;
  readonly span: boolean;
}

/** Ranges of the POSIX classes as git counts them: ASCII only, and `space` without vertical tab and form feed. */
const posix: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alnum: '09AZaz',
    alpha: 'AZaz',
    blank: '  \t\t',
    cntrl: '\x00\x1f\x7f\x7f',
    digit: '09',
    graph: '!~',
    lower: 'az',
    print: ' ~',
    punct: '!/:@[`{~',
    space: '  \t\n\r\r',
    upper: 'AZ',
    xdigit: '09AFaf',
  }),
);

const dash = 45;
const backslash = 92;

/**
 * Reads the bracket expression that starts at `units[from]` (the `[`), by the rules of git's wildmatch: `!` or `^`
 * negates, a `]` in first place is a member, `\` quotes a member, `[:alpha:]` names a class, a dash between two
 * members makes a range, and one after a range or a class is itself a member.
 *
 * @returns the class and the index of its closing `]`, or `undefined` when it is not closed or names no known class
 */
export function readClass(
  units: readonly number[],
  from: number,
): { readonly value: CharacterClass; readonly end: number } | undefined {
  const first = units[from + 1];
  const negated = first === 33 || first === 94;
  const ranges: ClassRange[] = [];
  const start = from + (negated ? 2 : 1);
  let previous: number | undefined;
  for (let at = start; at < units.length; at++) {
    const unit = units[at] ?? 0;
    if (unit === 93 && at > start) return { value: { negated, ranges }, end: at };
    if (unit === dash && previous !== undefined && at + 1 < units.length && units[at + 1] !== 93) {
      const high = quoted(units, at + 1);
      if (high === undefined) return undefined;
      ranges.push({ low: previous, high: high.unit, span: true });
      at = high.at;
      previous = undefined;
      continue;
    }
    if (unit === 91 && units[at + 1] === 58) {
      const close = units.indexOf(93, at + 2);
      if (close < 0) return undefined;
      if (close > at + 2 && units[close - 1] === 58) {
        const named = posix.get(String.fromCodePoint(...units.slice(at + 2, close - 1)));
        if (named === undefined) return undefined;
        for (let pair = 0; pair < named.length; pair += 2)
          ranges.push({ low: named.charCodeAt(pair), high: named.charCodeAt(pair + 1), span: false });
        at = close;
        previous = undefined;
        continue;
      }
    }
    const member = quoted(units, at);
    if (member === undefined) return undefined;
    ranges.push({ low: member.unit, high: member.unit, span: false });
    at = member.at;
    previous = member.unit;
  }
  return undefined;
}

function quoted(units: readonly number[], at: number): { readonly unit: number; readonly at: number } | undefined {
  const place = units[at] === backslash ? at + 1 : at;
  const unit = units[place];
  return unit === undefined ? undefined : { unit, at: place };
}

/**
 * Whether a unit belongs to a class. A path separator never does, whatever its members say.
 *
 * @param upper the capital of `unit` where case is folded: git then asks the spans, and these alone, for it too
 */
export function inClass(value: CharacterClass, unit: number, upper = unit): boolean {
  if (unit === 47) return false;
  const holds = ({ low, high, span }: ClassRange): boolean =>
    (unit >= low && unit <= high) || (span && upper >= low && upper <= high);
  return value.ranges.some(holds) !== value.negated;
}
