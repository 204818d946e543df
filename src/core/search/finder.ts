// Compiles search queries to functions that find the same matches as ripgrep, for hosts that cannot run it.
import { carriageReturn, splitLines } from '../text/text.ts';
import { foldCase } from '../text/caseFold.ts';
import { parseRegex } from './regex/parse.ts';
import { compileProgram, type Program } from './regex/program.ts';
import { invalidRegexError, type Regex } from './regex/syntax.ts';
import { findRequiredText } from './regex/requiredText.ts';
import { createScanner, isWordAfter, isWordBefore, type Scanner, type MatchSpan } from './regex/scanner.ts';
import { matchesLineBreak, type TextQuery } from './textSearch.ts';

/**
 * Finds the matches of a query in a text, in order. Also yields `'pause'` every few milliseconds, so that the caller can
 * let the event loop run, or stop.
 */
export type MatchFinder = (text: string) => Generator<MatchSpan | 'pause', void, void>;

/** Steps of the scanner between two pauses: about five milliseconds. Other work is counted in such steps, too. */
const stepsBetweenPauses = 100_000;
/** Candidates of a literal search that are not whole words, between two pauses. */
const rejectedBetweenPauses = 10_000;
/** Number of UTF-16 units that the quick test searches in the time of one scanner step. */
const unitsTestedPerStep = 16;
/** Steps counted for each UTF-16 unit of a line that is scanned. */
const stepsPerScannedUnit = 4;

/**
 * Compiles a query. Finds the same matches as ripgrep.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an invalid or unsupported regular expression
 */
export function compileFinder(query: TextQuery): MatchFinder {
  if (!query.isRegex && !/[\r\n]/.test(query.text)) return createLiteralFinder(query);
  try {
    return createRegexFinder(query);
  } catch (cause) {
    // The stack overflowed: parsing and compiling recurse into groups and repetitions.
    if (cause instanceof RangeError) throw invalidRegexError('its groups or repetitions are nested too deeply');
    throw cause;
  }
}

function createRegexFinder(query: TextQuery): MatchFinder {
  const source = query.isRegex ? query.text : query.text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
  const spansLines = query.multiline || matchesLineBreak(query);
  // A line break in the query is taken for `\n`, which `withOptionalCr` makes match CRLF, too.
  const parsedTree = parseRegex(source.replace(/\r?\n/g, '\\n'), { ignoreCase: !query.caseSensitive, dotAll: false });
  const tree = withOptionalCr(parsedTree);
  const program = compileProgram(query.wholeWord ? withWordBoundaries(tree) : tree);
  // The longest literal line that every match contains, for a quick test.
  const [requiredLiteral = ''] = findRequiredText(parsedTree)
    .split('\n')
    .sort((a, b) => b.length - a.length);
  // `(?i)` turns case sensitivity off, so the quick test then ignores case.
  const isCaseSensitive = query.caseSensitive && !source.includes('(?');
  const mayMatch = requiredLiteral === '' ? () => true : createLiteralTest(requiredLiteral, isCaseSensitive);
  return spansLines ? createTextFinder(program, mayMatch) : createLineFinder(program, mayMatch);
}

/** Makes each line feed in an expression match CRLF, too. */
function withOptionalCr(tree: Regex): Regex {
  switch (tree.kind) {
    case 'character': {
      if (tree.literal !== '\n') return tree;
      const cr: Regex = { kind: 'character', test: (codePoint) => codePoint === carriageReturn };
      return { kind: 'sequence', parts: [{ kind: 'repeat', part: cr, min: 0, max: 1, greedy: true }, tree] };
    }
    case 'sequence':
      return { kind: 'sequence', parts: tree.parts.map(withOptionalCr) };
    case 'choice':
      return { kind: 'choice', alternatives: tree.alternatives.map(withOptionalCr) };
    case 'repeat':
      return { ...tree, part: withOptionalCr(tree.part) };
    case 'assert':
      return tree;
  }
}

function withWordBoundaries(tree: Regex): Regex {
  const parts: Regex[] = [
    { kind: 'assert', assertion: 'noWordBefore' },
    tree,
    { kind: 'assert', assertion: 'noWordAfter' },
  ];
  return { kind: 'sequence', parts };
}

/** Maximum chunk length in UTF-16 units, processed without a pause: a few milliseconds. */
const maxChunkChars = 2 ** 18;

