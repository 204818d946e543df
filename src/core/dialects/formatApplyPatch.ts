// Formats a patch that makes exactly the given changes.
import { diffLists } from '../diff/lineDiff.ts';
import type { ApprovedFile } from './dialect.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { predictApplyPatch, splitLines, type PatchToolBehavior } from './predictApplyPatch.ts';
import { occursOnce } from './smallestReplacement.ts';

/** Maximum number of chunks; a file with more differences gets a single one. */
const maxChunks = 200;

/**
 * Formats a patch `*** Begin Patch` that makes exactly these changes. The chunks of a file are unique in it, so that
 * every parser finds the same position. Undefined if the format or the tool cannot express it: a changed last line
 * without an ending, other line endings than the file's, odd names.
 */
export function formatApplyPatch(files: readonly ApprovedFile[], tool: PatchToolBehavior): string | undefined {
  const text = ['*** Begin Patch', ...files.flatMap((file) => formatFile(file, tool)), '*** End Patch', ''].join('\n');
  const beforeByPath = new Map(files.map((file) => [file.movedFrom ?? file.path, file.before]));
  const predicted = predictApplyPatch(parseApplyPatch(text) ?? [], (path) => beforeByPath.get(path), tool);
  const isSame = (file: ApprovedFile): boolean =>
    predicted?.some(
      (each) => each.path === file.path && each.after === file.after && each.movedFrom === file.movedFrom,
    ) === true;
  return predicted?.length === files.length && files.every(isSame) ? text : undefined;
}

function formatFile({ path, before, after, movedFrom }: ApprovedFile, tool: PatchToolBehavior): string[] {
  if (after === undefined) return [`*** Delete File: ${path}`];
  const lines = splitLines(after, tool);
  if (before === undefined) return [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)];
  const move = movedFrom === undefined ? [] : [`*** Move to: ${path}`];
  return [`*** Update File: ${movedFrom ?? path}`, ...move, ...chunksOf(splitLines(before, tool), lines, tool)];
}

/** Lines `[start, end)` before and `[afterStart, afterEnd)` after. */
interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

function chunksOf(before: readonly string[], after: readonly string[], tool: PatchToolBehavior): string[] {
  const blocks = diffLists(before, after).map((block): ChangedLines => ({
    start: block.beforeStart,
    end: block.beforeEnd,
    afterStart: block.afterStart,
    afterEnd: block.afterEnd,
  }));
  // A move requires a chunk, even one without changes.
  const first = blocks[0] ?? { start: 0, end: 1, afterStart: 0, afterEnd: 1 };
  const lastBlock = blocks.at(-1) ?? first;
  const wholeRange = {
    start: first.start,
    end: lastBlock.end,
    afterStart: first.afterStart,
    afterEnd: lastBlock.afterEnd,
  };
  const parts = blocks.length === 0 || blocks.length > maxChunks ? [wholeRange] : blocks;
  return mergeOverlapping(parts.map((part) => widenUntilUnique(part, before, tool))).flatMap((part) =>
    formatChunk(part, before, after),
  );
}

/** Adds as many lines of context as make a part unique in the file. */
function widenUntilUnique(part: ChangedLines, before: readonly string[], tool: PatchToolBehavior): ChangedLines {
  const isDropped = (line = ''): boolean => tool.dropsBlankEnd === true && line.trim() === '';
  const text = `\n${before.join('\n')}\n`;
  for (let context = 1; ; context *= 2) {
    const start = Math.max(0, part.start - context);
    let end = Math.min(before.length, part.end + context);
    const isWhole = start === 0 && end === before.length;
    while (end > part.end && isDropped(before[end - 1])) end--;
    if (isWhole || (end > start && occursOnce(text, `\n${before.slice(start, end).join('\n')}\n`)))
      return {
        start,
        end,
        afterStart: part.afterStart - (part.start - start),
        afterEnd: part.afterEnd + (end - part.end),
      };
  }
}

/** Merges parts that touch or overlap; between two parts, the lines are the same. */
function mergeOverlapping(parts: readonly ChangedLines[]): ChangedLines[] {
  const mergedParts: ChangedLines[] = [];
  for (const part of parts) {
    const previous = mergedParts.at(-1);
    if (previous === undefined || part.start > previous.end) {
      mergedParts.push(part);
      continue;
    }
    const end = Math.max(previous.end, part.end);
    mergedParts[mergedParts.length - 1] = { ...previous, end, afterEnd: part.afterEnd + (end - part.end) };
  }
  return mergedParts;
}

function formatChunk(
  { start, end, afterStart, afterEnd }: ChangedLines,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const [oldLines, newLines] = [before.slice(start, end), after.slice(afterStart, afterEnd)];
  const parts: (readonly string[])[] = [['@@']];
  let oldNext = 0;
  let newNext = 0;
  for (const block of diffLists(oldLines, newLines)) {
    parts.push(oldLines.slice(oldNext, block.beforeStart).map((line) => ` ${line}`));
    parts.push(oldLines.slice(block.beforeStart, block.beforeEnd).map((line) => `-${line}`));
    parts.push(newLines.slice(block.afterStart, block.afterEnd).map((line) => `+${line}`));
    [oldNext, newNext] = [block.beforeEnd, block.afterEnd];
  }
  return [...parts.flat(), ...newLines.slice(newNext).map((line) => ` ${line}`)];
}
