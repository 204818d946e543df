// Formats a patch (`*** Begin Patch`) that makes exactly the given changes, as the changed input of an agent's tool.
import { diffLists, type DiffBlock } from '../../diff/lineDiff.ts';
import type { ApprovedFile } from '../dialect.ts';
import { parseApplyPatch } from './applyPatch.ts';
import {
  haveSameResults,
  hiddenBom,
  predictApplyPatch,
  splitLines,
  type PatchToolBehavior,
} from '../predict/predictApplyPatch.ts';
import { occursOnce } from '../predict/smallestReplacement.ts';

/** Maximum number of chunks of a file, each searched for in all of it; with more differences, it gets one. */
const maxChunks = 200;

/**
 * Formats a patch that makes exactly these changes. The chunks of a file are unique in it, so that every parser finds
 * the same position. Undefined if the format or the tool cannot express it: a changed last line without an ending,
 * other line endings than the file's, odd names.
 */
export function formatApplyPatch(files: readonly ApprovedFile[], behavior: PatchToolBehavior): string | undefined {
  const fileLines = files.flatMap((file) => formatFile(file, behavior));
  const text = ['*** Begin Patch', ...fileLines, '*** End Patch', ''].join('\n');
  const beforeByPath = new Map(files.map((file) => [file.movedFrom ?? file.path, file.before]));
  const predicted = predictApplyPatch(parseApplyPatch(text) ?? [], (path) => beforeByPath.get(path), behavior);
  return predicted !== undefined && haveSameResults(predicted, files) ? text : undefined;
}

function formatFile({ path, before, after, movedFrom }: ApprovedFile, behavior: PatchToolBehavior): string[] {
  if (after === undefined) return [`*** Delete File: ${path}`];
  if (before === undefined) return [`*** Add File: ${path}`, ...splitLines(after, behavior).map((line) => `+${line}`)];
  const move = movedFrom === undefined ? [] : [`*** Move to: ${path}`];
  const linesOf = (text: string): string[] => splitLines(text.slice(hiddenBom(text, behavior).length), behavior);
  return [`*** Update File: ${movedFrom ?? path}`, ...move, ...formatChunks(linesOf(before), linesOf(after), behavior)];
}

function formatChunks(before: readonly string[], after: readonly string[], behavior: PatchToolBehavior): string[] {
  const blocks = diffLists(before, after);
  // The format requires a chunk even for a move without changes.
  const firstBlock = blocks[0] ?? { beforeStart: 0, beforeEnd: 1, afterStart: 0, afterEnd: 1 };
  const { beforeEnd, afterEnd } = blocks.at(-1) ?? firstBlock;
  const wholeRange = { ...firstBlock, beforeEnd, afterEnd };
  const parts = blocks.length === 0 || blocks.length > maxChunks ? [wholeRange] : blocks;
  const uniqueParts = parts.map((part) => widenUntilUnique(part, before, behavior));
  return mergeOverlapping(uniqueParts).flatMap((part) => formatChunk(part, before, after));
}

/** Adds context to a part, on both sides, until its lines occur only once in the file; at worst the whole file. */
function widenUntilUnique(part: DiffBlock, before: readonly string[], behavior: PatchToolBehavior): DiffBlock {
  const isDroppedAtEnd = (line = ''): boolean => behavior.dropsBlankEnd === true && line.trim() === '';
  // Between line feeds, only whole lines match.
  const text = `\n${before.join('\n')}\n`;
  for (let context = 1; ; context *= 2) {
    const start = Math.max(0, part.beforeStart - context);
    let end = Math.min(before.length, part.beforeEnd + context);
    const isWhole = start === 0 && end === before.length;
    while (end > part.beforeEnd && isDroppedAtEnd(before[end - 1])) end--;
    const isUsable = isWhole || (end > start && occursOnce(text, `\n${before.slice(start, end).join('\n')}\n`));
    if (isUsable)
      return {
        beforeStart: start,
        beforeEnd: end,
        afterStart: part.afterStart - (part.beforeStart - start),
        afterEnd: part.afterEnd + (end - part.beforeEnd),
      };
  }
}

/** Merges parts that touch or overlap. Parts are in order, and the lines between their differences are equal. */
function mergeOverlapping(parts: readonly DiffBlock[]): DiffBlock[] {
  const mergedParts: DiffBlock[] = [];
  for (const part of parts) {
    const previous = mergedParts.at(-1);
    if (previous === undefined || part.beforeStart > previous.beforeEnd) {
      mergedParts.push(part);
      continue;
    }
    const beforeEnd = Math.max(previous.beforeEnd, part.beforeEnd);
    const afterEnd = part.afterEnd + (beforeEnd - part.beforeEnd);
    mergedParts[mergedParts.length - 1] = { ...previous, beforeEnd, afterEnd };
  }
  return mergedParts;
}

function formatChunk(
  { beforeStart, beforeEnd, afterStart, afterEnd }: DiffBlock,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const oldLines = before.slice(beforeStart, beforeEnd);
  const newLines = after.slice(afterStart, afterEnd);
  const lineGroups: (readonly string[])[] = [['@@']];
  let nextOld = 0;
  let nextNew = 0;
  for (const block of diffLists(oldLines, newLines)) {
    lineGroups.push(oldLines.slice(nextOld, block.beforeStart).map((line) => ` ${line}`));
    lineGroups.push(oldLines.slice(block.beforeStart, block.beforeEnd).map((line) => `-${line}`));
    lineGroups.push(newLines.slice(block.afterStart, block.afterEnd).map((line) => `+${line}`));
    [nextOld, nextNew] = [block.beforeEnd, block.afterEnd];
  }
  return [...lineGroups.flat(), ...newLines.slice(nextNew).map((line) => ` ${line}`)];
}
