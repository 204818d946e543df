// Unescapes patches that were escaped once too often (HTML, JSON, line numbers).
import { sideOf, withLines } from '../parse/hunkLines.ts';
import type { FilePatch, HunkLine, ParsedPatch } from '../parse/types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes } from '../parse/unescape.ts';

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
