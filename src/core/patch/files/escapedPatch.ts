// Unescapes patches that were escaped once too often (HTML, JSON, line numbers), and detects those that apply, but may
// have been.
import { sideOf, withLines, countLines } from '../parse/hunkLines.ts';
import type { FilePatch, HunkLine, ParsedPatch, PatchHunk } from '../parse/types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes, entityPattern } from '../parse/unescape.ts';
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { markers } from '../parse/patchLines.ts';
import type { FileOutcome } from './patchedFiles.ts';

/** Undoes one kind of escaping in a line; an unescaped line stays unchanged. */
type Unescape = (line: HunkLine) => HunkLine;

function unescapeText(decode: (text: string) => string): Unescape {
  return (line) => ({ ...line, text: decode(line.text) });
}

/** Reads a typographic minus sign or dash as the marker of a removed line. */
const decodeMinus: Unescape = (line) =>
  line.lacksMarker && /^[\u2212\u2013]/.test(line.text) ? { ...line, kind: 'remove', text: line.text.slice(1) } : line;

/** Line numbers in front of the text, as tools show them. */
const lineNumber = /^ *\d+(?:\u2192|\t| ?\| )/;

/** One kind of escaping. */
interface Unescaping {
  readonly unescape: Unescape;
  /** Whether the context and removed lines of a patch show this kind of escaping. */
  readonly isShownBy: (oldLines: readonly HunkLine[]) => boolean;
}

function changesAny(unescape: Unescape): Unescaping['isShownBy'] {
  const changes = (line: HunkLine): boolean => {
    const unescaped = unescape(line);
    return unescaped.text !== line.text || unescaped.kind !== line.kind;
  };
  return (oldLines) => oldLines.some(changes);
}

const unescapings: readonly Unescaping[] = [
  ...[unescapeText(decodeEntities), unescapeText(decodeEscapes), unescapeText(decodeQuotes), decodeMinus].map(
    (unescape) => ({ unescape, isShownBy: changesAny(unescape) }),
  ),
  {
    unescape: unescapeText((text) => text.replace(lineNumber, '')),
    isShownBy: (oldLines) => oldLines.length > 0 && oldLines.every((line) => lineNumber.test(line.text)),
  },
];

/**
 * The patch unescaped, once for each kind of escaping that a context or removed line shows (line numbers: that all of
 * them show). Added lines do not count, since a file may contain escapes. Omits a kind by which a line would become
 * two.
 */
export function unescapedForms(patch: ParsedPatch): readonly ParsedPatch[] {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.body.lines));
  const oldLines = sideOf(lines, 'old');
  const breaksLine = (unescape: Unescape): boolean => lines.some((line) => unescape(line).text.includes('\n'));
  return unescapings
    .filter(({ unescape, isShownBy }) => isShownBy(oldLines) && !breaksLine(unescape))
    .map(({ unescape }) => ({ ...patch, files: patch.files.map((file) => unescapeFile(file, unescape)) }));
}

function unescapeFile(file: FilePatch, unescape: Unescape): FilePatch {
  return { ...file, hunks: file.hunks.map((hunk) => withLines(hunk, hunk.body.lines.map(unescape))) };
}

/** One kind of escaping, by the characters that it replaces. */
interface EscapeStyle {
  /** Matches an escaped character. */
  readonly escaped: RegExp;
  /**
   * Replaces `escaped` for patches that only add files: matches only what rarely occurs in files that are not escaped.
   */
  readonly escapedInNewFile?: RegExp;
  /** Matches a character that would be escaped. */
  readonly plain: RegExp;
}

/** A line number in front of the text, as tools show it. Matches at any line, since it is also used for whole files. */
const numberPattern = /^ *\d+\u2192/m;

const escapeStyles: readonly EscapeStyle[] = [
  {
    escaped: entityPattern,
    escapedInNewFile: /&amp;&amp;|&(?:lt|gt|quot);/,
    plain: new RegExp(`[<>"]|(?!${entityPattern.source})&`),
  },
  { escaped: /\\"/, plain: /(?:^|[^\\])"/ },
  { escaped: numberPattern, plain: new RegExp(`^(?!${numberPattern.source})`) },
];

/** Fast path: each match of `escaped` contains one of these characters. */
const anyEscapeCharacter = /[&\\\u2192]/;

/**
 * Whether a patch that applies may still be escaped. If so, its added lines have escaped characters, and nothing shows
 * that they are intended (a plain character in the patch, or an escaped one in a context line or the files before).
 */
export function* mayBeEscaped(patch: ParsedPatch, outcomes: readonly FileOutcome[]): Yielding<boolean> {
  const hunks = patch.files.flatMap((file) => file.hunks);
  const addedLines = yield* addedLinesOf(hunks);
  const areAllNew = patch.files.every(({ action }) => action === 'add');
  const textsBefore = outcomes.flatMap((outcome) =>
    'before' in outcome && outcome.before.kind === 'text' ? [outcome.before.text] : [],
  );
  return escapeStyles.some(({ escaped, escapedInNewFile = escaped, plain }) => {
    const escapedPattern = areAllNew ? escapedInNewFile : escaped;
    if (!addedLines.some((text) => escapedPattern.test(text))) return false;
    const isIntended = ({ kind, text }: HunkLine): boolean =>
      plain.test(text) || (kind !== 'add' && escaped.test(text));
    return !hunks.some(({ body }) => body.lines.some(isIntended)) && !textsBefore.some((text) => escaped.test(text));
  });
}

/** The added lines; of hunks that are not parsed yet only those that may contain an escaped character. */
function* addedLinesOf(hunks: readonly PatchHunk[]): Yielding<readonly string[]> {
  const sinceYield = { units: 0 };
  const addedLines: string[] = [];
  for (const { body } of hunks) {
    const { rawLines } = body;
    if (rawLines === undefined) {
      for (const { kind, text } of body.lines) if (kind === 'add') addedLines.push(text);
    } else {
      for (let line = 0; line < rawLines.length; line++) {
        const text = rawLines.markerAt(line) === markers.add ? rawLines.withoutMarker(line) : '';
        if (anyEscapeCharacter.test(text)) addedLines.push(text);
      }
    }
    if (countTowardsYield(sinceYield, countLines(body))) yield;
  }
  return addedLines;
}
