import type { FileOutcome } from './outcome.ts';
import type { FilePatch, HunkLine, ParsedPatch } from './types.ts';
import { decodeEntities, decodeEscapes, decodeQuotes } from './unescape.ts';

/**
 * The patch as it would read if it had been escaped, once for each way of escaping that one of its context or removed
 * lines shows. What only added lines show proves nothing.
 */
export function decodedForms(patch: ParsedPatch): readonly ParsedPatch[] {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines));
  return [decodeEntities, decodeEscapes, decodeQuotes]
    .filter((decode) => lines.some((line) => line.kind !== 'add' && decode(line.text) !== line.text))
    .filter((decode) => lines.every((line) => !decode(line.text).includes('\n')))
    .map((decode) => ({ ...patch, files: patch.files.map((file) => decoded(file, decode)) }));
}

function decoded(file: FilePatch, decode: (text: string) => string): FilePatch {
  const hunks = file.hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => ({ ...line, text: decode(line.text) })),
  }));
  return { ...file, hunks };
}

/**
 * True where a patch fits as it stands, but only because no line of the file could show that it is escaped: its added
 * lines hold escaped characters, none of its lines holds such a character plain, and the files before hold none escaped.
 */
export function isSuspicious(patch: ParsedPatch, outcomes: readonly FileOutcome[]): boolean {
  const lines = patch.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines));
  const isNew = patch.files.every(({ action }) => action === 'add');
  const before = outcomes.flatMap((outcome) =>
    'before' in outcome && outcome.before.kind === 'text' ? [outcome.before.text] : [],
  );
  return ways.some(({ escaped, telling, plain }) => {
    const sign = isNew ? telling : escaped;
    if (!lines.some((line) => line.kind === 'add' && sign.test(line.text))) return false;
    return !lines.some((line) => isPlain(line, escaped, plain)) && !before.some((text) => escaped.test(text));
  });
}

/** `telling` is what hardly stands in a new file that is not escaped: it holds none of the plain characters either. */
const ways: readonly { readonly escaped: RegExp; readonly telling: RegExp; readonly plain: RegExp }[] = [
  {
    escaped: /&(?:lt|gt|amp|quot|apos|#39|#x27);/,
    telling: /&amp;&amp;|&(?:lt|gt|quot);/,
    plain: /[<>"]|&(?!(?:lt|gt|amp|quot|apos|#39|#x27);)/,
  },
  { escaped: /\\"/, telling: /\\"/, plain: /(?:^|[^\\])"/ },
];

function isPlain(line: HunkLine, escaped: RegExp, plain: RegExp): boolean {
  return plain.test(line.text) || (line.kind !== 'add' && escaped.test(line.text));
}
