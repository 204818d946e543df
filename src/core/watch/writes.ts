// Explains a file's change on disk by known writes: those in the editor, and those of Redline's journal.

import type { LaterCall } from './reviewItem.ts';

/** A file's content: the SHA-256 of its bytes, lower-case hexadecimal, or one of the two constants. */
export type ContentState = string;
/** There is no file. */
export const absentState: ContentState = 'absent';
/** The content is unknown, and may equal every state. */
export const anyState: ContentState = 'any';

/** A write with a known author. */
export interface Write {
  readonly before: ContentState;
  readonly after: ContentState;
  /**
   * `reviewed`: the user approved it, or certainly made it. `editor`: the user or an extension made it in the editor;
   * VS Code does not distinguish them. Any other value is the call, which is reviewed later.
   */
  readonly by: 'reviewed' | 'editor' | LaterCall;
  /** Whether the file is executable after it; undefined if the write leaves that unchanged. */
  readonly executable?: boolean | undefined;
  /** Whether it has happened. A pending write may happen at any moment, or never. */
  readonly isDone: boolean;
  /** Start of the write, in milliseconds since 1970: `before` was on disk at that time. */
  readonly time?: number;
  /** Position among all known writes, oldest first, of any file: several can have the same time. */
  readonly position?: number;
  /** The path that the file had before, if it was moved. */
  readonly from?: string | undefined;
  /** Of a removal, the path that the file has after it, if it was moved. */
  readonly to?: string | undefined;
  /** Set for a write that the journal has, so that a turn's revert takes back its move. */
  readonly isRecorded?: boolean;
}

/** A part of a change: a known write, or a gap between writes. */
export interface ChangePart {
  readonly before: ContentState;
  readonly after: ContentState;
  /** The write, or for a gap, whose author is unknown, the next one; absent after the last write. */
  readonly write?: Write;
  readonly isGap: boolean;
}

/** Maximum number of writes of a file to consider, the latest: each is compared with all earlier ones. */
const maxWrites = 64;
/**
 * Costs of a chain; the lowest sum wins. One gap costs more than `maxWrites` finished writes can gain. Among chains with
 * equally many gaps, finished writes are preferred, and pending ones avoided.
 */
const costs = { gap: 1000, done: -1, pending: 1 };

/** Some of the writes, in order, with the cost of these writes and of the gaps before and between them. */
interface Chain {
  readonly cost: number;
  readonly used: readonly Write[];
}

/**
 * Splits a file's change into parts: known writes in order, and the unexplained gaps between them. Writes by `editor` are
 * used only to fill gaps: the editor also reports the writes of calls and of the user.
 * @param writes of the file, oldest first
 */
export function divideByWrites(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const { editor = [], authored = [] } = Object.groupBy(writes, ({ by }) => (by === 'editor' ? by : 'authored'));
  return divide(before, after, authored).flatMap((part) => {
    if (!part.isGap || editor.length === 0) return [part];
    return divide(part.before, part.after, editor).map((inner) => ({ ...part, ...inner }));
  });
}

/** Finds the chain of writes from `before` to `after` with the lowest cost, by dynamic programming. */
function divide(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const start: Chain = { cost: 0, used: [] };
  /** The cheapest chain that ends with each write, by the write's position. */
  const chains: Chain[] = [];
  const stateAfter = ({ used }: Chain): ContentState => used.at(-1)?.after ?? before;
  const gapCost = (from: ContentState, to: ContentState): number => (mayEqual(from, to) ? 0 : costs.gap);
  for (const write of writes.slice(-maxWrites)) {
    const writeCost = write.isDone ? costs.done : costs.pending;
    const candidates = [start, ...chains].map((chain) => ({
      cost: chain.cost + gapCost(stateAfter(chain), write.before) + writeCost,
      used: [...chain.used, write],
    }));
    chains.push(cheapestChain(candidates));
  }
  const completeChains = [start, ...chains].map((chain) => ({
    ...chain,
    cost: chain.cost + gapCost(stateAfter(chain), after),
  }));
  return toChangeParts(before, after, cheapestChain(completeChains).used);
}

function cheapestChain(chains: readonly Chain[]): Chain {
  return chains.reduce((cheapest, chain) => (chain.cost < cheapest.cost ? chain : cheapest));
}

function mayEqual(one: ContentState, other: ContentState): boolean {
  return one === other || one === anyState || other === anyState;
}

/**
 * Converts a chain to parts. Replaces unknown states: before a write by the state
 * reached so far, after a write by the state before the next one. If that is unknown, too, the write changes nothing.
 */
function toChangeParts(before: ContentState, after: ContentState, chain: readonly Write[]): ChangePart[] {
  const parts: ChangePart[] = [];
  let state = before;
  for (const [index, write] of chain.entries()) {
    const stateBefore = write.before === anyState ? state : write.before;
    const stateBeforeNext = chain[index + 1]?.before ?? after;
    const assumedAfter = stateBeforeNext === anyState ? stateBefore : stateBeforeNext;
    const stateAfter = write.after === anyState ? assumedAfter : write.after;
    if (!mayEqual(state, stateBefore)) parts.push({ before: state, after: stateBefore, write, isGap: true });
    if (stateBefore !== stateAfter || write.executable !== undefined)
      parts.push({ before: stateBefore, after: stateAfter, write, isGap: false });
    state = stateAfter;
  }
  if (state !== after) parts.push({ before: state, after, isGap: true });
  return parts;
}
