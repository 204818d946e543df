// Predicts the results of an agent's `apply_patch` tool, for patches whose lines match exactly, and compares results
// with the approved ones.
import type { ApprovedFile } from '../dialect.ts';
import type { Chunk, PatchedFile } from '../toolInputs/applyPatch.ts';

/** The behaviour of an agent's patch tool when it writes files. */
export interface PatchToolBehavior {
  /**
   * Whether lines keep CRLF, and added lines get the file's first line ending. If false, files with CR are not
   * predicted.
   */
  readonly keepsCrlf: boolean;
  /** Whether every result gets a final newline. If not, a text that ends with LF has an empty last line. */
  readonly addsFinalNewline: boolean;
  /**
   * Converts the lines that a chunk adds, by the original lines of the file; undefined if the result is uncertain.
   * Absent for a tool that writes them unchanged.
   */
  readonly createLineAdapter?: (chunk: Chunk, before: readonly string[]) => ((line: string) => string) | undefined;
  /** Whether the tool drops blank lines of context from the end of a chunk. */
  readonly dropsBlankEnd?: boolean;
  /** Whether an update does not see the file's byte order mark, which stays. */
  readonly hidesBom?: boolean;
  /** Whether the tool may write something else than the chunks say. Absent if it never does. */
  readonly isUncertain?: (file: PatchedFile, before: string | undefined, after: string | undefined) => boolean;
}

/** Splits a text into lines without endings, as the tool counts them. */
export function splitLines(text: string, { addsFinalNewline }: PatchToolBehavior): string[] {
  const lines = text.split(/\r?\n/);
  if (addsFinalNewline && lines.at(-1) === '') lines.pop();
  return lines;
}

/** The byte order mark of a text, if the tool does not see it; else `''`. */
export function hiddenBom(text: string, { hidesBom }: PatchToolBehavior): string {
  return hidesBom === true && text.startsWith('\ufeff') ? '\ufeff' : '';
}

/**
 * Predicts a patch's result if every chunk matches exactly, and places each like Codex's own tool: at the first match
 * after the previous chunk. Undefined if the tool rejects the patch, would match fuzzily, or if its result is
 * uncertain.
 * @param read returns the current text of a file, by its path in the patch; undefined for an absent one
 */
export function predictApplyPatch(
  files: readonly PatchedFile[],
  read: (path: string) => string | undefined,
  behavior: PatchToolBehavior,
): readonly ApprovedFile[] | undefined {
  const predicted: ApprovedFile[] = [];
  const namedPaths = new Set<string>();
  for (const file of files) {
    const before = read(file.path);
    const moveTo = file.kind === 'update' ? file.moveTo : undefined;
    const target = moveTo ?? file.path;
    // Tools treat such patches differently: some delete a file that is moved to itself.
    const isNamedTwice = namedPaths.has(file.path) || namedPaths.has(target);
    const overwritesTarget = moveTo !== undefined && read(moveTo) !== undefined;
    if (isNamedTwice || overwritesTarget) return undefined;
    namedPaths.add(file.path).add(target);
    if (file.kind !== 'add' && before === undefined) return undefined;
    const after = file.kind === 'delete' ? undefined : textAfter(file, before ?? '', behavior);
    const isUnpredictable = after === undefined && file.kind !== 'delete';
    if (isUnpredictable || behavior.isUncertain?.(file, before, after) === true) return undefined;
    predicted.push({ path: target, before, after, ...(moveTo === undefined ? {} : { movedFrom: file.path }) });
  }
  return predicted;
}

/** Whether two lists have the same files, moves and new contents, in any order. */
export function haveSameResults(files: readonly ApprovedFile[], otherFiles: readonly ApprovedFile[]): boolean {
  if (files.length !== otherFiles.length) return false;
  return files.every(({ path, after, movedFrom }) =>
    otherFiles.some((file) => file.path === path && file.after === after && file.movedFrom === movedFrom),
  );
}

