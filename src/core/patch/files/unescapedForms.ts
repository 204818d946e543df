import { sideOf, withLines } from '../parse/hunkBody.ts';
import type { FileOutcome } from './outcome.ts';
import { markers } from '../parse/patchLines.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { FilePatch, Hunk, HunkLine, ParsedPatch } from '../parse/types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes } from '../parse/unescape.ts';

/** Undoes one way of escaping for a line; returns a line that is not escaped unchanged. */
type Unescape = (line: HunkLine) => HunkLine;

const byText =
  (decode: (text: string) => string): Unescape =>
  (line) => ({ ...line, text: decode(line.text) });

/** Reads a minus sign or a dash as the marker of a removed line. */
const decodeMinus: Unescape = (line) =>
  line.lostMarker && /^[\u2212\u2013]/.test(line.text) ? { ...line, kind: 'remove', text: line.text.slice(1) } : line;

/** Line numbers in front of the text, as tools show them. */
const lineNumber = /^ *\d+(?:\u2192|\t| ?\| )/;
const dropLineNumber: Unescape = byText((text) => text.replace(lineNumber, ''));

/**
 * The patch unescaped in each way that a context or removed line shows (for line numbers: all of them). Escapes in added
 * lines alone prove nothing.
 */
export function unescapedForms(patch: ParsedPatch): readonly ParsedPatch[] {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.body.lines));
  const old = sideOf(lines, 'old');
  const isNumbered = old.length > 0 && old.every((line) => lineNumber.test(line.text));
  const isEscaped = (line: HunkLine, unescape: Unescape): boolean => {
    const plain = unescape(line);
    return plain.text !== line.text || plain.kind !== line.kind;
  };
  return [byText(decodeEntities), byText(decodeEscapes), byText(decodeQuotes), decodeMinus, dropLineNumber]
    .filter((unescape) => unescape !== dropLineNumber || isNumbered)
    .filter((unescape) => old.some((line) => isEscaped(line, unescape)))
    .filter((unescape) => lines.every((line) => !unescape(line).text.includes('\n')))
    .map((unescape) => ({ ...patch, files: patch.files.map((file) => unescaped(file, unescape)) }));
}

function unescaped(file: FilePatch, unescape: Unescape): FilePatch {
  return { ...file, hunks: file.hunks.map((hunk) => withLines(hunk, hunk.body.lines.map(unescape))) };
}

/**
 * True where a patch applies, but may be escaped: its added lines have escaped characters, none of its lines has such a
 * character unescaped, and the files before have none escaped.
 */
export function* mayBeEscaped(patch: ParsedPatch, outcomes: readonly FileOutcome[]): Yielding<boolean> {
  const hunks = patch.files.flatMap((file) => file.hunks);
  const added = yield* addedIn(hunks);
  const isNew = patch.files.every(({ action }) => action === 'add');
  const before = outcomes.flatMap((outcome) =>
    'before' in outcome && outcome.before.kind === 'text' ? [outcome.before.text] : [],
  );
  return ways.some(({ escaped, telling, plain }) => {
    const sign = isNew ? telling : escaped;
    if (!added.some((text) => sign.test(text))) return false;
    const isTold = hunks.some(({ body }) => body.lines.some((line) => isPlain(line, escaped, plain)));
    return !isTold && !before.some((text) => escaped.test(text));
  });
}

/** The added lines, all those that hold a character which the patterns below look for. */
function* addedIn(hunks: readonly Hunk[]): Yielding<readonly string[]> {
  const sinceYield = { lines: 0 };
  const added: string[] = [];
  for (const { body } of hunks) {
    if (body.rawLines === undefined) {
      for (const { kind, text } of body.lines) if (kind === 'add') added.push(text);
    } else {
      for (let line = 0; line < body.rawLines.length; line++) {
        if (body.rawLines.markerAt(line) !== markers.add) continue;
        const text = body.rawLines.withoutMarker(line);
        if (/[&\\\u2192]/.test(text)) added.push(text);
      }
    }
    if (shouldYield(sinceYield, (body.rawLines ?? body.lines).length)) yield;
  }
  return added;
}

/** `telling`: what hardly occurs in a new file unless it is escaped. */
const ways: readonly { readonly escaped: RegExp; readonly telling: RegExp; readonly plain: RegExp }[] = [
  {
    escaped: /&(?:lt|gt|amp|quot|apos|#39|#x27);/,
    telling: /&amp;&amp;|&(?:lt|gt|quot);/,
    plain: /[<>"]|&(?!(?:lt|gt|amp|quot|apos|#39|#x27);)/,
  },
  { escaped: /\\"/, telling: /\\"/, plain: /(?:^|[^\\])"/ },
  { escaped: /^ *\d+\u2192/, telling: /^ *\d+\u2192/, plain: /^(?! *\d+\u2192)/ },
];

function isPlain(line: HunkLine, escaped: RegExp, plain: RegExp): boolean {
  return plain.test(line.text) || (line.kind !== 'add' && escaped.test(line.text));
}
