// Adapts the new text of a replacement to the file: line endings, indentation, spelling.
import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/normalizeLine.ts';
import { shiftIndent, type IndentShift } from '../text/indentShift.ts';
import { diffLists, type DiffBlock } from '../diff/lineDiff.ts';
import { reapplySpelling } from './reapplySpelling.ts';
import type { ReplaceTier } from './matches.ts';
import { splitAtEols, type Piece } from './splitAtEols.ts';

/** A replacement to adapt to the file. */
interface Adaptation {
  readonly tier: ReplaceTier;
  /** The text of the match in the file. */
  readonly fileText: string;
  /** The requested old text. */
  readonly oldText: string;
  /** The requested new text. */
  readonly newText: string;
  /** Line ending of new lines before the first line of the match that has one; `''` if the file has none. */
  readonly eol: string;
  readonly shift: IndentShift;
}

/** The texts of an adaptation as lines; `file` and `old` have the same number. */
interface AdaptationLines {
  readonly file: readonly Piece[];
  readonly old: readonly Piece[];
  readonly new: readonly Piece[];
}

/**
 * Adapts new text to the file, line by line: lines that old and new text have in common stay byte for byte as in the
 * file; others get the file's line endings, indentation and trailing white space.
 *
 * @returns undefined if that cannot be done without guessing
 */
export function adaptNewText(task: Adaptation): string | undefined {
  // In an exact match, a lone CR is ordinary text.
  const splitsAtCr = task.tier !== 'exact';
  // A replacement that changes only line endings is literal.
  if (!splitsAtCr && isSameExceptEndings(task.oldText, task.newText)) return task.newText;
  const lines = {
    file: splitAtEols(task.fileText, splitsAtCr),
    old: splitAtEols(task.oldText, splitsAtCr),
    new: splitAtEols(task.newText, splitsAtCr),
  };
  const adaptedLines = lines.file.length === lines.old.length ? adaptLines(task, lines) : undefined;
  if (adaptedLines === undefined) return undefined;
  const parts: string[] = [];
  let lastEol = task.eol;
  for (const [at, { content, counterpart }] of adaptedLines.entries()) {
    if (counterpart !== undefined && counterpart.eol !== '') lastEol = counterpart.eol;
    const newEol = lastEol === '' ? (lines.new[at]?.eol ?? '') : lastEol;
    const isLast = at === adaptedLines.length - 1;
    parts.push(content, isLast ? '' : newEol);
  }
  return parts.join('');
}

interface AdaptedLine {
  readonly content: string;
  /** The line of the file whose ending this line gets; if that has none, it gets the ending of the line above it. */
  readonly counterpart: Piece | undefined;
}

/** The new lines in order: common ones copied from the file, those of each differing block adapted. */
function adaptLines(task: Adaptation, lines: AdaptationLines): AdaptedLine[] | undefined {
  const adaptedLines: AdaptedLine[] = [];
  const copyLines = (from: number, to: number): void => {
    for (const line of lines.file.slice(from, to)) adaptedLines.push({ content: line.content, counterpart: line });
  };
  let copiedTo = 0;
  for (const block of diffLists(contentsOf(lines.old), contentsOf(lines.new))) {
    copyLines(copiedTo, block.beforeStart);
    const contents = adaptBlock(task, lines, block);
    if (contents === undefined) return undefined;
    const replacedLines = lines.file.slice(block.beforeStart, block.beforeEnd);
    // One by one: a spread of very many lines as arguments overflows the stack.
    for (const [at, content] of contents.entries())
      adaptedLines.push({ content, counterpart: replacedLines[at] ?? replacedLines.at(-1) });
    copiedTo = block.beforeEnd;
  }
  copyLines(copiedTo, lines.file.length);
  return adaptedLines;
}

function contentsOf(pieces: readonly Piece[]): string[] {
  return pieces.map(({ content }) => content);
}

