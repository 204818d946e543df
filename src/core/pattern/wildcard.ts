// Compiles wildcard patterns into matchers that take linear time: a simulated NFA without backtracking.
import { compileNfa, type RangeTest } from './wildcardNfa.ts';
import { foldStep, readSteps, slash, type WildcardStep } from './wildcardSyntax.ts';

/** A compiled wildcard pattern, used for the globs of tools and rules and for git's ignore rules. */
export interface Wildcard {
  /** Literal text that begins every match; the whole match if `isLiteral`. */
  readonly prefix: string;
  /** Literal text that ends every match. */
  readonly suffix: string;
  /** Whether the pattern has no wildcards, so that it matches only `prefix`. */
  readonly isLiteral: boolean;
  /** Whether the pattern is one `*` followed by `suffix`. */
  readonly isSuffixOnly: boolean;
  /**
   * Matches text that was folded by `foldCase`. Time is bounded by the pattern's length times the text's: no
   * backtracking.
   */
  readonly matches: (text: string) => boolean;
}

/** Case folding: `exact` none, `ascii` for A to Z as in git, `unicode` for all letters. */
export type CaseFold = 'exact' | 'ascii' | 'unicode';

interface WildcardOptions {
  /** As in git's ignore rules: the rest after the literal prefix is a pattern of its own, so `**` in `a**` begins it. */
  readonly isPrefixSeparate?: boolean;
}

/**
 * Compiles a wildcard pattern with the meaning git's wildmatch gives it for paths: `?`, `*` and `[…]` never match a
 * `/`, a `**` that fills a segment does, `\` quotes the next character. It compares code points; give it text in which
 * each byte is one character to compare bytes, as git does.
 *
 * @returns `undefined` for a pattern that can match nothing: an unclosed class, or a final lone `\`
 */
