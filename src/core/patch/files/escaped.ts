import { withLines } from '../parse/hunkBody.ts';
import type { FileOutcome } from './outcome.ts';
import { markers } from '../parse/patchLines.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import type { FilePatch, Hunk, HunkLine, ParsedPatch } from '../parse/types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes } from '../parse/unescape.ts';

/** A way in which all lines of a patch may be bent; what it makes of one that is not is the line itself. */
type Unbend = (line: HunkLine) => HunkLine;

const byText =
  (decode: (text: string) => string): Unbend =>
  (line) => ({ ...line, text: decode(line.text) });

/** A minus sign or a dash stands for the mark of a removed line. */
const unbendMinus: Unbend = (line) =>
  line.unmarked && /^[\u2212\u2013]/.test(line.text) ? { ...line, kind: 'remove', text: line.text.slice(1) } : line;

/** Line numbers in front of the text, as tools show them. */
const lineNumber = /^ *\d+(?:\u2192|\t| ?\| )/;
const unbendNumber: Unbend = byText((text) => text.replace(lineNumber, ''));

/**
 * The patch as it would read if it had been bent, once for each way of bending that one of its context or removed
 * lines shows, or with line numbers all of them. What only added lines show proves nothing.
 */
export function decodedForms(patch: ParsedPatch): readonly ParsedPatch[] {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.body.lines));
  const old = lines.filter((line) => line.kind !== 'add');
  const isNumbered = old.length > 0 && old.every((line) => lineNumber.test(line.text));
  const isBent = (line: HunkLine, unbend: Unbend): boolean => {
    const plain = unbend(line);
    return plain.text !== line.text || plain.kind !== line.kind;
  };
  return [byText(decodeEntities), byText(decodeEscapes), byText(decodeQuotes), unbendMinus, unbendNumber]
    .filter((unbend) => unbend !== unbendNumber || isNumbered)
    .filter((unbend) => old.some((line) => isBent(line, unbend)))
    .filter((unbend) => lines.every((line) => !unbend(line).text.includes('\n')))
    .map((unbend) => ({ ...patch, files: patch.files.map((file) => unbent(file, unbend)) }));
}

function unbent(file: FilePatch, unbend: Unbend): FilePatch {
  return { ...file, hunks: file.hunks.map((hunk) => withLines(hunk, hunk.body.lines.map(unbend))) };
}

/**
 * True where a patch fits as it stands, but only because no line of the file could show that it is escaped: its added
 * lines hold escaped characters, none of its lines holds such a character plain, and the files before hold none escaped.
 */
export function* isSuspicious(patch: ParsedPatch, outcomes: readonly FileOutcome[]): Yielding<boolean> {
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
  const turn = { lines: 0 };
  const added: string[] = [];
  for (const { body } of hunks) {
    if (body.written === undefined) {
      for (const { kind, text } of body.lines) if (kind === 'add') added.push(text);
    } else {
      for (let line = 0; line < body.written.length; line++) {
        if (body.written.markerAt(line) !== markers.add) continue;
        const text = body.written.behindMarker(line);
        if (/[&\\\u2192]/.test(text)) added.push(text);
      }
    }
    if (shouldYield(turn, (body.written ?? body.lines).length)) yield;
  }
  return added;
}

/** `telling` is what hardly stands in a new file that is not escaped: it holds none of the plain characters either. */
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
