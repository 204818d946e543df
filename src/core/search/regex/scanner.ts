import { isWord } from './characters.ts';
import type { Program } from './program.ts';
import type { Assertion } from './syntax.ts';

/** A match: offsets in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Looks for the matches of a program in a text, from left to right. */
export interface Scanner {
  /**
   * Goes on until the next match or for about `budget` steps; `'pause'`: not done, call again. A step takes some tens
   * of nanoseconds; a text takes at most its length times the program's of them.
   */
  next(budget: number): Span | 'pause' | undefined;
}

/** Places in a program that are reached, the preferred ones first, each once, with the start of their match. */
interface Threads {
  readonly places: Int32Array;
  readonly starts: Int32Array;
  /** At which position of the text a place was last reached. */
  readonly seenAt: Int32Array;
  count: number;
}

interface State {
  readonly program: Program;
  readonly text: string;
  current: Threads;
  next: Threads;
  at: number;
  found: Span | undefined;
  /** Where the match before ended. */
  lastEnd: number;
  done: boolean;
}

/**
 * Runs all ways to match side by side over the text, so no expression can take more than bounded time. Of the matches
 * that begin first the one that the expression prefers is taken, as by a backtracking engine; the next search begins
 * at its end, and an empty match right there does not count.
 */
export function scanner(program: Program, text: string): Scanner {
  const [current, next] = [threads(program.length), threads(program.length)];
  const state: State = { program, text, current, next, at: 0, found: undefined, lastEnd: -1, done: false };
  return {
    next(budget) {
      let left = budget;
      while (!state.done) {
        const steps = step(state);
        left -= Math.max(steps, 1);
        const match = steps < 0 ? settle(state) : undefined;
        if (match !== undefined) return match;
        if (left <= 0 && !state.done) return 'pause';
      }
      return undefined;
    },
  };
}

/** Takes one position of the text; answers how many steps that were, or -1 when the search for this match is over. */
function step(state: State): number {
  const { program, text, current, next, at } = state;
  if (state.found === undefined) follow(program, text, current, 0, at, at);
  const codePoint = text.codePointAt(at);
  const after = at + widthAt(text, at);
  next.count = 0;
  for (let index = 0; index < current.count; index++) {
    const place = current.places[index] ?? 0;
    const start = current.starts[index] ?? 0;
    const instruction = program[place];
    if (instruction?.op === 'match') {
      state.found = { start, end: at };
      break;
    }
    if (instruction?.op !== 'character' || codePoint === undefined) continue;
    const passes = codePoint < 128 ? instruction.ascii[codePoint] === 1 : instruction.test(codePoint);
    if (passes) follow(program, text, next, place + 1, start, after);
  }
  if (codePoint === undefined || (state.found !== undefined && next.count === 0)) return -1;
  state.current = next;
  state.next = current;
  state.at = after;
  return current.count + 1;
}

/** Ends the search for one match and begins the next one; answers the match, if one was found that counts. */
function settle(state: State): Span | undefined {
  const { found, text, lastEnd } = state;
  if (found === undefined) {
    state.done = true;
    return undefined;
  }
  const { start, end } = found;
  const counts = end > start || end !== lastEnd;
  state.done = end >= text.length && end === start;
  state.at = counts ? end : end + widthAt(text, end);
  state.found = undefined;
  state.lastEnd = end;
  state.current.count = 0;
  state.current.seenAt.fill(-1);
  state.next.seenAt.fill(-1);
  return counts ? found : undefined;
}

function threads(length: number): Threads {
  const places = new Int32Array(length);
  return { places, starts: new Int32Array(length), seenAt: new Int32Array(length).fill(-1), count: 0 };
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Adds the places that are reached from `from` without a character, in the order in which they are preferred. */
function follow(program: Program, text: string, to: Threads, from: number, start: number, at: number): void {
  const waiting = [from];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (to.seenAt[place] === at) continue;
    to.seenAt[place] = at;
    const instruction = program[place];
    if (instruction?.op === 'jump') waiting.push(instruction.to);
    else if (instruction?.op === 'fork') waiting.push(instruction.second, instruction.first);
    else if (instruction?.op === 'assert') {
      if (holds(instruction.assertion, text, at)) waiting.push(place + 1);
    } else {
      to.places[to.count] = place;
      to.starts[to.count] = start;
      to.count++;
    }
  }
}

function holds(assertion: Assertion, text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  switch (assertion) {
    case 'textStart':
      return at === 0;
    case 'textEnd':
      return at === text.length;
    case 'lineStart':
      return at === 0 || before === 10 || (before === 13 && after !== 10);
    case 'lineEnd':
      return at === text.length || after === 13 || (after === 10 && before !== 13);
    case 'wordEdge':
      return wordBefore(text, at) !== wordAfter(text, at);
    case 'noWordEdge':
      return wordBefore(text, at) === wordAfter(text, at);
    case 'wordStart':
      return !wordBefore(text, at) && wordAfter(text, at);
    case 'wordEnd':
      return wordBefore(text, at) && !wordAfter(text, at);
    case 'noWordBefore':
      return !wordBefore(text, at);
    case 'noWordAfter':
      return !wordAfter(text, at);
  }
}

/** Whether a word character ends before a place of a text. */
export function wordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit < 0xe000 && at > 1;
  return isWord(isLow ? (text.codePointAt(at - 2) ?? unit) : unit);
}

/** Whether a word character begins at a place of a text. */
export function wordAfter(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && isWord(codePoint);
}
