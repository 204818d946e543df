import { inClass, type CharacterClass } from './characterClass.ts';

/**
 * One step of a wildcard pattern.
 * - a number: exactly this code point
 * - `any`: one code point that is no `/` (from `?`)
 * - `run`: any number of them (from `*`)
 * - `rest`: anything, `/` too (from two stars that fill the last segment)
 * - `skip`, always followed by `folders`: nothing, or whole folders with their `/` (from two stars and a `/`)
 */
export type Step = number | 'any' | 'run' | 'rest' | 'skip' | 'folders' | CharacterClass;

const slash = 47;
/** Positions that fit into one integer, the final one included. */
const maxMasked = 30;

/**
 * A test that runs all possible positions in the pattern side by side over a text, so its time is bounded by the
 * pattern's length times the text's.
 *
 * @param toUpper what separates a small ASCII letter from the capital that a class is asked for too; 0 for none
 */
export function stepMatcher(steps: readonly Step[], toUpper: number): (text: string) => boolean {
  return steps.length <= maxMasked ? maskMatcher(steps, toUpper) : (text) => runLong(steps, text, toUpper);
}

/** Which positions a character lets stay, and which it lets pass to the next one, as bits. */
interface Moves {
  readonly stay: number;
  readonly pass: number;
}

/** Keeps all positions in the bits of one integer, and for each character what it does to them. */
function maskMatcher(steps: readonly Step[], toUpper: number): (text: string) => boolean {
  const bits = (wanted: (step: Step) => boolean): number =>
    steps.reduce<number>((mask, step, place) => (wanted(step) ? mask | (1 << place) : mask), 0);
  const optional = bits((step) => step === 'run' || step === 'rest');
  const skips = bits((step) => step === 'skip');
  const enterAll = (marks: number): number => {
    let all = marks;
    for (;;) {
      const skipping = all & skips;
      const more = (all | ((all & optional) << 1) | (skipping << 1) | (skipping << 2)) & ~skipping;
      if (more === all) return all;
      all = more;
    }
  };
  const known: (Moves | undefined)[] = [];
  const movesOf = (unit: number): Moves => {
    const moves = { stay: bits((step) => stays(step, unit)), pass: bits((step) => passes(step, unit, toUpper)) };
    if (unit < 256) known[unit] = moves;
    return moves;
  };
  const first = enterAll(1);
  const last = 1 << steps.length;
  return (text) => {
    let current = first;
    for (let at = 0; at < text.length; at++) {
      const unit = text.codePointAt(at) ?? 0;
      if (unit > 0xffff) at++;
      const { stay, pass } = known[unit] ?? movesOf(unit);
      current = enterAll((current & stay) | ((current & pass) << 1));
      if (current === 0) return false;
    }
    return (current & last) !== 0;
  };
}

function runLong(steps: readonly Step[], text: string, toUpper: number): boolean {
  let current = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  enter(steps, current, 0);
  for (let at = 0; at < text.length; at++) {
    const unit = text.codePointAt(at) ?? 0;
    if (unit > 0xffff) at++;
    next.fill(0);
    for (let place = 0; place < steps.length; place++) {
      if (current[place] === 0) continue;
      const step = steps[place] ?? 'any';
      if (stays(step, unit)) enter(steps, next, place);
      if (passes(step, unit, toUpper)) enter(steps, next, place + 1);
    }
    if (!next.includes(1)) return false;
    [current, next] = [next, current];
  }
  return current[steps.length] === 1;
}

/** Marks a position, and those that are reached from it without reading anything. */
function enter(steps: readonly Step[], marks: Uint8Array, place: number): void {
  marks[place] = 1;
  const step = steps[place];
  if (step === 'run' || step === 'rest') enter(steps, marks, place + 1);
  else if (step === 'skip') {
    marks[place] = 0;
    enter(steps, marks, place + 1);
    enter(steps, marks, place + 2);
  }
}

function stays(step: Step, unit: number): boolean {
  return step === 'rest' || step === 'folders' || (step === 'run' && unit !== slash);
}

function passes(step: Step, unit: number, toUpper: number): boolean {
  if (typeof step === 'number') return step === unit;
  if (typeof step === 'object') return inClass(step, unit, unit >= 97 && unit <= 122 ? unit - toUpper : unit);
  return step === 'any' ? unit !== slash : step === 'folders' && unit === slash;
}
