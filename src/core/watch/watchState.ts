// Serializes and parses the state of a watched folder, without file contents, as JSON lines, in slices that yield.
import * as z from 'zod/mini';
import { parseJson } from '../endpoint/parseJson.ts';
import type { Yielding } from '../async/yielding.ts';
import type { ReviewItem, Step } from './reviewItem.ts';

const storedFileSchema = z.object({
  mode: z.enum(['file', 'executable', 'link']),
  size: z.number(),
  id: z.string(),
  withheld: z.optional(z.enum(['secret', 'large'])),
  sha256: z.optional(z.string()),
  permissions: z.optional(z.number()),
  folders: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()]))))),
});
const turnSchema = z.object({ agent: z.string(), session: z.string(), turn: z.string() });
const singleOriginSchema = z.discriminatedUnion('kind', [
  z.extend(turnSchema, { kind: z.literal('command'), command: z.string() }),
  z.extend(turnSchema, { kind: z.literal('turn') }),
  z.object({ kind: z.literal('terminal'), command: z.string() }),
  z.object({ kind: z.literal('later'), entry: z.string(), turn: z.optional(turnSchema) }),
]);
const originSchema = z.union([
  singleOriginSchema,
  z.object({ kind: z.literal('oneOf'), origins: z.array(singleOriginSchema) }),
  z.object({ kind: z.literal('outside') }),
]);
const sideSchema = z.optional(storedFileSchema);
const headSchema = z.object({
  version: z.literal(1),
  /** Start of the last scan, in milliseconds since 1970. Named as in files of earlier versions. */
  lookedAt: z.number(),
  /** A new id for each save, by which a window recognizes that another one has saved. '' before the first. */
  revision: z.string(),
  /** The working trees (`TreeState`). `below`: path of a nested repository in the folder; '' for the folder itself. */
  trees: z.array(
    z.object({
      below: z.string(),
      top: z.string(),
      name: z.string(),
      withheld: z.array(z.extend(storedFileSchema, { path: z.string(), stamp: z.string() })),
      permissions: z.array(z.tuple([z.string(), z.number()])),
    }),
  ),
});
/** A `Step` without its folder. */
const stepSchema = z.object({
  id: z.string(),
  path: z.string(),
  before: sideSchema,
  after: sideSchema,
  origin: originSchema,
  time: z.number(),
});
/** A `ReviewItem` without its folder. `steps` contains ids. */
const itemSchema = z.object({
  path: z.string(),
  baseline: sideSchema,
  current: sideSchema,
  steps: z.array(z.string()),
  mixed: z.optional(z.boolean()),
});
const lineSchema = z.object({ step: z.optional(stepSchema), item: z.optional(itemSchema) });

/** The first line: all but the steps and items. */
export type StateHead = z.infer<typeof headSchema>;

/** The state of one folder. */
export interface WatchState {
  readonly head: StateHead;
  /** Items by path. */
  readonly items: ReadonlyMap<string, ReviewItem>;
  /** The history, oldest first. Items may have steps that it no longer has: it is limited. */
  readonly steps: readonly Step[];
}

// Numbers of lines between two yields. Parsing a line takes longer than writing it.
const writtenLinesPerSlice = 500;
const readLinesPerSlice = 100;

export const emptyState: WatchState = {
  head: { version: 1, lookedAt: 0, revision: '', trees: [] },
  items: new Map(),
  steps: [],
};

/** Serializes a state to lines: the head, each `{step}`, then each `{item}`, which refers to the steps by their ids. */
export function* writeState({ head, items, steps }: WatchState): Yielding<string[]> {
  const lines = [JSON.stringify(head)];
  const allSteps = [...steps, ...[...items.values()].flatMap((item) => item.steps)];
  const stepById = new Map(allSteps.map((step) => [step.id, step]));
  for (const { folder: _, ...rest } of stepById.values()) {
    lines.push(JSON.stringify({ step: rest }));
    if (lines.length % writtenLinesPerSlice === 0) yield;
  }
  for (const { folder: _, steps: itemSteps, ...rest } of items.values()) {
    lines.push(JSON.stringify({ item: { ...rest, steps: itemSteps.map(({ id }) => id) } }));
    if (lines.length % writtenLinesPerSlice === 0) yield;
  }
  return lines;
}

/** Parses the lines of `writeState`, joined by line feeds; undefined if they are invalid. */
export function* readState(text: string, folder: string): Yielding<WatchState | undefined> {
  const [headLine = '', ...lines] = text.trimEnd().split('\n');
  const parsedHead = headSchema.safeParse(parseJson(headLine));
  if (!parsedHead.success) return undefined;
  const steps = new Map<string, Step>();
  const items = new Map<string, ReviewItem>();
  for (const [index, line] of lines.entries()) {
    const { success, data } = lineSchema.safeParse(parseJson(line));
    if (!success) return undefined;
    if (data.step !== undefined) {
      // Absent sides become `undefined`, since the type requires both properties.
      const { before, after } = data.step;
      steps.set(data.step.id, { ...data.step, before, after, folder });
    }
    if (data.item !== undefined) {
      const { path, baseline, current, mixed } = data.item;
      const stepsOfItem = data.item.steps.flatMap((id) => steps.get(id) ?? []);
      const item = { folder, path, baseline, current, steps: stepsOfItem };
      items.set(path, mixed === true ? { ...item, mixed } : item);
    }
    if (index % readLinesPerSlice === 0) yield;
  }
  // In the file, steps that are only in items come after the steps of the history.
  const sortedSteps = [...steps.values()].sort((one, other) => one.time - other.time);
  return { head: parsedHead.data, items, steps: sortedSteps };
}
