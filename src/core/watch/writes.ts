// Explains a file's change by known writes: those of the user in the editor, and of Redline's journal.

import type { LaterCall } from './reviewItem.ts';

/** SHA-256 of a file's bytes, lower-case hexadecimal; `absent` without a file; `any` if it is unknown. */
export type ContentState = string;
export const absent: ContentState = 'absent';
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
const cost = { unexplained: 1000, done: -1, pending: 1 };

interface Way {
  readonly cost: number;
  readonly used: readonly Write[];
}

/**
 * Splits a file's change into parts: known writes in order, and the gaps between them. Of several chains from `before`
 * to `after`, takes the one with the fewest gaps.
 */
export function divideByWrites(before: ContentState, after: ContentState, writes: readonly Write[]): ChangePart[] {
  const considered = writes.slice(-maxWrites);
  const start: Way = { cost: 0, used: [] };
  const ways: Way[] = [];
  const stateAfter = ({ used }: Way): ContentState => used.at(-1)?.after ?? before;
  const gap = (from: ContentState, to: ContentState): number => (matches(from, to) ? 0 : cost.unexplained);
  for (const write of considered) {
    const writeCost = write.isDone ? cost.done : cost.pending;
    const reached = [start, ...ways].map((way) => ({
      cost: way.cost + gap(stateAfter(way), write.before) + writeCost,
      used: [...way.used, write],
    }));
    ways.push(cheapest(reached));
  }
  const whole = [start, ...ways].map((way) => ({ ...way, cost: way.cost + gap(stateAfter(way), after) }));
  return changeParts(before, after, cheapest(whole).used);
}

function cheapest(ways: readonly Way[]): Way {
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best));
}

function matches(one: ContentState, other: ContentState): boolean {
  return one === other || one === anyState || other === anyState;
}

function changeParts(before: ContentState, after: ContentState, used: readonly Write[]): ChangePart[] {
  const parts: ChangePart[] = [];
  let state = before;
  for (const [index, write] of used.entries()) {
    const next = used[index + 1]?.before ?? after;
    const from = write.before === anyState ? state : write.before;
    const to = write.after === anyState ? (next === anyState ? from : next) : write.after;
    const until = write.time === undefined ? {} : { until: write.time };
    if (!matches(state, from)) parts.push({ before: state, after: from, ...until });
    const { by, executable } = write;
    const more = executable === undefined ? until : { executable, ...until };
    if (from !== to || executable !== undefined) parts.push({ before: from, after: to, by, ...more });
    state = to;
  }
  if (state !== after) parts.push({ before: state, after });
  return parts;
}
