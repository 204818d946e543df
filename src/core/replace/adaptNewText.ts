// Adapts the new text of a replacement to the file: line endings, white space at line ends, indentation, spelling.
import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../text/normalizeLine.ts';
import { shiftIndent, type IndentShift } from '../text/indentShift.ts';
import { diffLists, type DiffBlock } from '../diff/lineDiff.ts';
import { reapplySpelling } from './reapplySpelling.ts';
import type { ReplaceTier } from './matches.ts';
import { splitAtEols, type Piece } from './splitAtEols.ts';

/** A replacement whose new text is to be adapted to the file. */
interface Adaptation {
  readonly tier: ReplaceTier;
  /** The text of the match in the file. */
  readonly fileText: string;
  /** The requested old text. */
  readonly oldText: string;
  /** The requested new text. */
  readonly newText: string;
  /** Line ending for new lines, until a line of the match has one; `''` if the file has none. */
  readonly eol: string;
  /** The shift from the indentation of the old text to the indentation of the match. */
  readonly shift: IndentShift;
  /** Whether an LF follows in the file, with which a lone CR at the end of the adapted text would be one line ending. */
  readonly isAboveLf: boolean;
}

/** The texts of an adaptation as lines; `file` and `old` have the same number. */
interface AdaptationLines {
  readonly file: readonly Piece[];
  readonly old: readonly Piece[];
  readonly new: readonly Piece[];
}

/**
 * Adapts new text to the file, line by line. Lines that old and new text have in common stay byte for byte as in the
 * file; other lines get the file's line endings, indentation and trailing white space.
 *
 * @returns the adapted text; undefined if that cannot be done without guessing or losing a line
 */
export function adaptNewText(adaptation: Adaptation): string | undefined {
  const isExact = adaptation.tier === 'exact';
  // A replacement that changes only line endings is literal.
  if (isExact && isSameExceptEndings(adaptation.oldText, adaptation.newText)) return adaptation.newText;
  // In an exact match, a lone CR is ordinary text.
  const splitsAtCr = !isExact;
  const lines = {
    file: splitAtEols(adaptation.fileText, splitsAtCr),
    old: splitAtEols(adaptation.oldText, splitsAtCr),
    new: splitAtEols(adaptation.newText, splitsAtCr),
  };
  // With different numbers of lines, it is unknown which ones match.
  const adaptedLines = lines.file.length === lines.old.length ? adaptLines(adaptation, lines) : undefined;
  if (adaptedLines === undefined) return undefined;
  const parts: string[] = [];
  let lastEol = adaptation.eol;
  for (const [index, { content, counterpart }] of adaptedLines.entries()) {
    if (counterpart !== undefined && counterpart.eol !== '') lastEol = counterpart.eol;
    // In a file without line endings, the requested ones are kept.
    const newEol = lastEol === '' ? (lines.new[index]?.eol ?? '') : lastEol;
    const isLast = index === adaptedLines.length - 1;
    const endsWithLf = isLast ? adaptation.isAboveLf : newEol === '\n';
    // The lone CR above a blank line and the LF of this line would be one ending.
    if (content === '' && parts.at(-1) === '\r' && endsWithLf) return undefined;
    parts.push(content, isLast ? '' : newEol);
  }
  return parts.join('');
}

interface AdaptedLine {
  readonly content: string;
  /** The line of the file whose ending this line gets; if that has none, it gets the ending of the line above it. */
  readonly counterpart: Piece | undefined;
}

/** The new lines in order: common ones copied from the file, differing ones adapted; undefined for a guess. */
function adaptLines(adaptation: Adaptation, lines: AdaptationLines): AdaptedLine[] | undefined {
  const adaptedLines: AdaptedLine[] = [];
  const copyLines = (from: number, to: number): void => {
    for (const line of lines.file.slice(from, to)) adaptedLines.push({ content: line.content, counterpart: line });
  };
  let copiedTo = 0;
  for (const block of diffLists(contentsOf(lines.old), contentsOf(lines.new))) {
    copyLines(copiedTo, block.beforeStart);
    const contents = adaptBlock(adaptation, lines, block);
    if (contents === undefined) return undefined;
    const replacedLines = lines.file.slice(block.beforeStart, block.beforeEnd);
    // Pushes one by one: a spread of very many lines as arguments overflows the stack.
    for (const [index, content] of contents.entries())
      adaptedLines.push({ content, counterpart: replacedLines[index] ?? replacedLines.at(-1) });
    copiedTo = block.beforeEnd;
  }
  copyLines(copiedTo, lines.file.length);
  return adaptedLines;
}

function contentsOf(pieces: readonly Piece[]): string[] {
  return pieces.map(({ content }) => content);
}

/** The new lines of a block, without their endings; undefined for a guess. */
function adaptBlock(adaptation: Adaptation, lines: AdaptationLines, block: DiffBlock): string[] | undefined {
  const fileLines = contentsOf(lines.file.slice(block.beforeStart, block.beforeEnd));
  const oldLines = contentsOf(lines.old.slice(block.beforeStart, block.beforeEnd));
  const newLines = contentsOf(lines.new.slice(block.afterStart, block.afterEnd));
  // A line consists of a body and a tail: its trailing white space, which stays as in the file unless the replacement
  // changes it.
  const bodyOf = adaptation.tier === 'look-alikes' ? lookAlikeBody : trimTrailing;
  const tailOf = (line = ''): string => line.slice(bodyOf(line).length);
  const bodies = newLines.map(bodyOf);
  const adapted =
    adaptation.tier === 'look-alikes'
      ? respellLines(fileLines, oldLines, bodies)
      : shiftLines(adaptation, fileLines, bodies);
  return adapted?.map((body, index) => {
    const tail = tailOf(newLines[index]);
    const keepsTail = fileLines.length === newLines.length && tail === tailOf(oldLines[index]) && !isBlank(body);
    return body + (keepsTail ? tailOf(fileLines[index]) : tail);
  });
}

/** A line without the white space at its end, typographic spaces included. */
function lookAlikeBody(line: string): string {
  return line.slice(0, trimTrailing(foldLookAlikes(line)).length);
}

/**
 * Applies the shift of indentation. Undefined if the result would be a guess: a line lacks the indentation to shift,
 * has an indentation that is not in the old text, or would mix tabs and spaces in a way that no line did before.
 */
function shiftLines(
  adaptation: Adaptation,
  fileLines: readonly string[],
  bodies: readonly string[],
): string[] | undefined {
  if (adaptation.tier !== 'indentation') return [...bodies];
  const allowedIndents = findAllowedIndents(adaptation);
  const shiftedBodies: string[] = [];
  for (const body of bodies) {
    const shifted = shiftIndent(body, adaptation.shift);
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
export function respellLines(
  fileLines: readonly string[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string[] | undefined {
  if (newLines.length === 0) return [];
  const textOf = (lines: readonly string[]): string => lines.map(lookAlikeBody).join('\n');
  const [fileText, oldText] = [textOf(fileLines), textOf(oldLines)];
  // A hunk's lines also match without a byte order mark or an odd space at their end, which one side alone may have.
  if (fileText.length !== oldText.length) return undefined;
  return reapplySpelling(fileText, oldText, newLines.join('\n'))?.split('\n');
}

/** Whether two texts are equal or differ in line endings only. */
export function isSameExceptEndings(one: string, two: string): boolean {
  return one.replaceAll(/\r\n?/g, '\n') === two.replaceAll(/\r\n?/g, '\n');
}
