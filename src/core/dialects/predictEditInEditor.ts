// Predicts the results of VS Code's own edit tools on a document, and of a patch.
import type { FileOperation } from './dialect.ts';
import type { Chunk, ChunkLine } from './applyPatch.ts';
import type { PatchTool } from './predictApplyPatch.ts';
import { guessIndentation, levelOf, indentBy, reindent } from './indentation.ts';
import { occursOnce } from './smallestReplacement.ts';
import { predictTextEdit } from './predictTextEdit.ts';
import { applyEdits, type TextEdit } from '../text/text.ts';

/** VS Code removes a first line such as `// filepath: src/a.ts` from the texts in its edit tools' input. */
const pathComment = /^\s*[^\n]*filepath:/;

const inEmptyFile = predictTextEdit({ fillsEmpty: true });

/**
 * The text after an operation of VS Code's edit tools; undefined if uncertain, e.g. for a fuzzy match. They edit a
 * document, with uniform line endings and no byte order mark, and find a call's replacements in the original document.
 */
export function predictEditInEditor(operation: FileOperation, before: string | undefined): string | undefined {
  if (textsOf(operation).some((text) => pathComment.test(text))) return undefined;
  if (operation.kind !== 'write' && operation.kind !== 'replace') return undefined;
  // The line endings of a new document come from the editor's settings.
  if (operation.kind === 'write' || before === undefined || before === '')
    return textsOf(operation).some((text) => /^\ufeff|\r/.test(text)) ? undefined : inEmptyFile(operation, before);
  if (before.trim() === '') return undefined;
  const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
  const eol = dominantEolInEditor(before);
  const text = before.slice(mark.length).replace(/\r\n|\r|\n/g, eol);
  const edits: TextEdit[] = [];
  for (const { oldText, newText } of operation.replacements) {
    const needle = oldText.replace(/\r?\n/g, eol);
    if (needle === '' || !occursOnce(text, needle) || oldText === newText) return undefined;
    const start = text.indexOf(needle);
    edits.push({ start, end: start + needle.length, text: newText.replace(/\r\n|\r|\n/g, eol) });
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

/** CRLF if more than half of a document's line endings have a carriage return. */
function dominantEolInEditor(text: string): '\n' | '\r\n' {
  const endings = text.match(/\r\n|\r|\n/g) ?? [];
  return endings.filter((each) => each !== '\n').length * 2 > endings.length ? '\r\n' : '\n';
}

/** Characters that VS Code treats as equal to others when it searches for the position of a chunk. */
const lookAlike = /[\u2010-\u2014\u2212\u201c-\u201e\u00ab\u00bb\u2018\u2019\u201b\u00a0\u202f]/;

/** VS Code's `apply_patch`, which reindents added lines from the indentation it detects in the chunk to the file's. */
export const patchToolInEditor: PatchTool = {
  keepsCrlf: false,
  endsLines: false,
  addedBy: (chunk, before) => (isTakenVerbatim(chunk, before) ? reindentLikeFile(chunk, before) : undefined),
};

/** Whether VS Code finds the chunk exactly and applies its lines unchanged, except for their indentation. */
function isTakenVerbatim({ anchor, lines }: Chunk, before: readonly string[]): boolean {
  const last = lines.at(-1);
  if (anchor !== undefined || lines.every(({ mark }) => mark === '+')) return false;
  // VS Code drops a blank last context line before it searches for the position.
  if (last?.mark === ' ' && last.text.trim() === '') return false;
  if (before.some((line) => line.includes('filepath:') || lookAlike.test(line) || line.normalize('NFC') !== line))
    return false;
  return lines.every(({ mark, text }) => mark !== '+' || !/^[\s/#]*\\t/.test(text));
}

function reindentLikeFile({ lines }: Chunk, before: readonly string[]): (line: string) => string {
  const target = guessIndentation(before, { spaces: false, size: 4 });
  const isAdded = ({ mark }: ChunkLine): boolean => mark === '+';
  const found = lines.filter((line) => !isAdded(line)).map(({ text }) => text);
  const source = guessIndentation([...lines.filter(isAdded).map(({ text }) => text), ...found], target);
  const [first = ''] = found;
  const deeper = Math.max(0, levelOf(first, target.size) - levelOf(first, source.size));
  return (line) => (line.trim() === '' ? line : indentBy(deeper, target) + reindent(line, source, target));
}