/** The new lines of a block, without their endings. */
function adaptBlock(task: Adaptation, lines: AdaptationLines, block: DiffBlock): string[] | undefined {
  const fileLines = contentsOf(lines.file.slice(block.beforeStart, block.beforeEnd));
  const oldLines = contentsOf(lines.old.slice(block.beforeStart, block.beforeEnd));
  const newLines = contentsOf(lines.new.slice(block.afterStart, block.afterEnd));
  // A line consists of a body and a tail: its trailing white space, which stays as in the file unless the replacement
  // changes it.
  const bodyOf = task.tier === 'look-alikes' ? lookAlikeBody : trimTrailing;
  const tailOf = (line = ''): string => line.slice(bodyOf(line).length);
  const bodies = newLines.map(bodyOf);
  const adapted =
    task.tier === 'look-alikes' ? respellLines(fileLines, oldLines, bodies) : shiftLines(task, fileLines, bodies);
  return adapted?.map((body, at) => {
    const tail = tailOf(newLines[at]);
    const keepsTail = fileLines.length === newLines.length && tail === tailOf(oldLines[at]) && !isBlank(body);
    return body + (keepsTail ? tailOf(fileLines[at]) : tail);
  });
}

/** A line without the white space at its end, typographic spaces included. */
function lookAlikeBody(line: string): string {
  return line.slice(0, trimTrailing(foldLookAlikes(line)).length);
}

/** Applies the shift of indentation; undefined if the result would be a guess. */
function shiftLines(task: Adaptation, fileLines: readonly string[], bodies: readonly string[]): string[] | undefined {
  if (task.tier !== 'indentation') return [...bodies];
  const allowedIndents = findAllowedIndents(task);
  const shiftedBodies: string[] = [];
  for (const body of bodies) {
    const shifted = shiftIndent(body, task.shift);
    if (shifted === undefined) return undefined;
    shiftedBodies.push(shifted);
    if (isBlank(body)) continue;
    if (allowedIndents?.has(splitIndent(body).indent) === false) return undefined;
    const isNewlyMixed = mixesTabsAndSpaces(shifted) && ![body, ...fileLines].some(mixesTabsAndSpaces);
    if (isNewlyMixed) return undefined;
  }
  return shiftedBodies;
}

/**
 * The indentations that new lines may have; undefined for any. If tabs become spaces or vice versa, and all lines have
 * the same indentation of several tabs, the width of a tab is unknown: only the indentations of the old text are safe.
 */
function findAllowedIndents({ oldText, fileText, shift }: Adaptation): ReadonlySet<string> | undefined {
  if (shift.kind === 'prefix') return undefined;
  const indentsOf = (text: string): Set<string> =>
    new Set(splitAtEols(text).flatMap(({ content }) => (isBlank(content) ? [] : [splitIndent(content).indent])));
  const oldIndents = indentsOf(oldText);
  const [tabIndent = ''] = indentsOf(shift.kind === 'tabsToSpaces' ? oldText : fileText);
  const hasOneTab = tabIndent.split('\t').length === 2;
  return oldIndents.size > 1 || hasOneTab ? undefined : oldIndents;
}

function mixesTabsAndSpaces(line: string): boolean {
  const { indent } = splitIndent(line);
  return indent.includes('\t') && indent.includes(' ');
}

/** Applies the file's typographic spelling to lines; undefined if that would be a guess. */
function respellLines(
  fileLines: readonly string[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string[] | undefined {
  if (newLines.length === 0) return [];
  const textOf = (lines: readonly string[]): string => lines.map(lookAlikeBody).join('\n');
  return reapplySpelling(textOf(fileLines), textOf(oldLines), newLines.join('\n'))?.split('\n');
}

/** Whether two texts are equal or differ in line endings only. */
export function isSameExceptEndings(one: string, two: string): boolean {
  return one.replaceAll(/\r\n?/g, '\n') === two.replaceAll(/\r\n?/g, '\n');
}
