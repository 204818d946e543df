// Parses wildcard patterns with the syntax of git's wildmatch.

/**
 * One step of a wildcard pattern.
 * - a number: exactly this code point
 * - `any`: one code point other than `/` (from `?`)
 * - `star`: any number of code points other than `/` (from `*`)
 * - `anyText`: any text, also with `/` (from `**` as the last segment, or before an escaped `/`)
 * - `optionalFolders` with `foldersBody` after it: nothing, or whole folders with their `/` (from `**` and a `/`). The
 *   first may skip both; the second is the text of the folders, and its end is a `/`
 */
export type WildcardStep = number | 'any' | 'star' | 'anyText' | 'optionalFolders' | 'foldersBody' | CharacterClass;

/** A bracket expression: ranges of code points, and whether it matches all others. */
interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly ClassRange[];
}

/** An inclusive range of code points. `isSpan` marks one such as `a-z`, not a single member or a named class. */
interface ClassRange {
  readonly low: number;
  readonly high: number;
  readonly isSpan: boolean;
}

/**
 * Ranges of the POSIX classes as defined by git: ASCII only, and `space` without vertical tab and form feed. Two
 * characters are a range: its first and its last.
 */
const posixRanges: ReadonlyMap<string, string> = new Map(
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

export const slash = 47;
const bang = 33;
const star = 42;
const dash = 45;
const colon = 58;
const question = 63;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const caret = 94;
const capitalA = 65;
const capitalZ = 90;
/** Distance from a capital letter to its small one. */
const toLower = 32;

/**
 * Reads a pattern into steps.
 *
 * @param prefixLength number of code points of a literal beginning, after which `**` counts as after a `/`; 0 for none
 * @returns `undefined` for an unclosed or unknown class, or a lone `\` at the end
 */
export function readSteps(pattern: readonly number[], prefixLength = 0): WildcardStep[] | undefined {
  const steps: WildcardStep[] = [];
  for (let index = 0; index < pattern.length;) {
    const codePoint = pattern[index];
    if (codePoint === question) {
      steps.push('any');
      index++;
    } else if (codePoint === star) index = readStars(pattern, index, index === prefixLength, steps);
    else {
      const read = codePoint === openBracket ? readClass(pattern, index) : readMember(pattern, index);
      if (read === undefined) return undefined;
      steps.push(read.step);
      index = read.end;
    }
  }
  return steps;
}

/**
 * Reads a run of stars, and for `**` + `/` the slash with it.
 *
 * @returns the index after what was read
 */
function readStars(pattern: readonly number[], from: number, isAfterPrefix: boolean, steps: WildcardStep[]): number {
  let end = from + 1;
  while (pattern[end] === star) end++;
  const next = pattern[end];
  const startsSegment = isAfterPrefix || from === 0 || pattern[from - 1] === slash;
  const endsSegment = next === undefined || next === slash || (next === backslash && pattern[end + 1] === slash);
  const fillsSegment = end > from + 1 && startsSegment && endsSegment;
  if (fillsSegment && next === slash) {
    // Collapses `**/**/` into `**/`, which matches the same.
    if (steps.at(-1) !== 'foldersBody') steps.push('optionalFolders', 'foldersBody');
    return end + 1;
  }
  steps.push(fillsSegment ? 'anyText' : 'star');
  return end;
}

/**
 * Reads the bracket expression that starts at `pattern[from]`, by the rules of git's wildmatch: `!` or `^` negates, a
 * first `]` is a member, `\` quotes, `[:alpha:]` names a class, a dash makes a range, and one after a range is a
 * member.
 *
 * @returns the class and the index after its closing `]`; `undefined` if it is not closed or names an unknown class
 */
function readClass(
  pattern: readonly number[],
  from: number,
): { readonly step: CharacterClass; readonly end: number } | undefined {
  const first = pattern[from + 1];
  const isNegated = first === bang || first === caret;
  const ranges: ClassRange[] = [];
  const start = from + (isNegated ? 2 : 1);
  let index = start;
  while (pattern[index] !== closeBracket || index === start) {
    const item = readNamedClass(pattern, index) ?? readClassRange(pattern, index);
    if (item === 'invalid') return undefined;
    ranges.push(...item.ranges);
    index = item.end;
  }
  return { step: { isNegated, ranges }, end: index + 1 };
}

/** The ranges of a part of a bracket expression, and the index after it; `invalid` if the expression is. */
type ClassItem = { readonly ranges: readonly ClassRange[]; readonly end: number } | 'invalid';

/** Reads a member, or a range such as `a-z`. */
function readClassRange(pattern: readonly number[], index: number): ClassItem {
  const low = readMember(pattern, index);
  if (low === undefined) return 'invalid';
  // The start of a range also matches alone: `z-a` matches `z`.
  const member = { low: low.step, high: low.step, isSpan: false };
  const [separator, afterDash] = pattern.slice(low.end, low.end + 2);
  if (separator !== dash || afterDash === undefined || afterDash === closeBracket)
    return { ranges: [member], end: low.end };
  const high = readMember(pattern, low.end + 1);
  if (high === undefined) return 'invalid';
  return { ranges: [member, { low: low.step, high: high.step, isSpan: true }], end: high.end };
}

/** Length of the longest name of a POSIX class, such as `xdigit`. */
const maxClassNameChars = 6;

/** Reads `[:name:]` inside a bracket expression; undefined if there is none. */
function readNamedClass(pattern: readonly number[], index: number): ClassItem | undefined {
  if (pattern[index] !== openBracket || pattern[index + 1] !== colon) return undefined;
  const last = pattern.indexOf(closeBracket, index + 2);
  if (last < 0) return 'invalid';
  if (last === index + 2 || pattern[last - 1] !== colon) return undefined;
  const name = pattern.slice(index + 2, last - 1);
  const limits = name.length > maxClassNameChars ? undefined : posixRanges.get(String.fromCodePoint(...name));
  if (limits === undefined) return 'invalid';
  const ranges = limits
    .match(/../gs)
    ?.map((pair) => ({ low: pair.charCodeAt(0), high: pair.charCodeAt(1), isSpan: false }));
  return { ranges: ranges ?? [], end: last + 1 };
}

/** Reads one literal code point, which a `\` may escape; `end` is the index after it. */
function readMember(
  pattern: readonly number[],
  index: number,
): { readonly step: number; readonly end: number } | undefined {
  const end = pattern[index] === backslash ? index + 2 : index + 1;
  const step = pattern[end - 1];
  return step === undefined ? undefined : { step, end };
}

/**
 * Folds the case of a step for text in lower case. As in git, only the spans of a class also match the other case.
 */
export function foldStep(step: WildcardStep): WildcardStep {
  if (typeof step === 'number') return step >= capitalA && step <= capitalZ ? step + toLower : step;
  if (typeof step === 'string') return step;
  const foldedSpans = step.ranges
    .filter(({ isSpan }) => isSpan)
    .map(({ low, high }) => ({
      low: Math.max(low, capitalA) + toLower,
      high: Math.min(high, capitalZ) + toLower,
      isSpan: true,
    }));
  return { ...step, ranges: [...step.ranges, ...foldedSpans] };
}

/** Whether a code point belongs to a class; a `/` never does. */
export function isInClass({ ranges, isNegated }: CharacterClass, codePoint: number): boolean {
  return codePoint !== slash && ranges.some(({ low, high }) => codePoint >= low && codePoint <= high) !== isNegated;
}
