// Detects patches that apply, but may have been escaped once too often.
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { countLines } from '../parse/hunkLines.ts';
import { markers } from '../parse/patchLines.ts';
import type { HunkLine, ParsedPatch, PatchHunk } from '../parse/types.ts';
import { entityPattern } from '../parse/unescape.ts';
import type { FileOutcome } from './outcome.ts';

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
