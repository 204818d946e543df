// Parses JSON (RFC 8259) strictly, with the positions of its values, so that edits keep all other bytes.
import type { Yielding } from '../async/yielding.ts';

/** Position of a value: `[start, end)`, in UTF-16 units of the text. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** Thrown for a text that is not JSON, or not the expected JSON; `message` is a clause without a full stop. */
export class JsonFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonFault';
    this.offset = offset;
  }
}

const maxQuotedChars = 50;
/** Maximum nesting depth of skipped values. Those that are read are nested as deeply as their callbacks are. */
const maxDepth = 1000;
/** Number of values to read before yielding; they take about a millisecond. */
const valuesBetweenYields = 2000;
/** Number of UTF-16 units of a string that take as long to read as a value. */
const unitsPerValue = 500;

const closerByOpener: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
// These patterns are sticky: set `lastIndex` before each test.
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const whiteSpacePattern = /[ \t\n\r]*/y;
const scalarPattern = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** A cursor in a text. Each `read…` or `skip…` method expects `offset` at a value's start, and moves it to its end. */
export class JsonReader {
  readonly text: string;
  /** Offset of the next unit to read. Only the methods here move it. */
  offset = 0;
  /** Values read since the last yield, with long strings counted as several (`unitsPerValue`). */
  #valuesSinceYield = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the whole text as one value, which `readValue` must read. */
  *readDocument(readValue: () => Yielding<void>): Yielding<void> {
    this.#skipWhiteSpace();
    yield* readValue();
    this.#skipWhiteSpace();
    if (this.offset < this.text.length) throw this.createFault('there is more text behind its end');
  }

  /** First character of the value: `{`, `[`, `"`, or the first character of a number or literal. */
  peek(): string {
    return this.text.charAt(this.offset);
  }

  /**
   * Reads an object. `readMemberValue` gets each name and its position, and must read the value.
   * @throws JsonFault also for a duplicate name, since parsers differ in which one they use
   */
  *readObject(readMemberValue: (name: string, key: JsonSpan) => Yielding<unknown>): Yielding<JsonSpan> {
    const names = new Set<string>();
    return yield* this.#readList('{', '}', () => this.#readMember(names, readMemberValue));
  }

