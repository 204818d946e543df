// Converts a model's line endings to those of the file.
import type { TextContent } from '../../core/change/change.ts';
import { countEols, withEol } from '../../core/text/text.ts';

/** Converts the LFs of a model's text to the file's own line ending, if it has a single other one, with a note on it. */
export function keepLineEndings(text: string, existing: TextContent | undefined): { text: string; notes: string[] } {
  if (existing === undefined || text.includes('\r') || !text.includes('\n')) return { text, notes: [] };
  const eols = countEols(existing.text);
  const hasCrlf = eols['\r\n'] > 0;
  // Keeps LF if the file has LF, mixed endings or none.
  if (eols['\n'] > 0 || hasCrlf === eols['\r'] > 0) return { text, notes: [] };
  const [eol, name] = hasCrlf ? (['\r\n', 'CRLF'] as const) : (['\r', 'CR'] as const);
  return { text: withEol(text, eol), notes: [`The file's ${name} line endings were kept.`] };
}
