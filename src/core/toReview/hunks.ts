// Accepts and reverts single hunks of an unreviewed file, as the editor's gutter shows them, by copying their lines.
import type { LineSpan } from '../change/hunks/hunks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { lineStarts } from '../text/text.ts';
import { countEols, dominantEol } from '../text/lineEndings.ts';

/**
 * A difference of two texts: `original` is the baseline, `modified` the current file. Lines count as in the editor: a
 * final line ending begins another, empty line.
 */
export interface ReviewHunk {
  readonly original: LineSpan;
  readonly modified: LineSpan;
}

/** A difference as the editor passes it to commands: 1-based, with an end of 0 if that side is empty. */
export interface EditorHunk {
  readonly originalStartLineNumber: number;
  readonly originalEndLineNumber: number;
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
}

/** Converts a difference from the editor's numbering to ours. */
export function fromEditorHunk(change: EditorHunk): ReviewHunk {
  return {
    original: toRange(change.originalStartLineNumber, change.originalEndLineNumber),
    modified: toRange(change.modifiedStartLineNumber, change.modifiedEndLineNumber),
  };
}

/** Converts one side. If it is empty (`end` 0), `start` is the 1-based line before it, so the 0-based line after it. */
function toRange(start: number, end: number): LineSpan {
  return end === 0 ? { start, end: start } : { start: start - 1, end };
}

/** Converts a block of our line diff, which counts no empty line after a final line ending. */
export function fromLineBlock(original: string, modified: string, block: DiffBlock): ReviewHunk {
  const { beforeStart, beforeEnd, afterStart, afterEnd } = block;
  // A hunk at the end of both texts extends to their ends, so that it covers a difference in the final line ending.
  const isAtEnd = beforeEnd === lineStarts(original).length - 1 && afterEnd === lineStarts(modified).length - 1;
  return {
    original: { start: beforeStart, end: isAtEnd ? editorLines(original).length : beforeEnd },
    modified: { start: afterStart, end: isAtEnd ? editorLines(modified).length : afterEnd },
  };
}

interface EditorLine {
  /** Without the line ending. */
  readonly text: string;
  /** Empty for the last line. */
  readonly eol: string;
}

/** Copies a hunk's lines from one text into the other, which `into` names, and returns the result. */
export function copyHunk(original: string, modified: string, hunk: ReviewHunk, into: 'original' | 'modified'): string {
  const isIntoOriginal = into === 'original';
  const [target, source] = isIntoOriginal ? [original, modified] : [modified, original];
  const targetRange = isIntoOriginal ? hunk.original : hunk.modified;
  const sourceRange = isIntoOriginal ? hunk.modified : hunk.original;
  const targetLines = editorLines(target);
  // A text of one line has no line endings to follow.
  const eol = dominantEol(/[\r\n]/.test(target) ? target : source);
  // Two texts with one kind of line ending each may differ in all endings; that difference is not part of the hunk.
  const shouldConvertEols = uniformEol(target) !== undefined && uniformEol(source) !== undefined;
  const copiedLines = editorLines(source)
    .slice(sourceRange.start, sourceRange.end)
    .map((line) => (shouldConvertEols && line.eol !== '' ? { ...line, eol } : line));
  return joinLines(
    [...targetLines.slice(0, targetRange.start), ...copiedLines, ...targetLines.slice(targetRange.end)],
    eol,
  );
}

/**
 * Whether hunks, in order of lines, are all differences of two texts. Compares the lines between them pairwise, without
 * white space at their ends, which the editor's diff may ignore. False if the texts have changed since the diff.
 */
export function areAllHunks(original: string, modified: string, hunks: readonly ReviewHunk[]): boolean {
  const [originalLines, modifiedLines] = [editorLines(original), editorLines(modified)];
  let [originalLine, modifiedLine] = [0, 0];
  // An empty hunk at the end of both texts makes the loop compare the lines after the last hunk, too.
  for (const hunk of [...hunks, createEndHunk(originalLines.length, modifiedLines.length)]) {
    if (hunk.original.start - originalLine !== hunk.modified.start - modifiedLine) return false;
    for (; originalLine < hunk.original.start; originalLine++, modifiedLine++)
      if (originalLines[originalLine]?.text.trim() !== modifiedLines[modifiedLine]?.text.trim()) return false;
    originalLine = hunk.original.end;
    modifiedLine = hunk.modified.end;
  }
  return true;
}

function createEndHunk(originalEnd: number, modifiedEnd: number): ReviewHunk {
  return {
    original: { start: originalEnd, end: originalEnd },
    modified: { start: modifiedEnd, end: modifiedEnd },
  };
}

function editorLines(text: string): EditorLine[] {
  const lines: EditorLine[] = [];
  const endings = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = endings.exec(text); match !== null; match = endings.exec(text)) {
    lines.push({ text: text.slice(start, match.index), eol: match[0] });
    start = endings.lastIndex;
  }
  return [...lines, { text: text.slice(start), eol: '' }];
}

/**
 * Joins lines with their own endings. The last line gets none; a line without an ending, taken from the end of another
 * text, gets `eol`.
 */
function joinLines(lines: readonly EditorLine[], eol: string): string {
  const withEnding = (line: EditorLine): string => line.text + (line.eol === '' ? eol : line.eol);
  return [...lines.slice(0, -1).map(withEnding), lines.at(-1)?.text ?? ''].join('');
}

/** The line ending of a text; undefined if it has none, or several kinds. */
function uniformEol(text: string): string | undefined {
  const usedEols = Object.entries(countEols(text)).flatMap(([eol, count]) => (count > 0 ? eol : []));
  return usedEols.length === 1 ? usedEols[0] : undefined;
}
