import { displayText } from '../text/encoding.ts';
import { foldLookAlikes, splitIndent, trimTrailing } from '../text/fold.ts';
import { endingBefore, lineStarts } from '../text/text.ts';
import { shouldYield, type Turn, type Yielding } from '../async/yielding.ts';
import { cutPieces } from './pieces.ts';

/** Lines of a text (0-based index of the first, number of them) that resemble what was sought; only ever shown. */
export interface Closest {
  readonly firstLine: number;
  readonly lineCount: number;
}

const maxSoughtLines = 400;
const maxLineChars = 1000;
const maxShown = 6;
const shownChars = 160;

/**
 * The run of lines that shares the most lines with `sought`, or else the line that shares the most words with its
 * longest one; `undefined` if nothing does. A hint, found in one pass; it never places an edit.
 */
export function* findClosest(text: string, sought: string): Yielding<Closest | undefined> {
  const wanted = cutPieces(sought, true)
    .map(({ content }) => content)
    .slice(0, maxSoughtLines);
  if (wanted.length > 1 && wanted.at(-1) === '') wanted.pop();
  const starts = lineStarts(text);
  const byLines = yield* voteByLines(text, starts, wanted);
  const firstLine = byLines ?? (yield* voteByWords(text, starts, wanted));
  if (firstLine === undefined) return undefined;
  const start = Math.max(0, firstLine);
  return { firstLine: start, lineCount: Math.min(wanted.length, starts.length - 1 - start) };
}

/** A line's content (0-based), of a text whose lines begin at `starts`. */
function contentAt(text: string, starts: Int32Array, index: number): string {
  const next = starts[index + 1] ?? text.length;
  return text.slice(starts[index], next - endingBefore(text, next).length);
}

function* voteByLines(text: string, starts: Int32Array, wanted: readonly string[]): Yielding<number | undefined> {
  const places = new Map<string, number[]>();
  for (const [at, line] of wanted.entries()) {
    const key = keyOf(line);
    const known = places.get(key) ?? [];
    if (key !== '' && known.length < 4) places.set(key, [...known, at]);
  }
  const votes = new Map<number, number>();
  const turn: Turn = { lines: 0 };
  for (let at = 0; at < starts.length - 1; at++) {
    if (shouldYield(turn, 2)) yield;
    const line = contentAt(text, starts, at);
    if (line.length > maxLineChars) continue;
    const key = keyOf(line);
    for (const place of places.get(key) ?? [])
      votes.set(at - place, (votes.get(at - place) ?? 0) + Math.min(key.length, 40));
  }
  return yield* best(votes);
}

/** What two lines have in common that differ in white space, case and look-alikes only. */
function keyOf(line: string): string {
  return foldLookAlikes(line.slice(0, maxLineChars)).replaceAll(/\s+/g, '').toLowerCase();
}

function* voteByWords(text: string, starts: Int32Array, wanted: readonly string[]): Yielding<number | undefined> {
  const longest = wanted.reduce((one, two) => (two.trim().length > one.trim().length ? two : one), '');
  const words = new Set(wordsOf(longest));
  const votes = new Map<number, number>();
  const turn: Turn = { lines: 0 };
  for (let at = 0; at < starts.length - 1; at++) {
    if (shouldYield(turn, 4)) yield;
    const line = contentAt(text, starts, at);
    const shared = new Set(wordsOf(line).filter((word) => words.has(word))).size;
    if (shared * 2 > words.size) votes.set(at - wanted.indexOf(longest), shared);
  }
  return yield* best(votes);
}

function wordsOf(line: string): string[] {
  return (
    line
      .slice(0, maxLineChars)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  );
}

function* best(votes: ReadonlyMap<number, number>): Yielding<number | undefined> {
  const turn: Turn = { lines: 0 };
  let winner: number | undefined;
  for (const [place, count] of votes) {
    if (shouldYield(turn, 1)) yield;
    if (winner === undefined || count > (votes.get(winner) ?? 0)) winner = place;
  }
  return winner;
}

/** Words the closest place: its lines, those that differ side by side with white space visible, and the next call. */
export function showClosest(text: string, sought: string, { firstLine, lineCount }: Closest): string {
  const wanted = cutPieces(sought, true).map(({ content }) => content);
  const starts = lineStarts(text);
  const found = Array.from({ length: lineCount }, (_, at) => contentAt(text, starts, firstLine + at));
  const pairs = found.map((line, at) => ({ number: firstLine + at + 1, file: line, sent: wanted[at] ?? '' }));
  const differing = pairs.filter(({ file, sent }) => file !== sent);
  const shown = differing.slice(0, maxShown).map(({ number, file, sent }) => {
    const [fileShown, sentShown] = showPair(file, sent);
    return `\n  line ${number} in the file: ${fileShown}\n  line ${number} as sent:     ${sentShown}${nameDifference(file, sent)}`;
  });
  const rest = differing.length > maxShown ? `\n  … and ${differing.length - maxShown} more lines that differ` : '';
  const range = lineCount === 1 ? `line ${firstLine + 1}` : `lines ${firstLine + 1}-${firstLine + lineCount}`;
  const what =
    differing.length === 0 ? 'which differs in where its lines end' : 'which differs here (→ is a tab, · a space)';
  return `The closest place is ${range}, ${what}:${shown.join('')}${rest}\nRead ${lineCount === 1 ? 'it' : 'them'} with redline_read_file (startLine ${firstLine + 1}, maxLines ${lineCount}) and send ${lineCount === 1 ? 'it exactly as it is' : 'them exactly as they are'}.`;
}

function showPair(file: string, sent: string): [string, string] {
  const onlySpace = keyOf(file) === keyOf(sent);
  const from = Math.max(0, firstDifference(file, sent) - shownChars / 2);
  const show = (line: string): string => {
    const part = line.slice(from, from + shownChars);
    const cut = (from > 0 ? '…' : '') + (onlySpace ? visible(part) : visibleEnds(part));
    return displayText(cut) + (line.length > from + shownChars ? '…' : '');
  };
  return [show(file), show(sent)];
}

function visibleEnds(line: string): string {
  const { indent, rest } = splitIndent(line);
  const body = trimTrailing(rest);
  return visible(indent) + body + visible(rest.slice(body.length));
}

function visible(text: string): string {
  return text.replaceAll('\t', '→').replaceAll(' ', '·');
}

function firstDifference(one: string, two: string): number {
  let at = 0;
  while (at < one.length && one[at] === two[at]) at++;
  return at;
}

/** Names the first difference where one of its characters is none of ASCII, and so may look like the other. */
function nameDifference(file: string, sent: string): string {
  const at = firstDifference(file, sent);
  const codes = [file, sent].map((line) => line.codePointAt(at));
  if (!codes.some((code) => code !== undefined && code > 0x7e)) return '';
  const [own, other] = codes.map((code) =>
    code === undefined ? 'nothing' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `\n  (column ${at}: the file has ${own}, you sent ${other})`;
}
