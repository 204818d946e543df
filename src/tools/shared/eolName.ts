import * as z from 'zod/mini';
import type { EolCounts } from '../../core/search/largeFile.ts';
import { countEols } from '../../core/text/text.ts';

export const eolNames = z.enum(['LF', 'CRLF', 'CR', 'mixed', 'none']);
export type EolName = z.infer<typeof eolNames>;

/** How lines end in a text. */
export function eolOf(text: string): EolName {
  const counts = countEols(text);
  return eolOfCounts({ lf: counts['\n'], crlf: counts['\r\n'], cr: counts['\r'] });
}

/** How lines end, from how often each ending was met. */
export function eolOfCounts({ lf, crlf, cr }: EolCounts): EolName {
  const used = [lf > 0 ? 'LF' : '', crlf > 0 ? 'CRLF' : '', cr > 0 ? 'CR' : ''].filter((name) => name !== '');
  if (used.length > 1) return 'mixed';
  return crlf > 0 ? 'CRLF' : lf > 0 ? 'LF' : cr > 0 ? 'CR' : 'none';
}
