// Predicts the results of VS Code's own edit tools, which replace text in an open document.
import type { FileOperation, TextReplacement } from '../dialect.ts';
import { occursOnce } from './smallestReplacement.ts';
import { createPredictEdit } from './predictTextEdit.ts';
import { applyEdits, type TextEdit } from '../../text/text.ts';
import { isInsidePair } from '../../text/encoding.ts';

/** VS Code removes a first line such as `// filepath: src/a.ts` from the texts in its edit tools' input. */
const pathComment = /^\s*[^\n]*filepath:/;

/** Predicts the write of a whole file, and the replacement of an empty `oldText` in a new or empty one. */
const predictWholeText = createPredictEdit({ fillsEmpty: true });

/**
 * `predictEdit` of VS Code. Undefined if uncertain, e.g. for a fuzzy match, or a replacement in a file with nothing but
 * white space. The tools edit a document, with uniform line endings and no byte order mark, and find all replacements
 * of a call in the original document.
 */
export function predictEditInEditor(operation: FileOperation, before: string | undefined): string | undefined {
  if (operation.kind !== 'write' && operation.kind !== 'replace') return undefined;
  const texts = textsOf(operation);
  if (texts.some((text) => pathComment.test(text))) return undefined;
  if (operation.kind === 'write' || before === undefined || before === '') {
    // The line endings of a new document come from the editor's settings.
    const isUncertain = texts.some((text) => /^\ufeff|\r/.test(text));
    return isUncertain ? undefined : predictWholeText(operation, before);
  }
  return before.trim() === '' ? undefined : predictReplacements(operation.replacements, before);
}

function predictReplacements(replacements: readonly TextReplacement[], before: string): string | undefined {
  const bom = before.startsWith('\ufeff') ? '\ufeff' : '';
  const eol = dominantEolInEditor(before);
  const text = before.slice(bom.length).replace(/\r\n|\r|\n/g, eol);
  const edits: TextEdit[] = [];
  for (const replacement of replacements) {
    const edit = toEdit(replacement, text, eol);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  edits.sort((a, b) => a.start - b.start);
  // VS Code's order of edits that touch each other is uncertain.
  const hasTouchingEdits = edits.some((edit, index) => index > 0 && edit.start <= (edits[index - 1]?.end ?? 0));
  return hasTouchingEdits ? undefined : bom + applyEdits(text, edits);
}

/**
 * The edit of a document by a replacement; undefined if VS Code rejects it, or may make another.
 * @param text of the document, without byte order mark, with only `eol` as line endings
 */
function toEdit({ oldText, newText }: TextReplacement, text: string, eol: string): TextEdit | undefined {
  const convertEols = (part: string): string => part.replace(/\r?\n/g, eol);
  const needle = convertEols(oldText);
  const replacement = convertEols(newText);
  if (oldText === newText || needle === '' || !occursOnce(text, needle)) return undefined;
  const start = text.indexOf(needle);
  // VS Code completes a lone CR to a line ending.
  const hasHalfEnding = [needle, replacement].some((part) => /\r(?!\n)/.test(part));
  if (hasHalfEnding || cutsPair(text, start, needle, replacement)) return undefined;
  return { start, end: start + needle.length, text: replacement };
}

/** Whether VS Code would replace half of a surrogate pair, since it edits only the part that differs. */
function cutsPair(text: string, start: number, oldText: string, newText: string): boolean {
  const shorter = Math.min(oldText.length, newText.length);
  let [prefix, suffix] = [0, 0];
  while (prefix < shorter && oldText[prefix] === newText[prefix]) prefix++;
  while (suffix < shorter - prefix && oldText.at(-1 - suffix) === newText.at(-1 - suffix)) suffix++;
  return isInsidePair(text, start + prefix) || isInsidePair(text, start + oldText.length - suffix);
}

function textsOf(operation: Extract<FileOperation, { readonly kind: 'write' | 'replace' }>): string[] {
  if (operation.kind === 'write') return [operation.text];
  return operation.replacements.flatMap(({ oldText, newText }) => [oldText, newText]);
}

/** CRLF if more than half of a document's line endings have a carriage return. */
function dominantEolInEditor(text: string): '\n' | '\r\n' {
  const endings = text.match(/\r\n|\r|\n/g) ?? [];
  return endings.filter((ending) => ending !== '\n').length * 2 > endings.length ? '\r\n' : '\n';
}
