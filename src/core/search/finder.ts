import { splitLines } from '../text/text.ts';
import { foldText } from '../text/foldText.ts';
import { parseRegex } from './regex/parse.ts';
import { compileProgram, type Program } from './regex/program.ts';
import { requiredText } from './regex/requiredText.ts';
import { scanner, wordAfter, wordBefore, type Span } from './regex/scanner.ts';
import type { Regex } from './regex/syntax.ts';
import type { TextQuery } from './textSearch.ts';

/**
 * Finds the matches of a query in a text, in order, as offsets. `'pause'` comes in between after at most a few
 * milliseconds of work, so that whoever takes the matches can let others work, or stop.
 */
export type Finder = (text: string) => Generator<Span | 'pause', void, void>;

/** Steps of the scanner between two pauses: about five milliseconds. */
const slice = 100_000;

/**
 * Compiles a query for the search without ripgrep; its meaning is ripgrep's.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid or unsupported regular expression
 */
export function compileFinder(query: TextQuery): Finder {
  if (!query.isRegex && !/[\r\n]/.test(query.text)) return literalFinder(query);
  const source = query.isRegex ? query.text : query.text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
  const breaks = /\n|\\n/.test(source);
  const parsed = parseRegex(source.replace(/\r?\n/g, '\\n'), { ignoreCase: !query.caseSensitive, dotAll: false });
  const tree = withLooseBreaks(parsed);
  const program = compileProgram(query.wholeWord ? asWord(tree) : tree);
  const required = requiredText(parsed)
    .split('\n')
    .reduce((a, b) => (b.length > a.length ? b : a), '');
  const may = required === '' ? () => true : containing(required, query.caseSensitive && !source.includes('(?'));
  return query.multiline || breaks ? wholeFinder(program, may) : lineFinder(program, may);
}

/** A line break in a query also matches the two characters of CRLF. */
function withLooseBreaks(tree: Regex): Regex {
  switch (tree.kind) {
    case 'character': {
      if (tree.literal !== '\n') return tree;
      const cr: Regex = { kind: 'character', test: (codePoint) => codePoint === 13 };
      return { kind: 'sequence', parts: [{ kind: 'repeat', part: cr, min: 0, max: 1, greedy: true }, tree] };
    }
    case 'sequence':
      return { kind: 'sequence', parts: tree.parts.map(withLooseBreaks) };
    case 'choice':
      return { kind: 'choice', alternatives: tree.alternatives.map(withLooseBreaks) };
    case 'repeat':
      return { ...tree, part: withLooseBreaks(tree.part) };
    case 'empty':
    case 'assert':
      return tree;
  }
}

function asWord(tree: Regex): Regex {
  const parts: Regex[] = [
    { kind: 'assert', assertion: 'noWordBefore' },
    tree,
    { kind: 'assert', assertion: 'noWordAfter' },
  ];
  return { kind: 'sequence', parts };
}

/** UTF-16 units that are folded, or cut into lines, at once: a few milliseconds of work. */
const partLength = 2 ** 18;

/** A text in parts that end with a line, as offsets; a line that is longer than a part is one. */
function* partsOf(text: string): Generator<Span, void, void> {
  for (let start = 0; start < text.length;) {
    const limit = start + partLength;
    const before = limit >= text.length ? text.length : text.lastIndexOf('\n', limit - 1) + 1;
    const after = text.indexOf('\n', limit) + 1;
    const end = before > start ? before : after > 0 ? after : text.length;
    yield { start, end };
    start = end;
  }
}

function* someMay(text: string, may: (part: string) => boolean): Generator<'pause', boolean, void> {
  for (const { start, end } of partsOf(text)) {
    if (may(text.slice(start, end))) return true;
    yield 'pause';
  }
  return false;
}

function containing(text: string, caseSensitive: boolean): (line: string) => boolean {
  if (caseSensitive) return (line) => line.includes(text);
  const wanted = foldText(text);
  return (line) => foldText(line).includes(wanted);
}

function literalFinder({ text: wanted, caseSensitive, wholeWord }: TextQuery): Finder {
  const needle = caseSensitive ? wanted : foldText(wanted);
  return function* find(text) {
    let quiet = 0;
    for (const part of partsOf(text)) {
      const hay = caseSensitive ? text.slice(part.start, part.end) : foldText(text.slice(part.start, part.end));
      for (let at = hay.indexOf(needle); at >= 0;) {
        const [start, end] = [part.start + at, part.start + at + needle.length];
        const counts = !wholeWord || (!wordBefore(text, start) && !wordAfter(text, end));
        if (counts) yield { start, end };
        else if (++quiet % 10_000 === 0) yield 'pause';
        at = hay.indexOf(needle, counts ? at + needle.length : at + 1);
      }
      if (part.end < text.length) yield 'pause';
    }
  };
}

function lineFinder(program: Program, may: (line: string) => boolean): Finder {
  return function* find(text) {
    for (const part of partsOf(text)) {
      if (part.start > 0) yield 'pause';
      const whole = text.slice(part.start, part.end);
      if (may(whole)) yield* findInLines(program, may, whole, part.start);
    }
  };
}

function* findInLines(
  program: Program,
  may: (line: string) => boolean,
  text: string,
  offset: number,
): Generator<Span | 'pause', void, void> {
  let left = slice;
  for (const { start, end } of splitLines(text)) {
    left -= 1 + (end - start) / 16;
    const line = text.slice(start, end);
    if (may(line)) {
      const search = scanner(program, line);
      for (let found = search.next(slice); found !== undefined; found = search.next(slice)) {
        yield found === 'pause' ? found : { start: offset + start + found.start, end: offset + start + found.end };
      }
      left -= line.length * 4;
    }
    if (left > 0) continue;
    yield 'pause';
    left = slice;
  }
}

function wholeFinder(program: Program, may: (text: string) => boolean): Finder {
  return function* find(text) {
    if (!(yield* someMay(text, may))) return;
    const search = scanner(program, text);
    for (let found = search.next(slice); found !== undefined; found = search.next(slice)) {
      // Behind the last line's ending there is no line that an empty match could be on.
      const isBehind = found !== 'pause' && found.start === text.length && /[\r\n]$/.test(text);
      if (!isBehind) yield found;
    }
  };
}
