import type { FileOperation } from './dialect.ts';
import { exactResult } from './exactResult.ts';
import { occursOnce } from './smallestReplacement.ts';
import { applyEdits, type TextEdit } from '../text/text.ts';

/** VS Code drops a first line such as `// filepath: src/a.ts` from texts that its edit tools are given. */
const pathComment = /^\s*[^\n]*filepath:/;

/**
 * `resultOf` of VS Code's edit tools. They edit a document of the editor, which has line endings of one kind and hides the
 * byte order mark, and find all replacements of a call in the document as it was before. An inexact match is not
 * predicted.
 */
export function resultInEditor(operation: FileOperation, before: string | undefined): string | undefined {
  if (textsOf(operation).some((text) => pathComment.test(text))) return undefined;
  if (operation.kind !== 'write' && operation.kind !== 'replace') return undefined;
  // The line endings of a new document are the ones of the editor's settings.
  if (operation.kind === 'write' || before === undefined || before === '')
    return textsOf(operation).some((text) => /^\ufeff|\r/.test(text)) ? undefined : exactResult(operation, before);
  if (before.trim() === '') return undefined;
  const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
  const eol = endingInEditor(before);
  const text = before.slice(mark.length).replace(/\r\n|\r|\n/g, eol);
  const edits: TextEdit[] = [];
  for (const { oldText, newText } of operation.replacements) {
    const sought = oldText.replace(/\r?\n/g, eol);
    if (sought === '' || !occursOnce(text, sought) || oldText === newText) return undefined;
    const start = text.indexOf(sought);
    edits.push({ start, end: start + sought.length, text: newText.replace(/\r\n|\r|\n/g, eol) });
  }
  edits.sort((a, b) => a.start - b.start);
  const overlap = edits.some((edit, index) => edit.start < (edits[index - 1]?.end ?? 0));
  return overlap ? undefined : mark + applyEdits(text, edits);
}

function textsOf(operation: FileOperation): string[] {
  if (operation.kind === 'write') return [operation.text];
  return operation.kind === 'replace'
    ? operation.replacements.flatMap(({ oldText, newText }) => [oldText, newText])
    : [];
}

/** CRLF where more than half of a document's line endings have a carriage return. */
function endingInEditor(text: string): '\n' | '\r\n' {
  const endings = text.match(/\r\n|\r|\n/g) ?? [];
  return endings.filter((each) => each !== '\n').length * 2 > endings.length ? '\r\n' : '\n';
}
