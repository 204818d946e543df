// Explains a file's change by known writes: those of the user in the editor, and of Redline's journal.

import type { LaterCall } from './reviewItem.ts';

/** SHA-256 of a file's bytes, lower-case hexadecimal; `absent` without a file; `any` if unknown, equal to every state. */
export type ContentState = string;
export const absentState: ContentState = 'absent';
export const anyState: ContentState = 'any';

/** A write with a known author. */
export interface Write {
  readonly before: ContentState;
  readonly after: ContentState;
  /**
   * `reviewed` if the user approved or made it, `editor` if the user or an extension made it in the editor (VS Code does
   * not distinguish them), else the call that is reviewed later.
   */
  readonly by: 'reviewed' | 'editor' | LaterCall;
  /** Whether the file is executable after it; undefined if the write leaves that unchanged. */
  readonly executable?: boolean | undefined;
  /** Whether it is finished; a pending write may happen at any moment. */
  readonly isDone: boolean;
  /** Its start, in milliseconds since 1970: `before` was on disk at that time. */
  readonly time?: number;
  /** The path that the file had before, if it was moved. */
  readonly from?: string | undefined;
  /** Set for a write that the journal has, so that a turn's revert takes back its move. */
  readonly isRecorded?: boolean;
}

/** A part of a change. Without `by`, its author is unknown. */
export interface ChangePart {
  readonly before: ContentState;
  readonly after: ContentState;
  readonly by?: Write['by'];
  /** As in `Write`. */
  readonly executable?: boolean | undefined;
  /** Start of the write, or for a gap of the next write, in milliseconds since 1970. Absent after the last write. */
  readonly time?: number;
}

/** Maximum number of writes per file to consider; earlier ones are dropped. */
const maxWrites = 64;
/**
 * Costs of a chain; the lowest sum wins. One unexplained gap costs more than `maxWrites` writes can gain. Among chains
 * with equal gaps, finished writes are preferred, and pending ones avoided.
 */
const costs = { unexplained: 1000, done: -1, pending: 1 };

/** Some of the writes, in order, with the sum of the costs of these writes and of the gaps between them. */
interface Chain {
  readonly cost: number;
  readonly used: readonly Write[];
}

/**
 * Splits a file's change into parts: known writes in order, and the unexplained gaps between them. Writes by `editor` may
 * only fill these gaps: the editor also reports the writes of calls and of the user.
 */
export function divideByWrites(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const { editor = [], authored = [] } = Object.groupBy(writes, ({ by }) => (by === 'editor' ? by : 'authored'));
  return divide(before, after, authored).flatMap((part) => {
    if (part.by !== undefined || editor.length === 0) return [part];
    return divide(part.before, part.after, editor).map((inner) => ({ ...part, ...inner }));
  });
}

/** Finds the chain of writes from `before` to `after` with the lowest cost, by dynamic programming. */
function divide(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const start: Chain = { cost: 0, used: [] };
  // The cheapest chain that ends with each write.
  const chains: Chain[] = [];
  const stateAfter = ({ used }: Chain): ContentState => used.at(-1)?.after ?? before;
  const gapCost = (from: ContentState, to: ContentState): number => (mayEqual(from, to) ? 0 : costs.unexplained);
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
 * Converts a chain to parts; a gap becomes a part without `by`. Replaces unknown states: before a write by the state
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
    const timeField = write.time === undefined ? {} : { time: write.time };
    if (!mayEqual(state, stateBefore)) parts.push({ before: state, after: stateBefore, ...timeField });
    const { by, executable } = write;
    const fields = executable === undefined ? timeField : { executable, ...timeField };
    if (stateBefore !== stateAfter || executable !== undefined)
      parts.push({ before: stateBefore, after: stateAfter, by, ...fields });
    state = stateAfter;
  }
  if (state !== after) parts.push({ before: state, after });
  return parts;
}