export function compileWildcard(pattern: string, fold: CaseFold, options: WildcardOptions = {}): Wildcard | undefined {
  const foldedPattern = fold === 'unicode' ? foldCase(pattern, fold) : pattern;
  // With folding, the text is in lower case, in which `[:upper:]` would match nothing.
  const source = fold === 'exact' ? foldedPattern : foldedPattern.replaceAll('[:upper:]', '[:alpha:]');
  const codePoints: number[] = [];
  for (const character of source) codePoints.push(character.codePointAt(0) ?? 0);
  // In UTF-16 units, which are code points here, since these patterns have one byte in each character.
  const prefixLength = options.isPrefixSeparate === true ? source.search(/[*?[\\]/) : 0;
  const steps = readSteps(codePoints, prefixLength);
  if (steps === undefined) return undefined;
  const split = splitAtWildcards(fold === 'exact' ? steps : steps.map(foldStep));
  const { prefix, middle, suffix } = split;
  const test = compileTest(split);
  return {
    prefix,
    suffix,
    isLiteral: middle.length === 0,
    isSuffixOnly: prefix === '' && middle.length === 1 && middle[0] === 'star',
    matches: (text) => test(text, 0, text.length),
  };
}

/** Lower-cases without changing the length, so that offsets in a text stay valid. */
export function foldCase(text: string, fold: CaseFold): string {
  if (fold === 'exact') return text;
  const lowerCased = fold === 'unicode' ? text.toLowerCase() : '';
  return lowerCased.length === text.length ? lowerCased : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A pattern split at its first and after its last wildcard: literal prefix, middle, literal suffix. */
interface SplitPattern {
  readonly prefix: string;
  readonly middle: readonly WildcardStep[];
  readonly suffix: string;
}

function splitAtWildcards(steps: readonly WildcardStep[]): SplitPattern {
  const first = steps.findIndex((step) => typeof step !== 'number');
  if (first < 0) return { prefix: literalText(steps), middle: [], suffix: '' };
  const end = steps.findLastIndex((step) => typeof step !== 'number') + 1;
  return {
    prefix: literalText(steps.slice(0, first)),
    middle: steps.slice(first, end),
    suffix: literalText(steps.slice(end)),
  };
}

function literalText(literals: readonly WildcardStep[]): string {
  let text = '';
  for (const step of literals) if (typeof step === 'number') text += String.fromCodePoint(step);
  return text;
}

/** Compiles a test that compares the literal prefix and suffix first, which decide about most paths. */
function compileTest({ prefix, middle, suffix }: SplitPattern): RangeTest {
  if (middle.length === 0) {
    return (text, start, end) => end - start === prefix.length && text.startsWith(prefix, start);
  }
  const matchesMiddle = compileFastTest(middle, suffix) ?? compileNfa(middle);
  const minLength = prefix.length + suffix.length;
  if (minLength === 0) return matchesMiddle;
  // Only a whole pattern has such a middle, not one after `**/` (`compileFastTest`), so the text starts at 0.
  if (prefix === '' && matchesMiddle === matchAnything) return (text, _, end) => text.endsWith(suffix, end);
  return (text, start, end) =>
    end - start >= minLength &&
    text.startsWith(prefix, start) &&
    text.endsWith(suffix, end) &&
    matchesMiddle(text, start + prefix.length, end - suffix.length);
}

/**
 * A test without an automaton for the middle of a frequent pattern; undefined for others. Each branch names a pattern,
 * with the middle in brackets: `src/[**]` has the prefix `src/` and the middle `anyText`.
 */
function compileFastTest(middle: readonly WildcardStep[], suffix: string): RangeTest | undefined {
  const [first, , third] = middle;
  // `src/[**]`
  if (middle.length === 1 && first === 'anyText') return matchAnything;
  // `src/[*].ts`
  if (middle.length === 1 && first === 'star') {
    return (text, start, end) => {
      const slashIndex = text.indexOf('/', start);
      return slashIndex < 0 || slashIndex >= end;
    };
  }
  if (first !== 'optionalFolders') return undefined;
  // `[**/]name`: the middle is two steps, `optionalFolders` and `foldersBody`.
  if (middle.length === 2) return (text, start, end) => start === end || text.charCodeAt(end - 1) === slash;
  // `[**/*].ts`
  if (middle.length === 3 && third === 'star') return matchAnything;
  const afterFolders = middle.slice(2);
  const isLiteral = (steps: readonly WildcardStep[]): boolean => steps.every((step) => typeof step === 'number');
  // `[**/node_modules/**]`, but not `[**/node_modules/**]\/x`, since this test reads on to the end of the text.
  const endsWithAnyText = suffix === '' && afterFolders.at(-1) === 'anyText';
  if (endsWithAnyText && afterFolders.length > 2 && isLiteral(afterFolders.slice(0, -1))) {
    const segments = literalText(afterFolders.slice(0, -2));
    return (text, start) => containsSegments(text, segments, start, 'beforeLast');
  }
  // `[**/a*]b`: only the last segment of the path can match what follows `**/`.
  const canMatchSlash = afterFolders.some((step) => step === slash || step === 'optionalFolders' || step === 'anyText');
  if (canMatchSlash || suffix.includes('/')) return undefined;
  const matchesSegment = compileTest(splitAtWildcards(afterFolders));
  return (text, start, end) => matchesSegment(text, Math.max(start, text.lastIndexOf('/') + 1), end);
}

const matchAnything: RangeTest = () => true;

/** Whether a path contains `segments`, one or more whole segments, from `start` on: anywhere, or only before its last. */
export function containsSegments(
  path: string,
  segments: string,
  start: number,
  where: 'anywhere' | 'beforeLast',
): boolean {
  for (let index = path.indexOf(segments, start); index >= 0; index = path.indexOf(segments, index + 1)) {
    const end = index + segments.length;
    const startsSegment = index === start || path.charCodeAt(index - 1) === slash;
    if (startsSegment && (path.charCodeAt(end) === slash || (where === 'anywhere' && end === path.length))) return true;
  }
  return false;
}