/** Splits a text at line ends into chunks of at most `maxChunkChars`; a longer line is a chunk of its own. */
function* splitIntoChunks(text: string): Generator<MatchSpan, void, void> {
  for (let start = 0; start < text.length;) {
    const limit = start + maxChunkChars;
    const endOfLastLine = limit >= text.length ? text.length : text.lastIndexOf('\n', limit - 1) + 1;
    // If no line ends before the limit, the chunk is one long line. The last line may have no end: -1 + 1 is falsy.
    const endOfLongLine = text.indexOf('\n', limit) + 1 || text.length;
    const end = endOfLastLine > start ? endOfLastLine : endOfLongLine;
    yield { start, end };
    start = end;
  }
}

/**
 * Whether any chunk of a text passes the quick test. The required literal has no line break, so it is in one chunk even
 * if the match is in several.
 */
function* anyChunkMayMatch(text: string, mayMatch: (part: string) => boolean): Generator<'pause', boolean, void> {
  for (const { start, end } of splitIntoChunks(text)) {
    if (mayMatch(text.slice(start, end))) return true;
    yield 'pause';
  }
  return false;
}

/** Creates the quick test: whether a part of a text contains a literal, which every match contains. */
function createLiteralTest(text: string, caseSensitive: boolean): (line: string) => boolean {
  if (caseSensitive) return (line) => line.includes(text);
  const foldedText = foldCase(text);
  return (line) => foldCase(line).includes(foldedText);
}

function createLiteralFinder({ text: literal, caseSensitive, wholeWord }: TextQuery): MatchFinder {
  const needle = caseSensitive ? literal : foldCase(literal);
  return function* find(text) {
    let rejectedCount = 0;
    for (const chunk of splitIntoChunks(text)) {
      const chunkText = text.slice(chunk.start, chunk.end);
      const haystack = caseSensitive ? chunkText : foldCase(chunkText);
      for (let index = haystack.indexOf(needle); index >= 0;) {
        const start = chunk.start + index;
        const end = start + needle.length;
        const isMatch = !wholeWord || (!isWordBefore(text, start) && !isWordAfter(text, end));
        if (isMatch) yield { start, end };
        else if (++rejectedCount % rejectedBetweenPauses === 0) yield 'pause';
        index = haystack.indexOf(needle, isMatch ? index + needle.length : index + 1);
      }
      if (chunk.end < text.length) yield 'pause';
    }
  };
}

function createLineFinder(program: Program, mayMatch: (line: string) => boolean): MatchFinder {
  return function* find(text) {
    for (const { start, end } of splitIntoChunks(text)) {
      if (start > 0) yield 'pause';
      const chunkText = text.slice(start, end);
      if (mayMatch(chunkText)) yield* findInLines(program, mayMatch, chunkText, start);
    }
  };
}

/** Scans each line that passes the quick test. Adds `offset`, at which `text` starts in the file, to the matches. */
function* findInLines(
  program: Program,
  mayMatch: (line: string) => boolean,
  text: string,
  offset: number,
): Generator<MatchSpan | 'pause', void, void> {
  let budget = stepsBetweenPauses;
  for (const { start, end } of splitLines(text)) {
    budget -= 1 + (end - start) / unitsTestedPerStep;
    const line = text.slice(start, end);
    if (mayMatch(line)) {
      for (const match of matchesOf(createScanner(program, line))) {
        yield match === 'pause' ? match : { start: offset + start + match.start, end: offset + start + match.end };
      }
      budget -= line.length * stepsPerScannedUnit;
    }
    if (budget > 0) continue;
    yield 'pause';
    budget = stepsBetweenPauses;
  }
}

/** All matches of a scanner, with a pause after every `stepsBetweenPauses` steps without one. */
function* matchesOf(scanner: Scanner): Generator<MatchSpan | 'pause', void, void> {
  for (;;) {
    const match = scanner.next(stepsBetweenPauses);
    if (match === undefined) return;
    yield match;
  }
}

function createTextFinder(program: Program, mayMatch: (text: string) => boolean): MatchFinder {
  return function* find(text) {
    if (!(yield* anyChunkMayMatch(text, mayMatch))) return;
    for (const match of matchesOf(createScanner(program, text))) {
      // An empty match after the last line ending is on no line.
      const isAfterLastLine = match !== 'pause' && match.start === text.length && /[\r\n]$/.test(text);
      if (!isAfterLastLine) yield match;
    }
  };
}
