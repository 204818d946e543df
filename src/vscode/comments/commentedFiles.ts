// Determines the commentable lines of a review's files, and maps lines between documents and sides of the changes.

import * as vscode from 'vscode';
import { compareChangeSync } from '../../core/change/changeComparison.ts';
import type { Change, Location } from '../../core/change/change.ts';
import { displayPathOf, locationsOf } from '../../core/change/summary.ts';
import type { CommentedLines, SentText } from '../../core/comments/draft.ts';
import type { CommentSide } from '../../core/comments/lineComment.ts';
import { isCommentable, UnifiedLines } from '../../core/comments/unifiedLines.ts';
import type { MovedLines } from '../../core/comments/moveLines.ts';
import { editorLinesOf } from '../../core/text/text.ts';
import type { LineRange } from '../../core/diff/lineBlocks.ts';
import type { DiffBlock } from '../../core/diff/lineDiff.ts';
import { displayText } from '../../core/text/encoding.ts';
import { openDocument } from '../files/openDocuments.ts';
import type { EditorTexts } from '../review/proposal/amendments.ts';
import { toRange } from './threads.ts';
import type { DiffPair } from '../review/diff/diffPair.ts';

/** One side of a file under review, as text. */
export interface CommentedSide {
  readonly uri: vscode.Uri;
  readonly change: Change;
  readonly side: CommentSide;
  /** The planned text, as `displayText` shows it. */
  readonly text: string;
  /** Whether the file may contain secrets, so that only lines that the agent itself proposed are quoted to it. */
  readonly isSensitive: boolean;
  /** The document that shows its lines: `uri`, or the unified diff of the file. */
  readonly documentUri: vscode.Uri;
  /** Maps the lines of the unified diff that shows the file; undefined until it is open, or if it is too long. */
  readonly unified?: () => UnifiedLines | undefined;
}

/**
 * The sides of a review's files that are texts, by the URI of the side.
 * @param protectedLocations locations of these changes (the same objects) that the rules protect
 */
export function commentedSides(
  pairs: readonly DiffPair[],
  protectedLocations: readonly Location[],
): ReadonlyMap<string, CommentedSide> {
  const sides = pairs.flatMap(({ filledSides: [before, after], change, isUnified }) => {
    const isSensitive = mayContainSecrets(change, protectedLocations);
    const fileSides = [
      ...textSideOf(before, change, 'before', isSensitive),
      ...textSideOf(after, change, 'after', isSensitive),
    ];
    if (!isUnified) return fileSides;
    const unified = lazyUnifiedLines(after);
    return fileSides.map((fileSide) => ({ ...fileSide, documentUri: after, unified }));
  });
  return new Map(sides.map((fileSide) => [fileSide.uri.toString(), fileSide]));
}

/** The sides whose lines a document shows: one, or both of a unified diff. */
export function sidesInDocument(sides: ReadonlyMap<string, CommentedSide>, document: vscode.Uri): CommentedSide[] {
  const shown = document.toString();
  return [...sides.values()].filter(({ documentUri }) => documentUri.toString() === shown);
}

/** The canonical URIs of a review's files, before and after moves. */
export function fileUrisOf(sides: ReadonlyMap<string, CommentedSide>): Set<string> {
  return new Set([...sides.values()].flatMap(({ change }) => [change.at.real, ...sourceOfMove(change)]));
}

/**
 * The sides of the file at a canonical URI; if there are none, the sides of the file that the review moves from there.
 */
export function sidesOfFile(sides: ReadonlyMap<string, CommentedSide>, fileUri: string): CommentedSide[] {
  const all = [...sides.values()];
  const sidesThere = all.filter(({ change }) => change.at.real === fileUri);
  return sidesThere.length > 0 ? sidesThere : all.filter(({ change }) => sourceOfMove(change).includes(fileUri));
}

function sourceOfMove(change: Change): string[] {
  return change.kind === 'move' ? [change.from.real] : [];
}

/** Whether a file's text may be secret: it is protected (the same `Location` object) or outside of the workspace. */
function mayContainSecrets(change: Change, protectedLocations: readonly Location[]): boolean {
  return locationsOf(change).some((at) => protectedLocations.includes(at) || outsidePathPattern.test(at.path));
}

/** Matches display paths of files outside of the workspace: `/a`, `\\server\a`, `~/a`, `C:\a`, `scheme:/a`. */
const outsidePathPattern = /^(?:[\\/~]|[a-z][\w+.-]*:)/i;

function textSideOf(uri: vscode.Uri, change: Change, side: CommentSide, isSensitive: boolean): CommentedSide[] {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  const content = side === 'before' ? before : after;
  if (content?.kind !== 'text') return [];
  return [{ uri, change, side, text: displayText(content.text), isSensitive, documentUri: uri }];
}

