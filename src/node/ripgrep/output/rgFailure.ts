import { ToolError } from '../../../core/wording/errors.ts';
import type { TextQuery } from '../../../core/search/textSearch.ts';
import type { RgOutcome } from '../rgProcess.ts';

/** Lines of ripgrep's standard error about one file or folder; the search of others went on. */
const aboutOneFile = /^rg: \.[\\/]|^rg: <stdin>|\(os error \d+\)$/;

/**
 * Counts the files and folders that a run could not read. Does not name them: the caller may not be allowed to know.
 *
 * @throws `ToolError` `VALIDATION_ERROR` with ripgrep's reason for an invalid regular expression, else `IO_ERROR`
 */
export function checkOutcome({ ended, code, errors }: RgOutcome, query?: TextQuery): number {
  if (ended !== 'itself' || code < 2) return 0;
  const lines = errors.split('\n').filter((line) => line !== '');
  const [first] = lines;
  if (first !== undefined && aboutOneFile.test(first)) return lines.filter((line) => aboutOneFile.test(line)).length;
  if (query?.isRegex === true && first !== undefined) {
    const what = `The regular expression is invalid: ${reasonOf(errors)}.`;
    throw new ToolError('VALIDATION_ERROR', `${what} Correct it, or send isRegex: false to look for the text itself.`);
  }
  throw new ToolError('IO_ERROR', 'The search failed to run. Try once more, and tell the user if it fails again.');
}

/** The error of ripgrep's own engine, or PCRE2's if the expression only works there. */
function reasonOf(errors: string): string {
  const own = /^error: (.+)$/m.exec(errors)?.[1];
  const pcre = /^PCRE2: (.+)$/m.exec(errors)?.[1];
  const reason = own !== undefined && (pcre === undefined || !/not supported/.test(own)) ? own : pcre;
  return (reason ?? errors.replace(/^rg: /, '').split('\n', 1)[0] ?? '').replace(/\.$/, '').slice(0, 300);
}
