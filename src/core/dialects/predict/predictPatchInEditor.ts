// Predicts the results of VS Code's own `apply_patch`, which re-indents added lines, for patches that need no repair.
import type { Chunk, ChunkLine, PatchedFile } from '../toolInputs/applyPatch.ts';
import type { Dialect } from '../dialect.ts';
import { guessIndentation, levelOf, indentBy, reindent } from './indentation.ts';
import { createPredictPatch } from '../toolInputs/patchTool.ts';
import type { PatchToolBehavior } from './predictApplyPatch.ts';

/** Matches characters that VS Code treats as equal to plain ones when it searches the lines of a chunk. */
const lookAlike = /[\u2010-\u2014\u2212\u201c-\u201e\u00ab\u00bb\u2018\u2019\u201b\u00a0\u202f]/;

/**
 * VS Code's `apply_patch`. It converts added lines from the indentation detected in the chunk to the file's
 * indentation.
 */
export const patchToolInEditor: PatchToolBehavior = {
  keepsCrlf: false,
  addsFinalNewline: false,
  dropsBlankEnd: true,
  hidesBom: true,
  createLineAdapter: (chunk, before) => (isTakenVerbatim(chunk, before) ? createReindent(chunk, before) : undefined),
  isUncertain,
};

const unpredictableReason =
  "What VS Code writes by this patch cannot be known beforehand. Call replace_string_in_file or create_file, or Redline's apply_patch.";

const predictStrictly = createPredictPatch(patchToolInEditor, unpredictableReason);

/** Matches a CR, an indented marker, or a blank after a path: VS Code has a model repair such a patch. */
const loosePattern = /\r|^[ \t]+\*\*\* (?:Begin|End|Add|Update|Delete|Move)|^\*\*\* .*\s$/m;

/** `predictPatch` of VS Code; refuses patches that VS Code has repaired. */
export const predictPatchInEditor: Dialect['predictPatch'] = (text, read) => {
  const isLoose = loosePattern.test(text.trim()) || !text.startsWith('*** Begin Patch\n');
  return isLoose ? { reason: unpredictableReason } : predictStrictly(text, read);
};

/**
 * Whether VS Code writes something else than the chunks say: it copies instead of moving, prepends an added file to an
 * existing one, creates no empty file, and restores blank lines at the end.
 */
function isUncertain(file: PatchedFile, before: string | undefined, after: string | undefined): boolean {
  if (file.kind === 'delete') return false;
  if (file.kind === 'add') return (before ?? '') !== '' || after === '';
  if (file.moveTo !== undefined) return true;
  // It was not observed how VS Code indents a file whose first line, after the byte order mark, is indented.
  if (/^\ufeff[ \t]/.test(before ?? '')) return true;
  // VS Code removes a first line such as `// filepath: src/a.ts`.
  const [firstLine = ''] = after?.split('\n') ?? [];
  return firstLine.includes('filepath:') || blankLinesAtEnd(after ?? '') < blankLinesAtEnd(before ?? '');
}

/** Number of blank lines at the end of a text; a final line ending counts as one. */
function blankLinesAtEnd(text: string): number {
  const lines = text.split('\n');
  return lines.length - 1 - lines.findLastIndex((line) => line.trim() !== '');
}

/**
 * Whether VS Code matches the chunk exactly and applies its lines verbatim, apart from their indentation. False if in
 * doubt, as for chunks with an anchor or with nothing but added lines.
 */
function isTakenVerbatim({ anchor, lines }: Chunk, before: readonly string[]): boolean {
  const lastLine = lines.at(-1);
  if (anchor !== undefined || lines.every(({ mark }) => mark === '+')) return false;
  // VS Code drops a blank last line of context before it searches the chunk.
  if (lastLine?.mark === ' ' && lastLine.text.trim() === '') return false;
  if (before.some((line) => line.includes('filepath:') || lookAlike.test(line) || line.normalize('NFC') !== line))
    return false;
  // VS Code replaces a literal `\t` at the start of an added line by a tab.
  return lines.every(({ mark, text }) => mark !== '+' || !/^[\s/#]*\\t/.test(text));
}

function createReindent({ lines }: Chunk, before: readonly string[]): (line: string) => string {
  const fileIndentation = guessIndentation(before, { usesSpaces: false, size: 4 });
  const isAdded = ({ mark }: ChunkLine): boolean => mark === '+';
  const oldLines = lines.filter((line) => !isAdded(line)).map(({ text }) => text);
  const chunkIndentation = guessIndentation(
    [...lines.filter(isAdded).map(({ text }) => text), ...oldLines],
    fileIndentation,
  );
  const [firstLine = ''] = oldLines;
  // The levels by which the first old line is deeper if its columns are counted by the file's indentation.
  const addedLevels = Math.max(0, levelOf(firstLine, fileIndentation.size) - levelOf(firstLine, chunkIndentation.size));
  return (line) =>
    line.trim() === ''
      ? line
      : indentBy(addedLevels, fileIndentation) + reindent(line, chunkIndentation, fileIndentation);
}
