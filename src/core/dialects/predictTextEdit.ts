// Predicts what agents' tools that replace or write text make of a file.
import type { Dialect, Replacement } from './dialect.ts';
import { occursOnce } from './smallestReplacement.ts';

/** How an agent's tools treat the text of a file, where that is more than an exact and unique match. */
export interface TextTool {
  /** Whether replacements see a text with LF alone, and a file with CRLF (by this test) gets CRLF throughout. */
  readonly writesCrlf?: (before: string) => boolean;
  /** Whether a file that is written whole keeps its CRLF, too. */
  readonly writeKeepsCrlf?: boolean;
  /** Whether the line endings of a replacement become the ones that the file is searched with. */
  readonly adaptsReplacement?: boolean;
  /** Whether a replacement by an empty text deletes the line ending after it as well. */
  readonly takesLineEnd?: boolean;
  /** Whether a replacement leaves a final line ending, or its absence, as it was. */
  readonly keepsFinalEnd?: boolean;
  /** Whether a file that is written whole keeps its byte order mark. */
  readonly writeKeepsMark?: boolean;
  /** Whether an empty `oldText` fills an empty file; it makes a new one in any case. */
  readonly fillsEmpty?: boolean;
}

/** `predictEdit` of such tools. Predicts exact matches only: what a fuzzy match would write is not certain. */
export function predictTextEdit(tool: TextTool): Dialect['predictEdit'] {
  return (operation, before) => {
    if (operation.kind === 'write') {
      if (operation.mustBeNew && before !== undefined && before !== '') return undefined;
      return predictWrite(tool, operation.text, before ?? '');
    }
    if (operation.kind !== 'replace') return undefined;
    const first = operation.replacements[0];
    if (before === undefined || (before === '' && tool.fillsEmpty === true))
      return first?.oldText === '' && operation.replacements.length === 1 ? first.newText : undefined;
    const seen = tool.writesCrlf === undefined ? before : before.replaceAll('\r\n', '\n');
    const made = operation.replacements.reduce<string | undefined>(
      (text, each) => applyReplacement(tool, text, each),
      seen,
    );
    if (made === undefined) return undefined;
    const ended = tool.keepsFinalEnd === true ? withFinalEndOf(seen, made) : made;
    return tool.writesCrlf?.(before) === true ? withCrlf(ended) : ended;
  };
}

function predictWrite(tool: TextTool, text: string, before: string): string {
  const keepsMark = tool.writeKeepsMark === true && before.startsWith('\ufeff') && !text.startsWith('\ufeff');
  const keepsCrlf = tool.writeKeepsCrlf === true && tool.writesCrlf?.(before) === true;
  return (keepsMark ? '\ufeff' : '') + (keepsCrlf ? withCrlf(text) : text);
}

function applyReplacement(tool: TextTool, text: string | undefined, replacement: Replacement): string | undefined {
  if (text === undefined) return undefined;
  const adapt = (each: string): string => (tool.adaptsReplacement === true ? withEndingsOf(text, each) : each);
  const [oldText, newText] = [adapt(replacement.oldText), adapt(replacement.newText)];
  if (oldText === newText || oldText === '' || !text.includes(oldText)) return undefined;
  if (!replacement.all && !occursOnce(text, oldText)) return undefined;
  const takesEnd = tool.takesLineEnd === true && newText === '' && !oldText.endsWith('\n');
  const sought = takesEnd && text.includes(`${oldText}\n`) ? `${oldText}\n` : oldText;
  return replacement.all ? text.replaceAll(sought, () => newText) : text.replace(sought, () => newText);
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

function withEndingsOf(text: string, other: string): string {
  return text.includes('\r\n') ? withCrlf(other) : other.replaceAll('\r\n', '\n');
}

function withFinalEndOf(before: string, after: string): string {
  if (before.endsWith('\n')) return after.endsWith('\n') ? after : `${after}\n`;
  return after.replace(/\n$/, '');
}