/** The content of a file after the patch; undefined if it is rejected or uncertain. */
function textAfter(
  file: Exclude<PatchedFile, { kind: 'delete' }>,
  before: string,
  behavior: PatchToolBehavior,
): string | undefined {
  if (file.kind === 'update') {
    const bom = hiddenBom(before, behavior);
    const after = applyChunks(before.slice(bom.length), file.chunks, behavior);
    return after === undefined ? undefined : bom + after;
  }
  return file.lines.join('\n') + (behavior.addsFinalNewline && file.lines.length > 0 ? '\n' : '');
}

interface FileLine {
  readonly text: string;
  /** Line ending; `''` for a last line without one. */
  readonly eol: string;
}

/** The text after all chunks; undefined if one of them does not match exactly, or if its result is uncertain. */
function applyChunks(before: string, chunks: readonly Chunk[], behavior: PatchToolBehavior): string | undefined {
  // Codex takes a lone CR for the file's line ending, but does not split lines at it, so such files are not predicted.
  if (behavior.keepsCrlf ? /\r(?!\n)/.test(before) : before.includes('\r')) return undefined;
  const lines = fileLinesIn(before, behavior);
  const texts = lines.map(({ text }) => text);
  const [firstEol = '\n'] = /\r?\n/.exec(before) ?? [];
  const mixesEndings = lines.some(({ eol }) => eol !== '' && eol !== firstEol);
  const output: FileLine[] = [];
  // Index of the first original line that is neither in the output nor deleted.
  let nextLine = 0;
  for (const chunk of chunks) {
    const start = findChunk(chunk, texts, nextLine);
    const adaptLine = behavior.createLineAdapter === undefined ? verbatim : behavior.createLineAdapter(chunk, texts);
    // In a file with mixed line endings, it is uncertain which one a line between two changes of a chunk gets.
    const isEndingUncertain = mixesEndings && hasContextBetweenChanges(chunk);
    if (start === undefined || adaptLine === undefined || isEndingUncertain) return undefined;
    for (const line of lines.slice(nextLine, start)) output.push(line);
    nextLine = start;
    for (const { mark, text } of chunk.lines) {
      if (mark === '+') output.push({ text: adaptLine(text), eol: firstEol });
      if (mark === ' ') output.push(lines[nextLine] ?? { text, eol: firstEol });
      if (mark !== '+') nextLine++;
    }
  }
  const result = [...output, ...lines.slice(nextLine)];
  if (behavior.addsFinalNewline) return result.map(({ text, eol }) => text + (eol === '' ? firstEol : eol)).join('');
  // No tool without `addsFinalNewline` has `keepsCrlf`, so all endings are LF.
  return result.map(({ text }) => text).join('\n');
}

function fileLinesIn(text: string, behavior: PatchToolBehavior): FileLine[] {
  const eols = text.match(/\r?\n/g) ?? [];
  return splitLines(text, behavior).map((line, index) => ({ text: line, eol: eols[index] ?? '' }));
}

function verbatim(line: string): string {
  return line;
}

function hasContextBetweenChanges({ lines }: Chunk): boolean {
  const marks = lines.map(({ mark }) => mark).join('');
  // The mark of context is a blank, so trimming removes the context at both ends.
  return marks.trim().includes(' ');
}

/** Index of the first line that a chunk matches, from `fromLine` on; undefined if lines or anchor are missing. */
function findChunk(chunk: Chunk, lines: readonly string[], fromLine: number): number | undefined {
  const { anchor } = chunk;
  const lineAbove = anchor === undefined ? fromLine - 1 : lines.indexOf(anchor, fromLine);
  if (anchor !== undefined && lineAbove < 0) return undefined;
  const oldLines = chunk.lines.filter(({ mark }) => mark !== '+').map(({ text }) => text);
  // Chunks with only added lines go to the end of the file; with a blank last line, tools differ in where that is.
  if (oldLines.length === 0) return lines.at(-1) === '' ? undefined : lines.length;
  const lastStart = lines.length - oldLines.length;
  for (let start = chunk.isAtEnd ? lastStart : lineAbove + 1; start > lineAbove && start <= lastStart; start++) {
    if (oldLines.every((line, index) => lines[start + index] === line)) return start;
  }
  return undefined;
}
