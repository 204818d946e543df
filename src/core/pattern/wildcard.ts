// Compiles wildcard patterns into matchers that take linear time, without backtracking.
import { isInClass, readSteps, slash, type Step } from './wildcardSyntax.ts';

/** A compiled wildcard pattern: the one matcher behind the tools' globs, the rules' globs and git's ignore lines. */
export interface Wildcard {
  /** Text that begins every match; all of it if `isLiteral`. */
  readonly head: string;
  /** Text that ends every match. */
  readonly tail: string;
  /** The pattern has no wildcards: it matches `head` alone. */
  readonly isLiteral: boolean;
  /** The pattern is one `*` and `tail`. */
  readonly isEnding: boolean;
  /** Takes text that `lower` has folded. Time is bounded by the pattern's length times the text's: no backtracking. */
  readonly matches: (text: string) => boolean;
}

/** Which letters are equal: `exact` none but themselves, `ascii` A to Z as git folds them, `unicode` by lower case. */
export type CaseFold = 'exact' | 'ascii' | 'unicode';

/**
 * Compiles a wildcard pattern with the meaning git's wildmatch gives it for paths: `?`, `*` and `[…]` never match a
 * `/`, a `**` that fills a segment does, `\` quotes the next character. It compares code points; give it text in which
 * each byte is one character to compare bytes, as git does.
 *
 * @param isIgnoreLine compiles a line of a `.gitignore`: git compares its literal beginning first and hands the rest
 *   to wildmatch as a pattern of its own, so in `a**` the stars begin a segment
 * @returns `undefined` for a pattern that can match nothing: an unclosed class, or a final lone `\`
 */
