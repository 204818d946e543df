// Detects patches that were escaped once too often (HTML, JSON, line numbers), and unescapes them.
import { countLines, sideOf, withLines } from '../parse/hunkBody.ts';
import type { FileOutcome } from './outcome.ts';
import { markers } from '../parse/patchLines.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { FilePatch, PatchHunk, HunkLine, ParsedPatch } from '../parse/types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes } from '../parse/unescape.ts';

/** Undoes one kind of escaping in a line; an unescaped line stays unchanged. */
type Unescape = (line: HunkLine) => HunkLine;

const textDecoder =
  (decode: (text: string) => string): Unescape =>
  (line) => ({ ...line, text: decode(line.text) });

/** Reads a typographic minus sign or dash as the marker of a removed line. */
const decodeMinus: Unescape = (line) =>
  line.lostMarker && /^[\u2212\u2013]/.test(line.text) ? { ...line, kind: 'remove', text: line.text.slice(1) } : line;

/** Line numbers in front of the text, as tools show them. */
const lineNumber = /^ *\d+(?:\u2192|\t| ?\| )/;
const dropLineNumber = textDecoder((text) => text.replace(lineNumber, ''));

const unescapes = [
  textDecoder(decodeEntities),
  textDecoder(decodeEscapes),
  textDecoder(decodeQuotes),
  decodeMinus,
  dropLineNumber,
];

/**
 * Unescapes a patch in each possible way: if a context or removed line is escaped in it (line numbers: if all are).
 * Added lines do not count, since a file may contain escapes.
 */
export function unescapedForms(patch: ParsedPatch): readonly ParsedPatch[] {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.body.lines));
  const oldLines = sideOf(lines, 'old');
  const areAllNumbered = oldLines.length > 0 && oldLines.every((line) => lineNumber.test(line.text));
  const isEscaped = (line: HunkLine, unescape: Unescape): boolean => {
    const unescaped = unescape(line);
    return unescaped.text !== line.text || unescaped.kind !== line.kind;
  };
  return unescapes
    .filter((unescape) => unescape !== dropLineNumber || areAllNumbered)
    .filter((unescape) => oldLines.some((line) => isEscaped(line, unescape)))
    .filter((unescape) => lines.every((line) => !unescape(line).text.includes('\n')))
    .map((unescape) => ({ ...patch, files: patch.files.map((file) => unescapeFile(file, unescape)) }));
}

function unescapeFile(file: FilePatch, unescape: Unescape): FilePatch {
  return { ...file, hunks: file.hunks.map((hunk) => withLines(hunk, hunk.body.lines.map(unescape))) };
}

/** One kind of escaping, by the characters that it replaces. */
interface EscapeStyle {
  /** Matches an escaped character. */
  readonly escaped: RegExp;
  /** The same, but only those that hardly occur in an unescaped new file. */
  readonly escapedInNewFile: RegExp;
  /** Matches a character that would be escaped. */
  readonly plain: RegExp;
}

const escapeStyles: readonly EscapeStyle[] = [
  {
    escaped: /&(?:lt|gt|amp|quot|apos|#39|#x27);/,
    escapedInNewFile: /&amp;&amp;|&(?:lt|gt|quot);/,
    plain: /[<>"]|&(?!(?:lt|gt|amp|quot|apos|#39|#x27);)/,
  },
  { escaped: /\\"/, escapedInNewFile: /\\"/, plain: /(?:^|[^\\])"/ },
  { escaped: /^ *\d+\u2192/m, escapedInNewFile: /^ *\d+\u2192/, plain: /^(?! *\d+\u2192)/ },
];

/** Characters of which each match of `escaped` contains one. */
const anyEscapeCharacter = /[&\\\u2192]/;

/**
 * Whether a patch that applies may still be escaped: its added lines have escaped characters, and nothing shows that
 * they are intended (a plain character in the patch, or an escaped one in a context line or the files before).
 */
export function* mayBeEscaped(patch: ParsedPatch, outcomes: readonly FileOutcome[]): Yielding<boolean> {
  const hunks = patch.files.flatMap((file) => file.hunks);
  const addedLines = yield* addedLinesOf(hunks);
  const areAllNew = patch.files.every(({ action }) => action === 'add');
  const textsBefore = outcomes.flatMap((outcome) =>
    'before' in outcome && outcome.before.kind === 'text' ? [outcome.before.text] : [],
  );
  return escapeStyles.some(({ escaped, escapedInNewFile, plain }) => {
    const escapedPattern = areAllNew ? escapedInNewFile : escaped;
    if (!addedLines.some((text) => escapedPattern.test(text))) return false;
    const isIntended = ({ kind, text }: HunkLine): boolean =>
      plain.test(text) || (kind !== 'add' && escaped.test(text));
    return !hunks.some(({ body }) => body.lines.some(isIntended)) && !textsBefore.some((text) => escaped.test(text));
  });
}

/** The added lines; of hunks that are not parsed yet only those that may contain an escaped character. */
function* addedLinesOf(hunks: readonly PatchHunk[]): Yielding<readonly string[]> {
  const sinceYield = { lines: 0 };
  const addedLines: string[] = [];
  for (const { body } of hunks) {
    const { rawLines } = body;
    for (const { kind, text } of rawLines === undefined ? body.lines : []) if (kind === 'add') addedLines.push(text);
    for (let line = 0; line < (rawLines?.length ?? 0); line++) {
      const text = rawLines?.markerAt(line) === markers.add ? rawLines.withoutMarker(line) : '';
      if (anyEscapeCharacter.test(text)) addedLines.push(text);
    }
    if (shouldYield(sinceYield, countLines(body))) yield;
  }
  return addedLines;
}
