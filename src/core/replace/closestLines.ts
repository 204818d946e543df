// Finds and formats the lines most similar to a text that was not found, for the error message.
import { addToGroup } from '../cache/maps.ts';
import { displayText } from '../text/encoding.ts';
import { foldLookAlikes, splitIndent, trimTrailing } from '../text/normalizeLine.ts';
import { lineOf, lineStarts } from '../text/text.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { splitAtEols } from './splitAtEols.ts';

/** Lines similar to the searched text. */
export interface SimilarLines {
  /** 0-based. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** Number of lines of the searched text that would be above the first line of the file. */
  readonly skippedLines: number;
}

/** Maximum number of lines to search for, which bounds the time. */
const maxNeedleLines = 400;
/** Maximum number of UTF-16 units compared in each line. */
const maxComparedChars = 1000;
/** Maximum number of lines in the message. */
const maxListedLines = 6;
/** Maximum number of UTF-16 units of a line in the message. */
const maxListedChars = 160;
/** Maximum number of positions of a repeated line of `needle` that count in a vote. */
const maxPositions = 4;
/** Units of work (`YieldCounter`) to compare a line of the file by its key. */
const workPerKey = 2;
/** Units of work to compare a line of the file by its words. */
const workPerWords = 4;
/** Maximum weight of a line's vote; the weight is the length of its key in UTF-16 units. */
const maxVoteChars = 40;

/**
 * Finds the place in the text that shares the most lines with `needle`, or else the most words with its longest line;
 * undefined if there is none. Takes at most two passes over the text.
 */
export function* findClosestLines(text: string, needle: string): Yielding<SimilarLines | undefined> {
  const needleLines = contentsOf(needle).slice(0, maxNeedleLines);
  if (needleLines.length > 1 && needleLines.at(-1) === '') needleLines.pop();
  const starts = lineStarts(text);
  const start = (yield* voteByLines(text, starts, needleLines)) ?? (yield* voteByWords(text, starts, needleLines));
  if (start === undefined) return undefined;
  // The match may begin above the file.
  const firstLine = Math.max(0, start);
  const skippedLines = firstLine - start;
  const lineCount = Math.min(needleLines.length - skippedLines, starts.length - 1 - firstLine);
  return { firstLine, lineCount, skippedLines };
}

function contentsOf(text: string): string[] {
  return splitAtEols(text).map(({ content }) => content);
}

/** A line (0-based) without its ending; `starts` are the text's `lineStarts`, one more than it has lines. */
function contentAt(text: string, starts: Int32Array, index: number): string {
  const { start = 0, end = 0 } = lineOf(text, starts, index) ?? {};
  return text.slice(start, end);
}

/** Finds the best first line by votes: each line similar to one of `needle` votes for where the match would start. */
function* voteByLines(text: string, starts: Int32Array, needleLines: readonly string[]): Yielding<number | undefined> {
  const indexesByKey = new Map<string, number[]>();
  for (const [index, line] of needleLines.entries()) {
    const key = similarityKey(line);
    const hasRoom = (indexesByKey.get(key)?.length ?? 0) < maxPositions;
    if (key !== '' && hasRoom) addToGroup(indexesByKey, key, index);
  }
  const votes = new Map<number, number>();
  const sinceYield: YieldCounter = { units: 0 };
  for (let fileLine = 0; fileLine < starts.length - 1; fileLine++) {
    if (countTowardsYield(sinceYield, workPerKey)) yield;
    const line = contentAt(text, starts, fileLine);
    if (line.length > maxComparedChars) continue;
    const key = similarityKey(line);
    for (const needleIndex of indexesByKey.get(key) ?? []) {
      const start = fileLine - needleIndex;
      votes.set(start, (votes.get(start) ?? 0) + Math.min(key.length, maxVoteChars));
    }
  }
  return yield* findMostVoted(votes);
}

/** Comparison key that ignores white space, case and look-alike characters; `''` for a blank line. */
function similarityKey(line: string): string {
  return foldLookAlikes(line.slice(0, maxComparedChars)).replaceAll(/\s+/g, '').toLowerCase();
}

/** Finds the best first line by the one with the most words, and more than half, of the longest line of `needle`. */
function* voteByWords(text: string, starts: Int32Array, needleLines: readonly string[]): Yielding<number | undefined> {
  const longestLine = needleLines.reduce((one, two) => (two.trim().length > one.trim().length ? two : one), '');
  const needleWords = new Set(splitWords(longestLine));
  const votes = new Map<number, number>();
  const sinceYield: YieldCounter = { units: 0 };
  for (let fileLine = 0; fileLine < starts.length - 1; fileLine++) {
    if (countTowardsYield(sinceYield, workPerWords)) yield;
    const line = contentAt(text, starts, fileLine);
    const sharedCount = new Set(splitWords(line).filter((word) => needleWords.has(word))).size;
    if (sharedCount * 2 > needleWords.size) votes.set(fileLine - needleLines.indexOf(longestLine), sharedCount);
  }
  return yield* findMostVoted(votes);
}

