// Serializes the state of a watched folder, without contents, as JSON lines, so that many items can be written in
// slices.
import * as z from 'zod/mini';
import type { Yielding } from '../async/yielding.ts';
import type { ReviewItem, Step, StoredFile } from './reviewItem.ts';

const storedFile = z.object({
  mode: z.enum(['file', 'executable', 'link']),
  size: z.number(),
  id: z.string(),
  withheld: z.optional(z.enum(['secret', 'large'])),
  sha256: z.optional(z.string()),
  permissions: z.optional(z.number()),
});
const turn = z.object({ agent: z.string(), session: z.string(), turn: z.string() });
const single = z.discriminatedUnion('kind', [
  z.extend(turn, { kind: z.literal('command'), command: z.string() }),
  z.extend(turn, { kind: z.literal('turn') }),
  z.object({ kind: z.literal('terminal'), command: z.string() }),
  z.object({ kind: z.literal('later'), entry: z.string(), turn: z.optional(turn) }),
]);
const origin = z.union([
  single,
  z.object({ kind: z.literal('oneOf'), origins: z.array(single) }),
  z.object({ kind: z.literal('outside') }),
]);
const side = z.optional(storedFile);
const head = z.object({
  version: z.literal(1),
  /** Start of the last scan, in milliseconds since 1970. */
  lookedAt: z.number(),
  /** Changes with each save. */
  revision: z.string(),
  trees: z.array(
    z.object({
      below: z.string(),
      top: z.string(),
      name: z.string(),
      withheld: z.array(z.extend(storedFile, { path: z.string(), stamp: z.string() })),
      permissions: z.array(z.tuple([z.string(), z.number()])),
    }),
  ),
});
const step = z.object({ id: z.string(), path: z.string(), before: side, after: side, origin, time: z.number() });
/** `steps` contains ids. */
const item = z.object({ path: z.string(), baseline: side, current: side, steps: z.array(z.string()) });

export type StateHead = z.infer<typeof head>;

/** The state of one folder. */
export interface WatchState {
  readonly head: StateHead;
  /** Items by path. */
  readonly items: ReadonlyMap<string, ReviewItem>;
  /** Oldest first. */
  readonly steps: readonly Step[];
}

/** Serializes a state to lines: the head, then `{step}` and `{item}`. */
export function* writeState({ head: first, items, steps }: WatchState): Yielding<string[]> {
  const lines = [JSON.stringify(first)];
  const stored = new Map(
    [...steps, ...[...items.values()].flatMap((each) => each.steps)].map((each) => [each.id, each]),
  );
  for (const { folder: _, ...rest } of stored.values()) {
    lines.push(JSON.stringify({ step: rest }));
    if (lines.length % 500 === 0) yield;
  }
  for (const { path, baseline, current, steps: own } of items.values()) {
    lines.push(JSON.stringify({ item: { path, baseline, current, steps: own.map(({ id }) => id) } }));
    if (lines.length % 500 === 0) yield;
  }
  return lines;
}

/** Parses the output of `writeState`; undefined if it is invalid. */
export function* readState(text: string, folder: string): Yielding<WatchState | undefined> {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const parsedHead = head.safeParse(parsed(first));
  if (!parsedHead.success) return undefined;
  const steps = new Map<string, Step>();
  const items = new Map<string, ReviewItem>();
  for (const [index, line] of lines.entries()) {
    const { success, data } = entry.safeParse(parsed(line));
    if (!success) return undefined;
    if (data.step !== undefined) {
      const { before, after } = data.step;
      steps.set(data.step.id, { ...data.step, before, after, folder });
    }
    if (data.item !== undefined) {
      const { path, baseline, current } = data.item;
      const stepsOfItem = data.item.steps.flatMap((id) => steps.get(id) ?? []);
      items.set(path, { folder, path, baseline, current, steps: stepsOfItem });
    }
    if (index % 100 === 0) yield;
  }
  return { head: parsedHead.data, items, steps: [...steps.values()] };
}

const entry = z.object({ step: z.optional(step), item: z.optional(item) });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Ids of all contents that a state refers to. */
export function contentIdsOf({ items, steps }: WatchState): Set<string> {
  const ids = new Set<string>();
  const add = (file: StoredFile | undefined): void => {
    if (file !== undefined && file.withheld === undefined) ids.add(file.id);
  };
  for (const { before, after } of steps) {
    add(before);
    add(after);
  }
  for (const { baseline, current, steps: own } of items.values()) {
    for (const file of [baseline, current, ...own.flatMap(({ before, after }) => [before, after])]) add(file);
  }
  return ids;
}