export function compileWildcard(pattern: string, fold: CaseFold, isIgnoreLine = false): Wildcard | undefined {
  const folded = fold === 'unicode' ? lower(pattern, fold) : pattern;
  const source = fold === 'exact' ? folded : folded.replaceAll('[:upper:]', '[:alpha:]');
  const codePoints: number[] = [];
  for (const character of source) codePoints.push(character.codePointAt(0) ?? 0);
  const prefixLength = isIgnoreLine ? source.search(/[*?[\\]/) : 0;
  const isFolded = fold !== 'exact';
  const read = readSteps(codePoints, prefixLength);
  if (read === undefined) return undefined;
  const isCapital = (step: Step): step is number => typeof step === 'number' && step >= 65 && step <= 90;
  const steps = isFolded ? read.map((step) => (isCapital(step) ? step + 32 : step)) : read;
  const parts = split(steps);
  const { head, middle, tail } = parts;
  const test = testOf(parts, isFolded);
  return {
    head,
    tail,
    isLiteral: middle.length === 0,
    isEnding: head === '' && middle.length === 1 && middle[0] === 'run',
    matches: (text) => test(text, 0, text.length),
  };
}

/** Lower-cases without a change of length, so that the positions in a text keep their meaning. */
export function lower(text: string, fold: CaseFold): string {
  if (fold === 'exact') return text;
  const whole = fold === 'unicode' ? text.toLowerCase() : '';
  return whole.length === text.length ? whole : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether a range of a text matches. */
type Test = (text: string, start: number, end: number) => boolean;

/** The literal beginning of a pattern, its literal ending, and all from the first wildcard to the last. */
interface Parts {
  readonly head: string;
  readonly middle: readonly Step[];
  readonly tail: string;
}

function split(steps: readonly Step[]): Parts {
  const first = steps.findIndex((step) => typeof step !== 'number');
  if (first < 0) return { head: textOf(steps), middle: [], tail: '' };
  const end = steps.findLastIndex((step) => typeof step !== 'number') + 1;
  return { head: textOf(steps.slice(0, first)), middle: steps.slice(first, end), tail: textOf(steps.slice(end)) };
}

function textOf(literals: readonly Step[]): string {
  let text = '';
  for (const step of literals) if (typeof step === 'number') text += String.fromCodePoint(step);
  return text;
}

/** Compares the literal beginning and ending first, which decide about most paths. */
function testOf({ head, middle, tail }: Parts, isFolded: boolean): Test {
  if (middle.length === 0) return (text, start, end) => end - start === head.length && text.startsWith(head, start);
  const between = shortcut(middle, tail, isFolded) ?? automaton(middle, isFolded);
  const minLength = head.length + tail.length;
  if (minLength === 0) return between;
  if (head === '' && between === isAnything) return (text, _, end) => text.endsWith(tail, end);
  return (text, start, end) =>
    end - start >= minLength &&
    text.startsWith(head, start) &&
    text.endsWith(tail, end) &&
    between(text, start + head.length, end - tail.length);
}

/** A test for what is between head and tail that needs no automaton, for the most frequent patterns. */
function shortcut(middle: readonly Step[], tail: string, isFolded: boolean): Test | undefined {
  const [first, , third] = middle;
  if (middle.length === 1 && first === 'rest') return isAnything;
  if (middle.length === 1 && first === 'run') {
    return (text, start, end) => {
      const found = text.indexOf('/', start);
      return found < 0 || found >= end;
    };
  }
  if (first !== 'skip') return undefined;
  if (middle.length === 2) return (text, start, end) => start === end || text.charCodeAt(end - 1) === slash;
  if (middle.length === 3 && third === 'run') return isAnything;
  const name = middle.slice(2);
  if (name.length > 2 && name.at(-1) === 'rest' && name.slice(0, -1).every((step) => typeof step === 'number')) {
    const names = textOf(name.slice(0, -2));
    return (text, start) => holdsNames(text, names, start, false);
  }
  // `**/` and a name: only the last name of the path can match it.
  const canTakeSlash = name.some((step) => step === slash || step === 'skip' || step === 'rest');
  if (canTakeSlash || tail.includes('/')) return undefined;
  const inName = testOf(split(name), isFolded);
  return (text, start, end) => inName(text, Math.max(start, text.lastIndexOf('/') + 1), end);
}

const isAnything: Test = () => true;

/** Whether whole segments of a path from `start` on are `names`; `mayBeLast` says whether its last segments count. */
export function holdsNames(path: string, names: string, start: number, mayBeLast: boolean): boolean {
  for (let at = path.indexOf(names, start); at >= 0; at = path.indexOf(names, at + 1)) {
    const end = at + names.length;
    const startsSegment = at === start || path.charCodeAt(at - 1) === slash;
    if (startsSegment && (path.charCodeAt(end) === slash || (mayBeLast && end === path.length))) return true;
  }
  return false;
}

/** Positions that fit into one integer, the final one included. */
const maxMasked = 30;

/** Follows all possible positions in the pattern side by side, in texts that hold its longest literal part. */
function automaton(steps: readonly Step[], isFolded: boolean): Test {
  const literals = steps.map((step) => (typeof step === 'number' ? String.fromCodePoint(step) : '\n')).join('');
  const required = literals.split(/\n+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const test: Test =
    steps.length <= maxMasked
      ? maskAutomaton(steps, isFolded)
      : (text, start, end) => runLong(steps, text.slice(start, end), isFolded);
  return (text, start, end) => text.includes(required, start) && test(text, start, end);
}

/** Which positions a character lets stay, and which it lets pass to the next one, as bits. */
interface Moves {
  readonly stay: number;
  readonly pass: number;
}

/** Keeps all positions in the bits of one integer, and for each character what it does to them. */
function maskAutomaton(steps: readonly Step[], isFolded: boolean): Test {
  const bits = (isWanted: (step: Step) => boolean): number =>
    steps.reduce<number>((mask, step, index) => (isWanted(step) ? mask | (1 << index) : mask), 0);
  const optional = bits((step) => step === 'run' || step === 'rest');
  const skips = bits((step) => step === 'skip');
  const enterAll = (positions: number): number => {
    let all = positions;
    for (;;) {
      const skipping = all & skips;
      const more = (all | ((all & optional) << 1) | (skipping << 1) | (skipping << 2)) & ~skipping;
      if (more === all) return all;
      all = more;
    }
  };
  const known: (Moves | undefined)[] = [];
  const movesOf = (codePoint: number): Moves => {
    const moves = {
      stay: bits((step) => stays(step, codePoint)),
      pass: bits((step) => passes(step, codePoint, isFolded)),
    };
    if (codePoint < 256) known[codePoint] = moves;
    return moves;
  };
  const first = enterAll(1);
  const last = 1 << steps.length;
  return (text, start, end) => {
    let current = first;
    for (let at = start; at < end; at++) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint > 0xffff) at++;
      const { stay, pass } = known[codePoint] ?? movesOf(codePoint);
      current = enterAll((current & stay) | ((current & pass) << 1));
      if (current === 0) return false;
    }
    return (current & last) !== 0;
  };
}

/** The same for patterns of more steps than an integer has bits. */
function runLong(steps: readonly Step[], text: string, isFolded: boolean): boolean {
  let current = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  enter(steps, current, 0);
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    next.fill(0);
    for (const [index, step] of steps.entries()) {
      if (current[index] === 0) continue;
      if (stays(step, codePoint)) enter(steps, next, index);
      if (passes(step, codePoint, isFolded)) enter(steps, next, index + 1);
    }
    if (!next.includes(1)) return false;
    [current, next] = [next, current];
  }
  return current[steps.length] === 1;
}

/** Marks a position, and those that are reached from it without a character. */
function enter(steps: readonly Step[], positions: Uint8Array, index: number): void {
  const step = steps[index];
  if (step === 'skip') {
    enter(steps, positions, index + 1);
    enter(steps, positions, index + 2);
    return;
  }
  positions[index] = 1;
  if (step === 'run' || step === 'rest') enter(steps, positions, index + 1);
}

function stays(step: Step, codePoint: number): boolean {
  return step === 'rest' || step === 'folders' || (step === 'run' && codePoint !== slash);
}

function passes(step: Step, codePoint: number, isFolded: boolean): boolean {
  if (typeof step === 'number') return step === codePoint;
  if (step === 'any') return codePoint !== slash;
  if (step === 'folders') return codePoint === slash;
  if (typeof step === 'string') return false;
  const hasCapital = isFolded && codePoint >= 97 && codePoint <= 122;
  return isInClass(step, codePoint, hasCapital ? codePoint - 32 : codePoint);
}
