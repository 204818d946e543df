// Parses JSON (RFC 8259) strictly, with the positions of its values, so that the rest can be kept byte for byte.
import type { Yielding } from '../async/yielding.ts';

/** Position of a value: `[start, end)`, in UTF-16 units of the text. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** Thrown for a text that is not JSON, or not the expected JSON; `message` is a clause without a full stop. */
export class JsonFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'JsonFault';
    this.at = at;
  }
}

/** Maximum nesting depth. */
const maxDepth = 1000;
/** Number of values that take about a millisecond to read, and of units of a quoted text that take as long as a value. */
const betweenYields = 2000;
const unitsPerValue = 500;

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const white = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** A cursor in a text. Every method expects `at` on the first unit of a value, and moves it behind the value. */
export class JsonReader {
  readonly text: string;
  at = 0;
  #sinceYield = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the whole text as one value. */
  *document(value: () => Yielding<void>): Yielding<void> {
    this.#skipWhite();
    yield* value();
    this.#skipWhite();
    if (this.at < this.text.length) throw this.fault('there is more text behind its end');
  }

  /** First character of the value: `{`, `[`, `"`, or that of a number or literal. */
  peek(): string {
    return this.text.charAt(this.at);
  }

  /**
   * Reads an object. `member` gets each name and its position, and must read the value.
   * @throws JsonFault also for a duplicate name, since parsers differ in which one they use
   */
  *object(member: (name: string, key: JsonSpan) => Yielding<unknown>): Yielding<JsonSpan> {
    const names = new Set<string>();
    return yield* this.#list('{', '}', () => this.#member(names, member));
  }

  *#member(names: Set<string>, member: (name: string, key: JsonSpan) => Yielding<unknown>): Yielding<void> {
    const key = yield* this.string();
    const name = decodeString(this.text, key);
    if (names.has(name)) throw this.fault(`an object has ${JSON.stringify(name.slice(0, 50))} twice`, key.start);
    names.add(name);
    this.#colon();
    yield* member(name, key);
  }

  /** Reads an array. `item` must read the value. */
  array(item: () => Yielding<unknown>): Yielding<JsonSpan> {
    return this.#list('[', ']', item);
  }

  *#list(open: string, close: string, entry: () => Yielding<unknown>): Yielding<JsonSpan> {
    const start = this.at;
    if (this.peek() !== open) throw this.fault(`"${open}" is missing`);
    this.at++;
    this.#skipWhite();
    for (let isFirst = true; this.peek() !== close; isFirst = false) {
      if (!isFirst) {
        if (this.peek() !== ',') throw this.fault(`"," or "${close}" is missing`);
        this.at++;
        this.#skipWhite();
      }
      yield* entry();
      this.#skipWhite();
    }
    this.at++;
    return { start, end: this.at };
  }

  *string(): Yielding<JsonSpan> {
    const start = this.at;
    if (this.peek() !== '"') throw this.fault('a text in quotes is missing');
    for (let at = start + 1; ;) {
      const stop = endOfPlain(this.text, at, at + betweenYields * unitsPerValue);
      if (this.#isTimeToYield(1 + Math.floor((stop - at) / unitsPerValue))) yield;
      at = stop;
      const unit = this.text[at];
      if (unit === '"') {
        this.at = at + 1;
        return { start, end: this.at };
      }
      if (unit === undefined) throw this.fault('a text in quotes does not end', start);
      escape.lastIndex = at;
      if (escape.test(this.text)) at = escape.lastIndex;
      else if (endOfPlain(this.text, at, at + 1) === at)
        throw this.fault('a text in quotes has an invalid character', at);
    }
  }

  /** Skips a value without interpreting it. Duplicate names are allowed here. */
  *skip(): Yielding<JsonSpan> {
    const start = this.at;
    const open: string[] = [];
    do {
      this.#skipWhite();
      const first = this.peek();
      const isEmpty = (first === '{' || first === '[') && this.#enter(open, first);
      if (!isEmpty && (first === '{' || first === '[')) {
        if (first === '{') yield* this.#key();
        continue;
      }
      if (first === '"') yield* this.string();
      else if (!isEmpty) this.#scalar();
      if (this.#isTimeToYield()) yield;
      yield* this.#leave(open);
    } while (open.length > 0);
    return { start, end: this.at };
  }

  /** Enters an object or array; true if it is empty, and already passed. */
  #enter(open: string[], first: '{' | '['): boolean {
    const close = first === '{' ? '}' : ']';
    this.at++;
    this.#skipWhite();
    if (this.peek() === close) {
      this.at++;
      return true;
    }
    open.push(close);
    if (open.length > maxDepth) throw this.fault('its values are nested too deeply');
    return false;
  }

  /** Continues after a value: moves to the next one, or out of the containers that end here. */
  *#leave(open: string[]): Yielding<void> {
    while (open.length > 0) {
      const close = open.at(-1) ?? '';
      this.#skipWhite();
      const next = this.peek();
      this.at++;
      if (next === ',') {
        this.#skipWhite();
        if (close === '}') yield* this.#key();
        return;
      }
      if (next !== close) throw this.fault(`"," or "${close}" is missing`, this.at - 1);
      open.pop();
    }
  }

  *#key(): Yielding<void> {
    yield* this.string();
    this.#colon();
  }

  #colon(): void {
    this.#skipWhite();
    if (this.peek() !== ':') throw this.fault('":" is missing');
    this.at++;
    this.#skipWhite();
  }

  #scalar(): void {
    scalar.lastIndex = this.at;
    if (!scalar.test(this.text)) throw this.fault('a value is missing or invalid');
    this.at = scalar.lastIndex;
  }

  #skipWhite(): void {
    white.lastIndex = this.at;
    white.test(this.text);
    this.at = white.lastIndex;
  }

  fault(message: string, at = this.at): JsonFault {
    return new JsonFault(message, at);
  }

  #isTimeToYield(values = 1): boolean {
    this.#sinceYield += values;
    if (this.#sinceYield < betweenYields) return false;
    this.#sinceYield = 0;
    return true;
  }
}

/** The first offset from `at` on, up to `limit`, of a quote, a backslash, a control character, or the text's end. */
function endOfPlain(text: string, at: number, limit: number): number {
  const end = Math.min(limit, text.length);
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22 || unit === 0x5c || unit < 0x20) break;
  }
  return at;
}

/** Decodes a JSON string. */
export function decodeString(text: string, { start, end }: JsonSpan): string {
  const value: unknown = JSON.parse(text.slice(start, end));
  return String(value);
}
