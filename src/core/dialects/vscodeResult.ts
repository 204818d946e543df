import type { FileOperation } from './dialect.ts';
import type { Chunk, ChunkLine } from './envelope.ts';
import type { PatchTool } from './envelopeResult.ts';
import { guessedIndentation, levelOf, levels, reindented } from './indentation.ts';
import { occursOnce } from './smallestReplacement.ts';
import { resultOfTextTool } from './textTool.ts';
import { applyEdits, type TextEdit } from '../text/text.ts';

/** VS Code drops a first line such as `// filepath: src/a.ts` from texts that its edit tools are given. */
const pathComment = /^\s*[^\n]*filepath:/;

const inEmptyFile = resultOfTextTool({ fillsEmpty: true });

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
    return textsOf(operation).some((text) => /^\ufeff|\r/.test(text)) ? undefined : inEmptyFile(operation, before);
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

/** Characters that VS Code takes for others when it looks for the place of a chunk. */
const lookAlike = /[\u2010-\u2014\u2212\u201c-\u201e\u00ab\u00bb\u2018\u2019\u201b\u00a0\u202f]/;

/** VS Code's `apply_patch`, which indents added lines anew by what it guesses of the file's indentation and the chunk's. */
export const patchToolInEditor: PatchTool = {
  keepsCrlf: false,
  endsLines: false,
  addedBy: (chunk, before) => (isPlain(chunk, before) ? reindenting(chunk, before) : undefined),
};

/** Whether the chunk is found and taken as it stands. */
function isPlain({ anchor, lines }: Chunk, before: readonly string[]): boolean {
  const last = lines.at(-1);
  if (anchor !== undefined || lines.every(({ mark }) => mark === '+')) return false;
  // A blank last line of context is dropped before the place is looked for.
  if (last?.mark === ' ' && last.text.trim() === '') return false;
  if (before.some((line) => line.includes('filepath:') || lookAlike.test(line) || line.normalize('NFC') !== line))
    return false;
  return lines.every(({ mark, text }) => mark !== '+' || !/^[\s/#]*\\t/.test(text));
}

function reindenting({ lines }: Chunk, before: readonly string[]): (line: string) => string {
  const target = guessedIndentation(before, { spaces: false, size: 4 });
  const isAdded = ({ mark }: ChunkLine): boolean => mark === '+';
  const found = lines.filter((line) => !isAdded(line)).map(({ text }) => text);
  const source = guessedIndentation([...lines.filter(isAdded).map(({ text }) => text), ...found], target);
  const [first = ''] = found;
  const deeper = Math.max(0, levelOf(first, target.size) - levelOf(first, source.size));
  return (line) => (line.trim() === '' ? line : levels(deeper, target) + reindented(line, source, target));
}
