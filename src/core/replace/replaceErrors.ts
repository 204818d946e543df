// Creates the errors of `replace`, with messages for models. `path` is always the display path of the file.
import { decodeEntities, decodeEscapes } from '../patch/parse/unescape.ts';
import { hasLoneSurrogate } from '../text/encoding.ts';
import { ToolError } from '../wording/errors.ts';
import { lineAt, lineStarts } from '../text/text.ts';
import type { Yielding } from '../async/yielding.ts';
import { findClosestLines, formatClosestLines } from './closestLines.ts';
import type { Match, Matches, ReplaceTier } from './matches.ts';

/** Maximum number of lines listed in an error. */
const maxListedLines = 20;
/** Minimum length of a new string, in UTF-16 units, whose occurrence in the file is not a coincidence. */
const minTellingChars = 8;

/** The differences that each tier ignores, as the end of a clause. */
const ignoredByTier: Readonly<Record<ReplaceTier, string>> = {
  exact: '',
  'line-endings': ' when line endings are ignored',
  'trailing-whitespace': ' when white space at line ends is ignored',
  indentation: ' when indentation is ignored',
  'look-alikes': ' when typographic quotes, dashes and spaces count as plain ones',
};

/** The part of the new text that would have to be guessed, for a match at each tier; an object of a sentence. */
const guessedByTier: Readonly<Record<ReplaceTier, string>> = {
  exact: 'line endings',
  'line-endings': 'line endings',
  'trailing-whitespace': 'line endings',
  indentation: 'indentation',
  'look-alikes': 'quotes, dashes or spaces',
};

/** The error for several matches, with their lines. */
export function ambiguousError(
  text: string,
  { matches, isTruncated }: Matches,
  tier: ReplaceTier,
  path: string,
): ToolError {
  const count = `${isTruncated ? 'at least ' : ''}${matches.length}`;
  return new ToolError(
    'AMBIGUOUS_MATCH',
    `oldString occurs ${count} times in ${path}${ignoredByTier[tier]}, at ${listMatchLines(text, matches)}. Nothing was changed. Add lines around the one you mean until it occurs once, or set replaceAll to replace them all.`,
  );
}

/** The error for another number of matches than expected, with their lines. */
export function unexpectedCountError(
  text: string,
  matches: readonly Match[],
  expectedCount: number,
  tier: ReplaceTier,
  path: string,
): ToolError {
  const times = matches.length === 1 ? 'once' : `${matches.length} times`;
  return new ToolError(
    'AMBIGUOUS_MATCH',
    `oldString occurs ${times} in ${path}${ignoredByTier[tier]}, at ${listMatchLines(text, matches)}, but expectedReplacements is ${expectedCount}. Nothing was changed. Look at these places, then send their number, or an oldString that occurs only where you mean.`,
  );
}

function listMatchLines(text: string, matches: readonly Match[]): string {
  const starts = lineStarts(text);
  const numbers = [...new Set(matches.map(({ start }) => lineAt(starts, start) + 1))];
  const rest = numbers.length > maxListedLines ? ` and ${numbers.length - maxListedLines} more` : '';
  return `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.slice(0, maxListedLines).join(', ')}${rest}`;
}

/** The error for a search that was stopped because of too many matches. */
export function tooManyMatchesError(path: string): ToolError {
  return new ToolError(
    'TOO_LARGE',
    `oldString occurs too often in ${path} to list every place. Send a longer oldString.`,
  );
}

/** The error for a single match whose new text cannot be adapted to the file without guessing. */
export function cannotAdaptError(line: number, tier: ReplaceTier, path: string): ToolError {
  return new ToolError(
    'NO_MATCH',
    `oldString occurs at line ${line} of ${path} only${ignoredByTier[tier]}, and newString cannot be put there without guessing its ${guessedByTier[tier]}. Nothing was changed. Read the lines with redline_read_file and send oldString and newString exactly as the file has them.`,
  );
}

/** The error for no match at any tier, with likely causes and the closest lines. */
export function* noMatchError(text: string, oldString: string, newString: string, path: string): Yielding<ToolError> {
  const sentences = [`oldString does not occur in ${path}.`, ...likelyCauses(text, oldString)];
  const appliedOffset = newString.trim().length >= minTellingChars ? text.indexOf(newString) : -1;
  if (appliedOffset >= 0) {
    const line = lineAt(lineStarts(text), appliedOffset) + 1;
    sentences.push(`newString is already at line ${line}, so the edit may have been made before.`);
  }
  const closest = yield* findClosestLines(text, oldString);
  const noSimilarLine =
    'No similar line was found in the file. Read the file with redline_read_file, or look for the text with redline_search_text.';
  sentences.push(closest === undefined ? noSimilarLine : formatClosestLines(text, oldString, closest));
  return new ToolError('NO_MATCH', sentences.join(' '));
}

/** Sentences about common mistakes visible in `oldString`. */
function likelyCauses(text: string, oldString: string): string[] {
  const causes: string[] = [];
  // No match, since `findExact` matches whole characters only.
  if (text.includes(oldString)) {
    causes.push(
      'It occurs only as part of a line ending or of a composed character (a combining mark, a joined emoji or another half precedes or follows it). Include the whole character.',
    );
  }
  if (oldString.split('\n').every((line) => /^ *\d+(?:→|\t)/.test(line) || line === '')) {
    causes.push(
      'Its lines begin with line numbers. Omit the numbers and arrows that redline_read_file puts before the text.',
    );
  }
  const corrections = [
    [
      decodeEscapes(oldString.replaceAll("\\'", "'")),
      'with its backslash escapes resolved: send real line breaks, tabs and quotes',
    ],
    [decodeEntities(oldString), 'with its HTML entities resolved: send real characters'],
    [oldString.replaceAll(/^ *\d+(?:: | ?\| ?)/gm, ''), 'without the numbers in front of its lines: omit them'],
  ] as const;
  for (const [corrected, how] of corrections) {
    if (corrected !== oldString && corrected !== '' && text.includes(corrected))
      causes.push(`It would match ${how}, in newString too.`);
  }
  if (oldString.includes('\uFFFD') && hasLoneSurrogate(text)) {
    causes.push("Its U+FFFD stands for bytes that are not text in the file's encoding. Omit it from oldString.");
  }
  return causes;
}
