// Explains a file's change by known writes: those of the user in the editor, and of Redline's journal.

import type { LaterCall } from './reviewItem.ts';

/** SHA-256 of a file's bytes, lower-case hexadecimal; `absent` without a file; `any` if it is unknown. */
export type ContentState = string;
export const absentState: ContentState = 'absent';
export const anyState: ContentState = 'any';

/** A write with a known author. */
export interface Write {
  readonly before: ContentState;
  readonly after: ContentState;
  /** `reviewed` if a user saw it before or as it was written, else the call that is reviewed later. */
  readonly by: 'reviewed' | LaterCall;
  /** Whether the file may be executed after it, where it set that; else it left that as it was. */
  readonly executable?: boolean | undefined;
  /** Whether it has been done; else it may be, at any moment. */
  readonly isDone: boolean;
  /** Its start, in milliseconds since 1970: the content it found was there by then. */
  readonly time?: number;
  /** The path that the file had before, if it was moved. */
  readonly from?: string | undefined;
  /** Set for a write of the history. */
  readonly isRecorded?: boolean;
}

/** A part of a change. Without `by`, its author is unknown. */
export interface ChangePart {
  readonly before: ContentState;
  readonly after: ContentState;
  readonly by?: Write['by'];
  /** As in `Write`. */
  readonly executable?: boolean | undefined;
  /** When it was made at the latest, where a known write tells. */
  readonly until?: number;
}

/** Maximum number of writes per file to consider; earlier ones are dropped. */
const maxWrites = 64;
/** Costs that first minimize unexplained gaps, then prefer finished writes, and avoid unneeded others. */
const costs = { unexplained: 1000, done: -1, pending: 1 };

interface Chain {
  readonly cost: number;
  readonly used: readonly Write[];
}

/**
 * Splits a file's change into parts: known writes in order, and the gaps between them. Of several chains from `before`
 * to `after`, takes the one with the fewest gaps.
 */
export function divideByWrites(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const consideredWrites = writes.slice(-maxWrites);
  const start: Chain = { cost: 0, used: [] };
  const chains: Chain[] = [];
  const stateAfter = ({ used }: Chain): ContentState => used.at(-1)?.after ?? before;
  const gapCost = (from: ContentState, to: ContentState): number => (mayEqual(from, to) ? 0 : costs.unexplained);
  for (const write of consideredWrites) {
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

function toChangeParts(before: ContentState, after: ContentState, chain: readonly Write[]): ChangePart[] {
  const parts: ChangePart[] = [];
  let state = before;
  for (const [index, write] of chain.entries()) {
    const next = chain[index + 1]?.before ?? after;
    const from = write.before === anyState ? state : write.before;
    const to = write.after === anyState ? (next === anyState ? from : next) : write.after;
    const until = write.time === undefined ? {} : { until: write.time };
    if (!mayEqual(state, from)) parts.push({ before: state, after: from, ...until });
    const { by, executable } = write;
    const fields = executable === undefined ? until : { executable, ...until };
    if (from !== to || executable !== undefined) parts.push({ before: from, after: to, by, ...fields });
    state = to;
  }
  if (state !== after) parts.push({ before: state, after });
  return parts;
}
