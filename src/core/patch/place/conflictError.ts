// Formats the errors of placing hunks.
import { ToolError } from '../../wording/errors.ts';
import type { PatchHunk } from '../parse/types.ts';
import type { SearchedFile } from '../search/searchedFile.ts';

/**
 * Creates the error for a hunk that cannot be placed.
 *
 * @param what continues "the hunk at line n of the patch …", and ends with the advice, without full stop
 */
export function conflictError({ path }: Pick<SearchedFile, 'path'>, hunk: PatchHunk, what: string): ToolError {
  return new ToolError(
    'PATCH_CONFLICT',
    `${path}: the hunk at line ${hunk.patchLine} of the patch ${what}. Nothing was changed.`,
  );
}

const maxListedLines = 10;

/** Lists 0-based lines as 1-based numbers, at most `maxListedLines`: "3, 8 and 12". */
export function listLines(lines: readonly number[]): string {
  const numbers = lines.slice(0, maxListedLines).map((line) => String(line + 1));
  const unlistedCount = lines.length - numbers.length;
  if (unlistedCount > 0) return `${numbers.join(', ')} and ${unlistedCount} more`;
  return numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1) ?? ''}`;
}
