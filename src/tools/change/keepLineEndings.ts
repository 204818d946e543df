// Converts a model's line endings to those of the file.
import type { TextContent } from '../../core/change/change.ts';
import { countEols, withEol } from '../../core/text/text.ts';

/** Converts the LFs of a model's text to the file's own line ending, if it has a single other one, with a note on it. */
export function keepLineEndings(content: string, old: TextContent | undefined): { text: string; notes: string[] } {
  if (old === undefined || content.includes('\r') || !content.includes('\n')) return { text: content, notes: [] };
  const eols = countEols(old.text);
  if (eols['\n'] > 0 || (eols['\r\n'] > 0 && eols['\r'] > 0)) return { text: content, notes: [] };
  const eol = eols['\r\n'] > 0 ? '\r\n' : eols['\r'] > 0 ? '\r' : '\n';
  if (eol === '\n') return { text: content, notes: [] };
  const name = eol === '\r\n' ? 'CRLF' : 'CR';
  return { text: withEol(content, eol), notes: [`The file's ${name} line endings were kept.`] };
}
