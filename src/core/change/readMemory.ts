// Remembers the files that each chat has read, to detect later changes, and which of their lines it has seen, also after
// a file changes: tools refuse edits of unseen lines.
import type { Content, Location } from './change.ts';
import type { LineRange } from '../diff/lineBlocks.ts';
import type { DiffBlock } from '../diff/lineDiff.ts';
import { firstIndex } from '../text/text.ts';

/** Lines that were seen of a file, or of a cell of a notebook; `end` is infinite for all from `start` on. */
export interface SeenLines extends LineRange {
  /** Number of the cell, from 1; undefined for the text of the file itself. */
  readonly cell: number | undefined;
}

/** The whole file; of a notebook, all of its cells. */
export const allLines: SeenLines = { cell: undefined, start: 1, end: Infinity };

/** The state of a file when a chat last read or wrote it. */
interface LastRead {
  readonly text: string;
  readonly sha256: string;
  /** The lines that the chat has seen; `allLines` includes the lines of all cells. */
  readonly seen: readonly SeenLines[];
}

/** Remembers the files that a chat has read, to detect changes since. */
export interface ReadMemory {
  /**
   * Remembers a content and its seen lines (default: all); adds to them while the SHA-256 stays the same. Forgets the file
   * if the content is not text, or too long to remember.
   */
  remember(at: Location, content: Content, seen?: readonly SeenLines[]): void;
  /** The text that this chat last read or wrote; undefined if it has not, or if that is forgotten. */
  lastRead(at: Location): LastRead | undefined;
}

/** Maximum UTF-16 units of text stored for all chats together. A longer text is not remembered at all. */
const maxUnits = 32 * 1024 * 1024;

/** Remembers the text of each file that a chat has read. Drops the files read longest ago first. */
export class ReadMemories {
  /** By chat and canonical URI, the longest unread first. */
  readonly #reads = new Map<string, LastRead>();
  /** UTF-16 units of the texts in `#reads`. */
  #units = 0;

  /** The memory of one chat; all callers without a chat share one. */
  of(chat?: string): ReadMemory {
    const keyOf = ({ real }: Location): string => JSON.stringify([chat, real]);
    return {
      remember: (at, content, seen = [allLines]) => this.#remember(keyOf(at), content, seen),
      lastRead: (at) => this.#reads.get(keyOf(at)),
    };
  }

  #remember(key: string, content: Content, seen: readonly SeenLines[]): void {
    const earlier = this.#reads.get(key);
    this.#forget(key);
    if (content.kind !== 'text' || content.text.length > maxUnits) return;
    const { text, sha256 } = content;
    // Lines seen earlier still count if the file is the same.
    const seenBefore = earlier?.sha256 === sha256 ? earlier.seen : [];
    this.#reads.set(key, { text, sha256, seen: joinSeenLines([...seenBefore, ...seen]) });
    this.#units += content.text.length;
    for (const oldest of this.#reads.keys()) {
      if (this.#units <= maxUnits) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#units -= this.#reads.get(key)?.text.length ?? 0;
    this.#reads.delete(key);
  }
}

/** Sorts ranges, and joins those of a cell that overlap or touch; keeps empty ranges: an empty cell was seen. */
export function joinSeenLines(ranges: readonly SeenLines[]): SeenLines[] {
  const joined: SeenLines[] = [];
  for (const range of ranges.toSorted((a, b) => (a.cell ?? 0) - (b.cell ?? 0) || a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || last.cell !== range.cell || range.start > last.end + 1) joined.push(range);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return joined;
}

/** Whether all lines of a range were seen; those of a cell also as a part of `allLines`. */
export function hasSeen(ranges: readonly SeenLines[], { cell, start, end }: SeenLines): boolean {
  return joinSeenLines(ranges).some(
    (seen) =>
      (seen.cell === cell && seen.start <= start && end <= seen.end) ||
      (seen.cell === allLines.cell && seen.start <= allLines.start && seen.end === allLines.end),
  );
}

/**
 * Maps seen lines through a diff: drops changed ones, and shifts the others to their new numbers. Omits the lines of
 * cells, since the diff is of the file's own text.
 *
 * @param kept `unmoved` also drops lines whose number changed
 */
export function carrySeenLines(
  ranges: readonly SeenLines[],
  blocks: readonly DiffBlock[],
  kept: 'all' | 'unmoved' = 'all',
): SeenLines[] {
  const equalRanges = findEqualRanges(blocks).filter(({ shift }) => kept === 'all' || shift === 0);
  const carried: SeenLines[] = [];
  for (const seen of joinSeenLines(ranges.filter(({ cell }) => cell === undefined))) {
    for (let at = firstIndex(equalRanges, ({ end }) => end >= seen.start); at < equalRanges.length; at++) {
      const equal = equalRanges[at];
      if (equal === undefined || equal.start > seen.end) break;
      const start = Math.max(seen.start, equal.start);
      const end = Math.min(seen.end, equal.end);
      if (start <= end) carried.push({ cell: undefined, start: start + equal.shift, end: end + equal.shift });
    }
  }
  return joinSeenLines(carried);
}

/** The equal lines (1-based, inclusive) around the blocks of a diff, and the shift to their new numbers. */
function findEqualRanges(blocks: readonly DiffBlock[]): readonly (LineRange & { readonly shift: number })[] {
  const textStart = { beforeEnd: 0, afterEnd: 0 };
  // With `textStart` in front, `blocks[at]` is the block below.
  return [textStart, ...blocks].map(({ beforeEnd, afterEnd }, at) => ({
    start: beforeEnd + 1,
    end: blocks[at]?.beforeStart ?? Infinity,
    shift: afterEnd - beforeEnd,
  }));
}