function splitWords(line: string): string[] {
  return (
    line
      .slice(0, maxComparedChars)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  );
}

/** The line with the most votes, the first of equals; undefined without votes. */
function* findMostVoted(votes: ReadonlyMap<number, number>): Yielding<number | undefined> {
  const sinceYield: YieldCounter = { units: 0 };
  let winner: number | undefined;
  for (const [line, count] of votes) {
    if (countTowardsYield(sinceYield, 1)) yield;
    if (winner === undefined || count > (votes.get(winner) ?? 0)) winner = line;
  }
  return winner;
}

/** Formats the closest lines for a model: the differences, with visible white space, and the call that reads them. */
export function formatClosestLines(
  text: string,
  needle: string,
  { firstLine, lineCount, skippedLines }: SimilarLines,
): string {
  const needleLines = contentsOf(needle);
  const starts = lineStarts(text);
  const pairs = Array.from({ length: lineCount }, (_, index) => ({
    number: firstLine + index + 1,
    file: contentAt(text, starts, firstLine + index),
    sent: needleLines[index + skippedLines] ?? '',
  }));
  const differingPairs = pairs.filter(({ file, sent }) => file !== sent);
  const isOneLine = lineCount === 1;
  const range = isOneLine ? `line ${firstLine + 1}` : `lines ${firstLine + 1}-${firstLine + lineCount}`;
  const difference = summarizeDifference(differingPairs.length, skippedLines) + ':' + formatPairs(differingPairs);
  const readAdvice = `Read ${isOneLine ? 'it' : 'them'} with redline_read_file (startLine ${firstLine + 1}, maxLines ${lineCount})`;
  const sendAdvice = `send ${isOneLine ? 'it exactly as it is' : 'them exactly as they are'}`;
  return `The closest place is ${range}, ${difference}\n${readAdvice} and ${sendAdvice}.`;
}

function summarizeDifference(differingLines: number, skippedLines: number): string {
  if (differingLines > 0) return 'which differs here (→ is a tab, · a space)';
  if (skippedLines === 0) return 'which differs in where its lines end';
  return `but what you sent has ${skippedLines === 1 ? 'a line' : `${skippedLines} lines`} above it`;
}

/** A line of the file by its number, and the line that was sent for it. */
interface LinePair {
  readonly number: number;
  readonly file: string;
  readonly sent: string;
}

function formatPairs(pairs: readonly LinePair[]): string {
  const listed = pairs.slice(0, maxListedLines).map(({ number, file, sent }) => {
    const [fileText, sentText] = formatPair(file, sent);
    return `\n  line ${number} in the file: ${fileText}\n  line ${number} as sent:     ${sentText}${describeDifference(file, sent)}`;
  });
  const more = pairs.length - listed.length;
  return listed.join('') + (more > 0 ? `\n  … and ${more} more lines that differ` : '');
}

/** Two differing lines, truncated around their first difference. */
function formatPair(file: string, sent: string): [string, string] {
  // If the keys are equal, white space anywhere may be the difference.
  const haveSameKey = similarityKey(file) === similarityKey(sent);
  const from = Math.max(0, firstDifference(file, sent) - maxListedChars / 2);
  const formatLine = (line: string): string => {
    const part = line.slice(from, from + maxListedChars);
    const visiblePart = (from > 0 ? '…' : '') + (haveSameKey ? showWhitespace(part) : showEndWhitespace(part));
    return displayText(visiblePart) + (line.length > from + maxListedChars ? '…' : '');
  };
  return [formatLine(file), formatLine(sent)];
}

/** Makes white space visible only at the start and the end of a line. */
function showEndWhitespace(line: string): string {
  const { indent, rest } = splitIndent(line);
  const body = trimTrailing(rest);
  return showWhitespace(indent) + body + showWhitespace(rest.slice(body.length));
}

function showWhitespace(text: string): string {
  return text.replaceAll('\t', '→').replaceAll(' ', '·');
}

function firstDifference(one: string, two: string): number {
  let offset = 0;
  while (offset < one.length && one[offset] === two[offset]) offset++;
  return offset;
}

/** Describes the code points at the first difference if one is not printable ASCII, since they may look alike. */
function describeDifference(file: string, sent: string): string {
  const offset = firstDifference(file, sent);
  const codes = [file, sent].map((line) => line.codePointAt(offset));
  if (!codes.some((code) => code !== undefined && code > 0x7e)) return '';
  const [inFile, inSent] = codes.map((code) =>
    code === undefined ? 'nothing' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `\n  (column ${offset}: the file has ${inFile}, you sent ${inSent})`;
}
