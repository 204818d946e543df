// Names the line ending of a text, for the answers about files.

import * as z from 'zod/mini';
import type { EolCounts } from '../../core/search/largeFile.ts';
import { countEols } from '../../core/text/lineEndings.ts';

/** Names of line endings in answers: `mixed` for several kinds in one text, `none` for a text without a line break. */
export const eolNames = z.enum(['LF', 'CRLF', 'CR', 'mixed', 'none']);
type EolName = z.infer<typeof eolNames>;

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