/** Returns a function that reads the lines of a unified diff from its open document, once, since they never change. */
function lazyUnifiedLines(uri: vscode.Uri): () => UnifiedLines | undefined {
  let lines: UnifiedLines | undefined;
  return () => {
    const text = lines === undefined ? openDocument(uri)?.getText() : undefined;
    if (text !== undefined && isCommentable(text)) lines = new UnifiedLines(text);
    return lines;
  };
}

/**
 * The lines of a document that can be commented on:
 * - of a unified diff, its hunks,
 * - of the proposal, all,
 * - of the old text, those that the change removes or replaces.
 */
export function commentableRanges(
  { side, change, unified }: CommentedSide,
  { lineCount }: vscode.TextDocument,
): vscode.Range[] {
  if (unified !== undefined) return (unified()?.hunks ?? []).map(toRange);
  if (side === 'after') return [new vscode.Range(0, 0, lineCount - 1, 0)];
  return blocksOf(change).flatMap(({ beforeStart, beforeEnd }) =>
    beforeStart < beforeEnd ? [new vscode.Range(beforeStart, 0, beforeEnd - 1, 0)] : [],
  );
}

/** The blocks of lines that differ, 0-based, with exclusive ends; none if a side is not text. */
function blocksOf(change: Change): readonly DiffBlock[] {
  return compareChangeSync(change)?.blocks ?? [];
}

/** Whether a change removes or replaces some of these lines of the text before it. */
export function removesLines(change: Change, { start, end }: LineRange): boolean {
  return blocksOf(change).some(
    ({ beforeStart, beforeEnd }) => Math.max(beforeStart, start - 1) < Math.min(beforeEnd, end),
  );
}

/**
 * The text that line numbers of sent comments refer to: on the proposal's side, the text that was approved, as the user
 * amended it; else the planned text of the side.
 * @param approved undefined for a rejection
 */
export function sentText(
  { change, side, text }: CommentedSide,
  approved: { readonly texts: EditorTexts; readonly excluded: ReadonlySet<Change> } | undefined,
): SentText {
  const isExcluded = approved?.excluded.has(change) === true;
  const amended = side === 'after' && !isExcluded ? approved?.texts.get(change)?.text : undefined;
  return { path: displayPathOf(change), text: amended ?? text, isExcluded };
}

/** The text of a side in the editor, with the user's edits; the planned text in a unified diff, which is read-only. */
export function currentTextOf({ uri, text, unified }: CommentedSide): string {
  return (unified === undefined ? openDocument(uri)?.getText() : undefined) ?? text;
}

/**
 * Finds the side that lines of a document belong to, and their numbers there. @param sides the sides that the document
 * shows
 */
export function findSideLines(
  sides: readonly CommentedSide[],
  documentLines: LineRange,
): { readonly fileSide: CommentedSide; readonly lines: LineRange } | undefined {
  const [first] = sides;
  if (first === undefined) return undefined;
  if (first.unified === undefined) return { fileSide: first, lines: documentLines };
  const sideLines = first.unified()?.sideLinesOf(documentLines);
  const fileSide = sides.find(({ side }) => side === sideLines?.side);
  return fileSide && sideLines && { fileSide, lines: sideLines.lines };
}

/** Maps lines of a side to its document; lines that are not in a unified diff are shown at its first hunk. */
export function toDocumentLines({ unified }: CommentedSide, side: CommentSide, moved: MovedLines): MovedLines {
  if (unified === undefined) return moved;
  const unifiedLines = unified();
  const firstLine = unifiedLines?.hunks[0]?.start ?? 1;
  const lines = unifiedLines?.diffLinesOf({ side, lines: moved.lines }) ?? { start: firstLine, end: firstLine };
  return { ...moved, lines };
}

/** Describes lines of a side, in its current text, for a new comment. */
export function commentedLinesOf(fileSide: CommentedSide, lines: LineRange): CommentedLines {
  const { change, side } = fileSide;
  const text = currentTextOf(fileSide);
  return {
    file: change.at.real,
    path: displayPathOf(change),
    side,
    text,
    lines,
    mayQuote: !fileSide.isSensitive || isProposed(fileSide, lines, text),
  };
}

/** Whether the agent proposed exactly these lines, so that quoting them reveals nothing. */
function isProposed({ change, side, text }: CommentedSide, { start, end }: LineRange, currentText: string): boolean {
  if (side === 'before') return false;
  const linesIn = (whole: string): string =>
    editorLinesOf(whole)
      .slice(start - 1, end)
      .join('\n');
  if (linesIn(text) !== linesIn(currentText)) return false;
  return blocksOf(change).some(({ afterStart, afterEnd }) => afterStart < start && end <= afterEnd);
}
