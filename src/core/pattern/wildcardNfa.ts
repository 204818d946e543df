// Matches the wildcards of a pattern by simulating a nondeterministic automaton (NFA) in linear time.
import { isInClass, slash, type WildcardStep } from './wildcardSyntax.ts';

/** Whether the range `[start, end)` of a text matches. */
export type RangeTest = (text: string, start: number, end: number) => boolean;

/** Transitions are cached for the first code points (Latin-1, and so all bytes), which bounds the memory. */
const cachedCodePoints = 256;

/** Maximum number of steps for which a 32-bit integer has a bit for each state: there is one more state than steps. */
const maxBitSteps = 30;

/** Compiles steps to an NFA. First searches for the longest literal part of the pattern, which every match contains. */
export function compileNfa(steps: readonly WildcardStep[]): RangeTest {
  // A line feed for each wildcard; one in the pattern only makes the literal parts shorter.
  const literals = steps.map((step) => (typeof step === 'number' ? String.fromCodePoint(step) : '\n')).join('');
  const requiredText = literals
    .split(/\n+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const test: RangeTest =
    steps.length <= maxBitSteps
      ? compileBitParallelNfa(steps)
      : (text, start, end) => simulateWithArrays(steps, text.slice(start, end));
  return (text, start, end) => text.includes(requiredText, start) && test(text, start, end);
}

/** The transitions on one character, as bit masks of the states that have them. */
interface Transitions {
  /** States that the character keeps active. */
  readonly loopMask: number;
  /** States from which the character advances to the next one. */
  readonly consumeMask: number;
}

/**
 * A bit-parallel NFA: bit n of an integer is the state before step n, and the bit after the last step accepts. Each
 * character costs a few operations, whatever the pattern.
 */
function compileBitParallelNfa(steps: readonly WildcardStep[]): RangeTest {
  const maskOf = (isIncluded: (step: WildcardStep) => boolean): number =>
    steps.reduce<number>((mask, step, index) => (isIncluded(step) ? mask | (1 << index) : mask), 0);
  const stars = maskOf((step) => step === 'star' || step === 'anyText');
  const optionalFolders = maskOf((step) => step === 'optionalFolders');
  /** Adds the states reachable without consuming a character. */
  const epsilonClosure = (states: number): number => {
    let reachable = states;
    for (;;) {
      const skipping = reachable & optionalFolders;
      // Before `**/`: continue with its folders (one step on), or after them (two steps on).
      const next = (reachable | ((reachable & stars) << 1) | (skipping << 1) | (skipping << 2)) & ~skipping;
      if (next === reachable) return reachable;
      reachable = next;
    }
  };
  const transitionsByCodePoint: (Transitions | undefined)[] = [];
  const transitionsOn = (codePoint: number): Transitions => {
    const transitions = {
      loopMask: maskOf((step) => loopsOn(step, codePoint)),
      consumeMask: maskOf((step) => consumes(step, codePoint)),
    };
    if (codePoint < cachedCodePoints) transitionsByCodePoint[codePoint] = transitions;
    return transitions;
  };
  const startStates = epsilonClosure(1);
  const acceptBit = 1 << steps.length;
  return (text, start, end) => {
    let states = startStates;
    for (let offset = start; offset < end; offset++) {
      const codePoint = text.codePointAt(offset) ?? 0;
      if (codePoint > 0xffff) offset++;
      const { loopMask, consumeMask } = transitionsByCodePoint[codePoint] ?? transitionsOn(codePoint);
      states = epsilonClosure((states & loopMask) | ((states & consumeMask) << 1));
      if (states === 0) return false;
    }
    return (states & acceptBit) !== 0;
  };
}

/** Simulates the same NFA with an array of states, for patterns with more steps than an integer has bits. */
function simulateWithArrays(steps: readonly WildcardStep[], text: string): boolean {
  let current = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  addClosure(steps, current, 0);
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    next.fill(0);
    for (const [index, step] of steps.entries()) {
      if (current[index] === 0) continue;
      if (loopsOn(step, codePoint)) addClosure(steps, next, index);
      if (consumes(step, codePoint)) addClosure(steps, next, index + 1);
    }
    if (!next.includes(1)) return false;
    [current, next] = [next, current];
  }
  return current[steps.length] === 1;
}

/**
 * Adds a state, and those reachable from it without consuming a character. Visits each state once, so that a step of
 * the simulation is linear.
 */
function addClosure(steps: readonly WildcardStep[], states: Uint8Array, index: number): void {
  if (states[index] === 1) return;
  const step = steps[index];
  states[index] = 1;
  if (step === 'optionalFolders') {
    addClosure(steps, states, index + 1);
    addClosure(steps, states, index + 2);
  }
  if (step === 'star' || step === 'anyText') addClosure(steps, states, index + 1);
}

/** Whether a character keeps the automaton in the state before a step. */
function loopsOn(step: WildcardStep, codePoint: number): boolean {
  return step === 'anyText' || step === 'foldersBody' || (step === 'star' && codePoint !== slash);
}

/** Whether a step matches a character, which advances the automaton to the next state. */
function consumes(step: WildcardStep, codePoint: number): boolean {
  if (typeof step === 'number') return step === codePoint;
  if (step === 'any') return codePoint !== slash;
  if (step === 'foldersBody') return codePoint === slash;
  return typeof step === 'object' && isInClass(step, codePoint);
}
