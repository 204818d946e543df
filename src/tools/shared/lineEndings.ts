// Detects the line ending of a text, for answers, and gives a text from a model the line ending of its file.

import * as z from 'zod/mini';
import type { TextContent } from '../../core/change/change.ts';
import type { EolCounts } from '../../core/search/largeFile.ts';
import { countEols, withEol } from '../../core/text/text.ts';

/** Names of line endings in answers: `mixed` for several kinds in one text, `none` for a text without a line break. */
export const eolNames = z.enum(['LF', 'CRLF', 'CR', 'mixed', 'none']);
export type EolName = z.infer<typeof eolNames>;

/** The line ending of a text. */
export function detectEol(text: string): EolName {
  const counts = countEols(text);
  return nameEol({ lf: counts['\n'], crlf: counts['\r\n'], cr: counts['\r'] });
}

/** The line ending, by the number of occurrences of each. */
export function nameEol({ lf, crlf, cr }: EolCounts): EolName {
  if ([lf, crlf, cr].filter((count) => count > 0).length > 1) return 'mixed';
  if (crlf > 0) return 'CRLF';
  if (lf > 0) return 'LF';
  return cr > 0 ? 'CR' : 'none';
}

/**
 * Converts the LFs of a model's text to CRLF or CR, if the file that it is written to has only that line ending, and adds
 * a note for the model.
 */
export function keepLineEndings(text: string, existing: TextContent | undefined): { text: string; notes: string[] } {
  if (existing === undefined || text.includes('\r') || !text.includes('\n')) return { text, notes: [] };
  const eols = countEols(existing.text);
  const [hasLf, hasCrlf, hasCr] = [eols['\n'] > 0, eols['\r\n'] > 0, eols['\r'] > 0];
  const hasOnlyCrlfOrCr = !hasLf && hasCrlf !== hasCr;
  if (!hasOnlyCrlfOrCr) return { text, notes: [] };
  const [eol, name] = hasCrlf ? (['\r\n', 'CRLF'] as const) : (['\r', 'CR'] as const);
  return { text: withEol(text, eol), notes: [`The file's ${name} line endings were kept.`] };
}