  *#readMember(
    names: Set<string>,
    readMemberValue: (name: string, key: JsonSpan) => Yielding<unknown>,
  ): Yielding<void> {
    const key = yield* this.readString();
    const name = decodeString(this.text, key);
    if (names.has(name))
      throw this.createFault(`an object has ${JSON.stringify(name.slice(0, maxQuotedChars))} twice`, key.start);
    names.add(name);
    this.#skipColon();
    yield* readMemberValue(name, key);
  }

  /** Reads an array. `readItem` must read one value. */
  readArray(readItem: () => Yielding<unknown>): Yielding<JsonSpan> {
    return this.#readList('[', ']', readItem);
  }

  *#readList(open: string, close: string, readEntry: () => Yielding<unknown>): Yielding<JsonSpan> {
    const start = this.offset;
    if (this.peek() !== open) throw this.createFault(`"${open}" is missing`);
    this.offset++;
    this.#skipWhiteSpace();
    for (let isFirst = true; this.peek() !== close; isFirst = false) {
      if (!isFirst) {
        if (this.peek() !== ',') throw this.createFault(`"," or "${close}" is missing`);
        this.offset++;
        this.#skipWhiteSpace();
      }
      yield* readEntry();
      this.#skipWhiteSpace();
    }
    this.offset++;
    return { start, end: this.offset };
  }

  /** Reads a string, quotes included; `decodeString` decodes it. */
  *readString(): Yielding<JsonSpan> {
    const start = this.offset;
    if (this.peek() !== '"') throw this.createFault('a text in quotes is missing');
    const maxUnits = valuesBetweenYields * unitsPerValue;
    for (let offset = start + 1; ;) {
      const stop = endOfPlain(this.text, offset, offset + maxUnits);
      if (this.#mustYieldAfter(1 + Math.floor((stop - offset) / unitsPerValue))) yield;
      offset = stop;
      const unit = this.text[offset];
      if (unit === '"') {
        this.offset = offset + 1;
        return { start, end: this.offset };
      }
      if (unit === undefined) throw this.createFault('a text in quotes does not end', start);
      escapePattern.lastIndex = offset;
      if (escapePattern.test(this.text)) offset = escapePattern.lastIndex;
      else if (!isPlain(unit.charCodeAt(0)))
        throw this.createFault('a text in quotes has an invalid character', offset);
      // Otherwise, the search has only reached `maxUnits`.
    }
  }

  /** Skips a value, and checks only its syntax. Allows duplicate names, since nothing reads the value. */
  *skipValue(): Yielding<JsonSpan> {
    const start = this.offset;
    /** Closing brackets of the values around the next one: a stack, so that deep nesting needs no recursion. */
    const closers: string[] = [];
    do {
      this.#skipWhiteSpace();
      const first = this.peek();
      const closer = closerByOpener[first];
      if (closer !== undefined && this.#enter(closer, closers)) {
        if (closer === '}') yield* this.#skipKey();
        continue;
      }
      // An empty object or array is already skipped.
      if (first === '"') yield* this.readString();
      else if (closer === undefined) this.#skipScalar();
      if (this.#mustYieldAfter()) yield;
      yield* this.#leave(closers);
    } while (closers.length > 0);
    return { start, end: this.offset };
  }

  /** Enters an object or array, up to its first entry. If it is empty, skips it and returns false. */
  #enter(closer: string, closers: string[]): boolean {
    this.offset++;
    this.#skipWhiteSpace();
    if (this.peek() === closer) {
      this.offset++;
      return false;
    }
    closers.push(closer);
    if (closers.length > maxDepth) throw this.createFault('its values are nested too deeply');
    return true;
  }

  /** Continues after a value: moves to the next one, or out of the objects and arrays that end here. */
  *#leave(closers: string[]): Yielding<void> {
    while (closers.length > 0) {
      const closer = closers.at(-1) ?? '';
      this.#skipWhiteSpace();
      const next = this.peek();
      this.offset++;
      if (next === ',') {
        this.#skipWhiteSpace();
        if (closer === '}') yield* this.#skipKey();
        return;
      }
      if (next !== closer) throw this.createFault(`"," or "${closer}" is missing`, this.offset - 1);
      closers.pop();
    }
  }

  *#skipKey(): Yielding<void> {
    yield* this.readString();
    this.#skipColon();
  }

  #skipColon(): void {
    this.#skipWhiteSpace();
    if (this.peek() !== ':') throw this.createFault('":" is missing');
    this.offset++;
    this.#skipWhiteSpace();
  }

  #skipScalar(): void {
    scalarPattern.lastIndex = this.offset;
    if (!scalarPattern.test(this.text)) throw this.createFault('a value is missing or invalid');
    this.offset = scalarPattern.lastIndex;
  }

  #skipWhiteSpace(): void {
    whiteSpacePattern.lastIndex = this.offset;
    whiteSpacePattern.test(this.text);
    this.offset = whiteSpacePattern.lastIndex;
  }

  createFault(message: string, offset = this.offset): JsonFault {
    return new JsonFault(message, offset);
  }

  #mustYieldAfter(values = 1): boolean {
    this.#valuesSinceYield += values;
    if (this.#valuesSinceYield < valuesBetweenYields) return false;
    this.#valuesSinceYield = 0;
    return true;
  }
}

/** The end of the plain units from `offset` on; at most `limit`. */
function endOfPlain(text: string, offset: number, limit: number): number {
  const end = Math.min(limit, text.length);
  while (offset < end && isPlain(text.charCodeAt(offset))) offset++;
  return offset;
}

/** Whether a UTF-16 unit stands for itself in a JSON string: no quote, backslash or control character. */
function isPlain(unit: number): boolean {
  return unit !== 0x22 && unit !== 0x5c && unit >= 0x20;
}

/** Decodes the JSON string at a position that `readString` returned. */
export function decodeString(text: string, { start, end }: JsonSpan): string {
  const value: unknown = JSON.parse(text.slice(start, end));
  return String(value);
}
