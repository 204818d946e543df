// Runs compiled regular expressions in linear time (Pike VM), with pauses. Also tests for word characters at an offset.
import { carriageReturn, lineFeed } from '../../text/text.ts';
import { isWord } from './characters.ts';
import type { Program } from './program.ts';
import type { Assertion } from './syntax.ts';

/** A match: offsets in UTF-16 units, `end` exclusive. */
export interface MatchSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds the matches of a program in a text, from left to right. */
export interface Scanner {
  /**
   * Runs to the next match, for about `budget` steps; `'pause'` if they did not suffice. A step takes some tens of
   * nanoseconds, and a text takes at most its length times the program's steps.
   */
  next(budget: number): MatchSpan | 'pause' | undefined;
}

/** The threads of a Pike VM, in order of preference: distinct instructions, and the start of each one's match. */
interface Threads {
  readonly instructions: Int32Array;
  readonly starts: Int32Array;
  /** By instruction, the offset in the text at which it was last added. */
  readonly addedAt: Int32Array;
  count: number;
}

/** The state of a scan, changed only by `advance` and `takeMatch`. */
interface ScanState {
  readonly program: Program;
  readonly text: string;
  /** The threads at `offset`, and the buffer for those at the next character; `advance` swaps them. */
  current: Threads;
  next: Threads;
  /** Offset of the next character to read. */
  offset: number;
  /** The best match so far; threads that are still preferred may replace it. Undefined between matches. */
  match: MatchSpan | undefined;
  /** End of the previous match; -1 before the first. */
  lastEnd: number;
  /** Whether the end of the text was reached, so that there are no more matches. */
  isDone: boolean;
}

/**
 * Runs a program as a Pike VM: all threads advance together, so that the time is linear in the text. Finds the same
 * matches as a backtracking engine; an empty match at the end of the previous one does not count.
 */
export function createScanner(program: Program, text: string): Scanner {
  const [current, next] = [createThreads(program.length), createThreads(program.length)];
  const state: ScanState = { program, text, current, next, offset: 0, match: undefined, lastEnd: -1, isDone: false };
  return {
    next(budget) {
      let remaining = budget;
      while (!state.isDone) {
        const steps = advance(state);
        remaining -= steps ?? 1;
        const match = steps === undefined ? takeMatch(state) : undefined;
        if (match !== undefined) return match;
        if (remaining <= 0 && !state.isDone) return 'pause';
      }
      return undefined;
    },
  };
}

/**
 * Advances all threads by one character; returns the number of steps. Undefined at the end of the text, or if no thread
 * can lead to a better match: then `takeMatch` must be called.
 */
function advance(state: ScanState): number | undefined {
  const { program, text, current, next, offset } = state;
  // Until there is a match, a thread may also start here. It is added last, so that earlier starts are preferred.
  if (state.match === undefined) addThreads(program, text, current, 0, offset, offset);
  const codePoint = text.codePointAt(offset);
  const nextOffset = offset + codePointWidth(text, offset);
  next.count = 0;
  for (let index = 0; index < current.count; index++) {
    const position = current.instructions[index] ?? 0;
    const start = current.starts[index] ?? 0;
    const instruction = program[position];
    if (instruction?.op === 'match') {
      state.match = { start, end: offset };
      // The threads after it are less preferred, so they end.
      break;
    }
    if (instruction?.op !== 'character' || codePoint === undefined) continue;
    const passes = codePoint < 128 ? instruction.ascii[codePoint] === 1 : instruction.test(codePoint);
    if (passes) addThreads(program, text, next, position + 1, start, nextOffset);
  }
  if (codePoint === undefined || (state.match !== undefined && next.count === 0)) return undefined;
  state.current = next;
  state.next = current;
  state.offset = nextOffset;
  return current.count + 1;
}

/**
 * Takes the match out of the state, which is reset to look for the next one. Returns undefined for an empty match at
 * the end of the previous one, which does not count. If there is no match, ends the scan.
 */
function takeMatch(state: ScanState): MatchSpan | undefined {
  const { match, text, lastEnd } = state;
  if (match === undefined) {
    state.isDone = true;
    return undefined;
  }
  const { start, end } = match;
  const isCounted = end > start || end !== lastEnd;
  // Only an empty match can be the last: after others, an empty match at the end of the text may follow.
  state.isDone = end >= text.length && end === start;
  state.offset = isCounted ? end : end + codePointWidth(text, end);
  state.match = undefined;
  state.lastEnd = end;
  state.current.count = 0;
  // The next match may start at an offset at which threads were already added.
  state.current.addedAt.fill(-1);
  state.next.addedAt.fill(-1);
  return isCounted ? match : undefined;
}

function createThreads(length: number): Threads {
  const instructions = new Int32Array(length);
  return { instructions, starts: new Int32Array(length), addedAt: new Int32Array(length).fill(-1), count: 0 };
}

function codePointWidth(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

/**
 * Adds the threads reachable from an instruction without consuming a character, in order of preference.
 *
 * @param start offset at which their match starts
 * @param offset offset of the next character
 */
function addThreads(
  program: Program,
  text: string,
  target: Threads,
  firstInstruction: number,
  start: number,
  offset: number,
): void {
  const stack = [firstInstruction];
  for (let position = stack.pop(); position !== undefined; position = stack.pop()) {
    if (target.addedAt[position] === offset) continue;
    target.addedAt[position] = offset;
    const instruction = program[position];
    if (instruction?.op === 'jump') stack.push(instruction.to);
    else if (instruction?.op === 'fork') stack.push(instruction.second, instruction.first);
    else if (instruction?.op === 'assert') {
      if (assertionHolds(instruction.assertion, text, offset)) stack.push(position + 1);
    } else {
      target.instructions[target.count] = position;
      target.starts[target.count] = start;
      target.count++;
    }
  }
}

function assertionHolds(assertion: Assertion, text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  switch (assertion) {
    case 'textStart':
      return offset === 0;
    case 'textEnd':
      return offset === text.length;
    case 'lineStart':
      return offset === 0 || before === lineFeed || (before === carriageReturn && after !== lineFeed);
    case 'lineEnd':
      return offset === text.length || after === carriageReturn || (after === lineFeed && before !== carriageReturn);
    case 'wordEdge':
      return isWordBefore(text, offset) !== isWordAfter(text, offset);
    case 'noWordEdge':
      return isWordBefore(text, offset) === isWordAfter(text, offset);
    case 'wordStart':
      return !isWordBefore(text, offset) && isWordAfter(text, offset);
    case 'wordEnd':
      return isWordBefore(text, offset) && !isWordAfter(text, offset);
    case 'noWordBefore':
      return !isWordBefore(text, offset);
    case 'noWordAfter':
      return !isWordAfter(text, offset);
  }
}

/** Whether a word character ends at an offset. */
export function isWordBefore(text: string, offset: number): boolean {
  if (offset === 0) return false;
  const unit = text.charCodeAt(offset - 1);
  const isLow = unit >= 0xdc00 && unit < 0xe000 && offset > 1;
  return isWord(isLow ? (text.codePointAt(offset - 2) ?? unit) : unit);
}

/** Whether a word character begins at an offset. */
export function isWordAfter(text: string, offset: number): boolean {
  const codePoint = text.codePointAt(offset);
  return codePoint !== undefined && isWord(codePoint);
}
