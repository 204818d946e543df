import { ToolError } from '../errors.ts';
import { lineAt } from '../lineBlocks.ts';
import { splitLines } from '../text.ts';
import { findClosest, showClosest } from './closest.ts';
import type { Matches, Tier } from './matches.ts';

/** How many places an answer names. */
const mostNamed = 20;

const disregarded: Readonly<Record<Tier, string>> = {
  exact: '',
  'line-endings': ' if line endings are disregarded',
  'trailing-whitespace': ' if white space at line ends is disregarded',
  indentation: ' if indentation is disregarded',
  'look-alikes': ' if typographic quotes, dashes and spaces count as plain ones',
};

/** More than one place: the answer names their lines. */
export function ambiguous(text: string, matches: Matches, tier: Tier, path: string): ToolError {
  const lines = splitLines(text);
  const named = matches.found.slice(0, mostNamed).map(({ start }) => lineAt(lines, start) + 1);
  const count = `${matches.more ? 'at least ' : ''}${matches.found.length}`;
  const rest = matches.found.length > mostNamed ? ` and ${matches.found.length - mostNamed} more` : '';
  return new ToolError(
    'AMBIGUOUS_MATCH',
    `oldString occurs ${count} times in ${path}${disregarded[tier]}, at lines ${named.join(', ')}${rest}. Nothing was changed. Add lines around the one you mean until it occurs once, or set replaceAll to replace them all.`,
  );
}

/** So many places that the search was ended. */
export function tooMany(path: string): ToolError {
  return new ToolError(
    'TOO_LARGE',
    `oldString occurs too often in ${path} to find every place. Send a longer oldString.`,
  );
}

/** The place is clear, but not what should stand there. */
export function cannotGraft(line: number, tier: Tier, path: string): ToolError {
  return new ToolError(
    'NO_MATCH',
    `oldString occurs at line ${line} of ${path} only${disregarded[tier]}, and newString cannot be put there without guessing its ${wordFor(tier)}. Nothing was changed. Read the lines with redline_read_file and send oldString and newString exactly as the file has them.`,
  );
}

function wordFor(tier: Tier): string {
  if (tier === 'indentation') return 'indentation';
  return tier === 'look-alikes' ? 'quotes, dashes or spaces' : 'line endings';
}

/** No place at any tier: the answer shows the closest one, and says if the edit seems to be made already. */
export function noMatch(text: string, oldString: string, newString: string, path: string): ToolError {
  const sentences = [`oldString does not occur in ${path}.`];
  if (text.includes(oldString)) {
    sentences[0] = `oldString occurs in ${path} only within a line ending or a character that consists of several (a combining mark or a joined emoji follows). Include the whole character.`;
  }
  const made = newString.trim().length >= 8 ? text.indexOf(newString) : -1;
  if (made >= 0) {
    const line = lineAt(splitLines(text), made) + 1;
    sentences.push(`newString stands at line ${line} already, so the edit may have been made before.`);
  }
  const closest = findClosest(text, oldString);
  if (closest !== undefined) sentences.push(showClosest(text, oldString, closest));
  else
    sentences.push(
      'No line of it resembles one of the file. Read the file with redline_read_file, or look for it with redline_search_text.',
    );
  return new ToolError('NO_MATCH', sentences.join(' '));
}
