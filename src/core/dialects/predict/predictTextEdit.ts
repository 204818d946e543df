// Creates the predictions of agents' tools that replace text in a file or write a whole one.
import type { Dialect, TextReplacement } from '../dialect.ts';
import { occursOnce } from './smallestReplacement.ts';

/**
 * Differences of an agent's tools from literal writes and replacements of a unique match. An absent field means no
 * difference.
 */
export interface TextToolBehavior {
  /** Present if replacements see the file with only LF: whether the result is then written with CRLF. */
  readonly writesCrlf?: (before: string) => boolean;
  /** Whether a whole new text for a file is also written with CRLF if `writesCrlf` says so. */
  readonly writeKeepsCrlf?: boolean;
  /** The texts of a replacement that get the file's line endings. For `newText` alone, mixed ones are uncertain. */
  readonly adaptsReplacement?: 'both' | 'newText';
  /** Present if a deletion also deletes the following line ending: after any text, or only after whole lines. */
  readonly takesLineEnd?: 'always' | 'ofWholeLines';
  /** Whether a replacement keeps the final line ending present or absent. */
  readonly keepsFinalEnd?: boolean;
  /** Whether replacements do not see the file's byte order mark, which stays. A result that has one gets no second. */
  readonly hidesBom?: boolean;
  /** Whether writing a whole file keeps its byte order mark. */
  readonly writeKeepsBom?: 'always' | 'unlessEmpty';
  /** Whether patterns such as `$&` in `newText` are expanded as by `replaceAll`, if all occurrences are replaced. */
  readonly expandsDollar?: boolean;
  /** Whether an empty `oldText` fills an empty file; it creates a new one in any case. */
  readonly fillsEmpty?: boolean;
}

/** Creates `predictEdit` for tools of this behaviour. Only exact matches are predicted: a fuzzy match is uncertain. */
export function createPredictEdit(behavior: TextToolBehavior): Dialect['predictEdit'] {
  return (operation, before) => {
    if (operation.kind === 'write') {
      if (operation.mustBeNew && before !== undefined && before !== '') return undefined;
      return predictWrite(behavior, operation.text, before ?? '');
    }
    if (operation.kind !== 'replace') return undefined;
    const { replacements } = operation;
    if (before !== undefined && (before !== '' || behavior.fillsEmpty !== true))
      return predictReplace(behavior, replacements, before);
    const [replacement] = replacements;
    return replacement?.oldText === '' && replacements.length === 1 ? replacement.newText : undefined;
  };
}

/** The text after replacements, one after the other; undefined if one is rejected or uncertain. */
function predictReplace(
  behavior: TextToolBehavior,
  replacements: readonly TextReplacement[],
  before: string,
): string | undefined {
  const bom = behavior.hidesBom === true && before.startsWith('\ufeff') ? '\ufeff' : '';
  const textAfterBom = before.slice(bom.length);
  const searchText = behavior.writesCrlf === undefined ? textAfterBom : textAfterBom.replaceAll('\r\n', '\n');
  let editedText = searchText;
  for (const replacement of replacements) {
    const nextText = applyReplacement(behavior, editedText, replacement);
    if (nextText === undefined) return undefined;
    editedText = nextText;
  }
  const result = behavior.keepsFinalEnd === true ? withFinalEndOf(searchText, editedText) : editedText;
  const writtenText = behavior.writesCrlf?.(before) === true ? withCrlf(result) : result;
  return bom === '' || writtenText.startsWith(bom) ? writtenText : bom + writtenText;
}

function predictWrite(behavior: TextToolBehavior, text: string, before: string): string {
  const mayKeepBom = behavior.writeKeepsBom === 'always' || (behavior.writeKeepsBom === 'unlessEmpty' && text !== '');
  const keepsBom = mayKeepBom && before.startsWith('\ufeff') && !text.startsWith('\ufeff');
  const keepsCrlf = behavior.writeKeepsCrlf === true && behavior.writesCrlf?.(before) === true;
  return (keepsBom ? '\ufeff' : '') + (keepsCrlf ? withCrlf(text) : text);
}

function applyReplacement(behavior: TextToolBehavior, text: string, replacement: TextReplacement): string | undefined {
  const adapted = adaptEndings(behavior, text, replacement);
  if (adapted === undefined) return undefined;
  const { oldText, newText, all } = adapted;
  if (oldText === newText || oldText === '' || !text.includes(oldText)) return undefined;
  if (!all && !occursOnce(text, oldText)) return undefined;
  const needle = newText === '' ? oldText + lineEndTakenWith(oldText, text, behavior) : oldText;
  if (all && behavior.expandsDollar === true) return text.replaceAll(needle, newText);
  // A function, since in a string, `$&` and the like would be expanded.
  return all ? text.replaceAll(needle, () => newText) : text.replace(needle, () => newText);
}

/** The replacement with the line endings that the tool gives it; undefined if these are uncertain. */
function adaptEndings(
  behavior: TextToolBehavior,
  text: string,
  replacement: TextReplacement,
): TextReplacement | undefined {
  if (behavior.adaptsReplacement === undefined) return replacement;
  // With `writesCrlf`, the searched text has only LF.
  const endingSource = behavior.writesCrlf === undefined ? text : '';
  const newText = withEndingsOf(endingSource, replacement.newText);
  if (behavior.adaptsReplacement === 'both')
    return { ...replacement, oldText: withEndingsOf(endingSource, replacement.oldText), newText };
  const isUncertain = newText.includes('\n') && hasMixedEndings(endingSource);
  return isUncertain ? undefined : { ...replacement, newText };
}

/** The line ending that a tool deletes together with a text; `''` if none. */
function lineEndTakenWith(oldText: string, text: string, { takesLineEnd }: TextToolBehavior): string {
  if (takesLineEnd === undefined || /[\r\n]$/.test(oldText)) return '';
  if (takesLineEnd === 'always') return text.includes(`${oldText}\n`) ? '\n' : '';
  const start = text.indexOf(oldText);
  const isLineStart = start === 0 || text[start - 1] === '\n';
  return isLineStart ? (/^\r?\n/.exec(text.slice(start + oldText.length))?.[0] ?? '') : '';
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** Converts a text to CRLF if the source has a CRLF, else to LF. */
function withEndingsOf(source: string, text: string): string {
  return source.includes('\r\n') ? withCrlf(text) : text.replaceAll('\r\n', '\n');
}

function hasMixedEndings(text: string): boolean {
  return text.includes('\r\n') && /(?<!\r)\n/.test(text);
}

/** Adds or removes one final LF, so that `after` has one exactly if `before` has. */
function withFinalEndOf(before: string, after: string): string {
  if (before.endsWith('\n')) return after.endsWith('\n') ? after : `${after}\n`;
  return after.replace(/\n$/, '');
}
