// Converts the line endings of a model's text to those of the file that it is written to.
import type { TextContent } from '../../core/change/change.ts';
import { countEols, withEol } from '../../core/text/text.ts';

/** Converts LFs to CRLF or CR if the file has only that line ending, and adds a note for the model. */
export function keepLineEndings(text: string, existing: TextContent | undefined): { text: string; notes: string[] } {
  if (existing === undefined || text.includes('\r') || !text.includes('\n')) return { text, notes: [] };
  const eols = countEols(existing.text);
  const [hasLf, hasCrlf, hasCr] = [eols['\n'] > 0, eols['\r\n'] > 0, eols['\r'] > 0];
  const hasOnlyCrlfOrCr = !hasLf && hasCrlf !== hasCr;
  if (!hasOnlyCrlfOrCr) return { text, notes: [] };
  const [eol, name] = hasCrlf ? (['\r\n', 'CRLF'] as const) : (['\r', 'CR'] as const);
  return { text: withEol(text, eol), notes: [`The file's ${name} line endings were kept.`] };
}
