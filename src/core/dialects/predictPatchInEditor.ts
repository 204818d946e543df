// Predicts what VS Code's own `apply_patch` makes of documents.
import type { Chunk, ChunkLine, PatchedFile } from './applyPatch.ts';
import type { Dialect } from './dialect.ts';
import { guessIndentation, levelOf, indentBy, reindent } from './indentation.ts';
import { createPredictPatch } from './patchTool.ts';
import type { PatchToolBehavior } from './predictApplyPatch.ts';

/** Characters that VS Code treats as equal to others when it looks for the place of a chunk. */
const lookAlike = /[\u2010-\u2014\u2212\u201c-\u201e\u00ab\u00bb\u2018\u2019\u201b\u00a0\u202f]/;

/** VS Code's `apply_patch`, which re-indents added lines from the indentation that it detects in the chunk to the file's. */
export const patchToolInEditor: PatchToolBehavior = {
  keepsCrlf: false,
  addsFinalNewline: false,
  dropsBlankEnd: true,
  createLineAdapter: (chunk, before) => (isTakenVerbatim(chunk, before) ? reindentLikeFile(chunk, before) : undefined),
  isUncertain,
};

const predictStrictly = createPredictPatch(
  patchToolInEditor,
  "What VS Code writes by this patch cannot be known beforehand. Call replace_string_in_file or create_file, or Redline's apply_patch.",
);

/** What others pass over: a carriage return, a mark that is indented, a blank behind a path. VS Code has a model mend such a patch. */
const loosePattern = /\r|^[ \t]+\*\*\* (?:Begin|End|Add|Update|Delete|Move)|^\*\*\* .*\s$/m;

/** `predictPatch` of VS Code. */
export const predictPatchInEditor: Dialect['predictPatch'] = (text, read) =>
  predictStrictly(loosePattern.test(text.trim()) || !text.startsWith('*** Begin Patch\n') ? '' : text, read);

/**
 * Whether VS Code makes something else of a file than its lines: it copies what is to be moved, puts a new file before the text that is
 * there and makes no empty one, and puts back blank lines at the end.
 */
function isUncertain(file: PatchedFile, before: string | undefined, after: string | undefined): boolean {
  if (file.kind === 'delete') return false;
  if (file.kind === 'add') return (before ?? '') !== '' || after === '';
  if (file.moveTo !== undefined) return true;
  const [first = ''] = after?.split('\n') ?? [];
  return first.includes('filepath:') || blankLinesAtEnd(after ?? '') < blankLinesAtEnd(before ?? '');
}

function blankLinesAtEnd(text: string): number {
  const lines = text.split('\n');
  return lines.length - 1 - lines.findLastIndex((line) => line.trim() !== '');
}

/** Whether VS Code finds the chunk exactly and applies its lines verbatim, but for their indentation. */
function isTakenVerbatim({ anchor, lines }: Chunk, before: readonly string[]): boolean {
  const lastLine = lines.at(-1);
  if (anchor !== undefined || lines.every(({ mark }) => mark === '+')) return false;
  // VS Code sees no byte order mark, so that the first line is indented for it.
  if (/^\ufeff[ \t]/.test(before[0] ?? '')) return false;
  // A blank last line of context is dropped before the place is looked for.
  if (lastLine?.mark === ' ' && lastLine.text.trim() === '') return false;
  if (before.some((line) => line.includes('filepath:') || lookAlike.test(line) || line.normalize('NFC') !== line))
    return false;
  return lines.every(({ mark, text }) => mark !== '+' || !/^[\s/#]*\\t/.test(text));
}

function reindentLikeFile({ lines }: Chunk, before: readonly string[]): (line: string) => string {
  const fileIndentation = guessIndentation(before, { spaces: false, size: 4 });
  const isAdded = ({ mark }: ChunkLine): boolean => mark === '+';
  const fileLines = lines.filter((line) => !isAdded(line)).map(({ text }) => text);
  const chunkIndentation = guessIndentation(
    [...lines.filter(isAdded).map(({ text }) => text), ...fileLines],
    fileIndentation,
  );
  const [firstLine = ''] = fileLines;
  const addedLevels = Math.max(0, levelOf(firstLine, fileIndentation.size) - levelOf(firstLine, chunkIndentation.size));
  return (line) =>
    line.trim() === ''
      ? line
      : indentBy(addedLevels, fileIndentation) + reindent(line, chunkIndentation, fileIndentation);
}
