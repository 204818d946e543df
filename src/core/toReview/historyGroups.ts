// Groups the events of the history by agents' turns, and the turns by day: calls of Redline's tools, and other changes
// that Watch saw. Computes the file names and line counts of the view's rows.
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Origin, Step, Turn } from '../watch/reviewItem.ts';
import { mergeEvents, certainTurnOf, timeOfEvent, turnKey, turnOfEntry, type TurnEvent } from './turnChanges.ts';
import { baseName } from '../path/pathParts.ts';

/** Consecutive changes of one origin that Watch saw on disk, made outside Redline's calls. */
export interface OutsideChanges {
  readonly kind: 'outside';
  /** Id of the first step. */
  readonly id: string;
  readonly origin: Origin;
  /** Upper bound of the last change's time, in milliseconds since 1970. */
  readonly time: number;
  /** Oldest first. */
  readonly steps: readonly Step[];
}

/** A row of the history view. */
export type HistoryEvent = { readonly kind: 'call'; readonly entry: JournalEntry } | OutsideChanges;

/** The events of one agent's turn. If no turn is known: consecutive events of one author, without a long pause. */
export interface HistoryGroup {
  /** Unique, and stable as long as the group's first event is stored. */
  readonly id: string;
  readonly turn: Turn | undefined;
  /** Whether the calls came from a chat. */
  readonly isFromChat: boolean;
  /** The caller of the first call; undefined without a call, and in histories of earlier versions. */
  readonly caller: JournalEntry['caller'];
  /** Times of the first and the last event, ISO 8601 UTC. */
  readonly from: string;
  readonly to: string;
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  /** The calls among the events, newest first. */
  readonly calls: readonly JournalEntry[];
}

/** Pause after which a new group begins, if no turn is known. */
const newGroupPauseMs = 5 * 60_000;

interface OpenGroup {
  readonly turn: Turn | undefined;
  /** Oldest first. */
  readonly events: [TurnEvent, ...TurnEvent[]];
}

/** Groups calls and steps (both oldest first). The group that began last comes first. */
export function groupEvents(calls: readonly JournalEntry[], steps: readonly Step[]): HistoryGroup[] {
  const groups: OpenGroup[] = [];
  const groupByTurn = new Map<string, OpenGroup>();
  // Omits steps made by a call that is reviewed later: the call is an event itself.
  const stepEvents = steps.flatMap((step): TurnEvent[] =>
    step.origin.kind === 'later' ? [] : [{ kind: 'step', step }],
  );
  const callEvents = calls.map((entry): TurnEvent => ({ kind: 'call', entry }));
  for (const event of mergeEvents(stepEvents, callEvents)) {
    // A step that several turns may have made belongs to none of them.
    const turn = event.kind === 'call' ? turnOfEntry(event.entry) : certainTurnOf(event.step.origin);
    const openGroup = turn === undefined ? findContinuedGroup(event, groups) : groupByTurn.get(turnKey(turn));
    if (openGroup !== undefined) {
      openGroup.events.push(event);
      continue;
    }
    const newGroup: OpenGroup = { turn, events: [event] };
    groups.push(newGroup);
    if (turn !== undefined) groupByTurn.set(turnKey(turn), newGroup);
  }
  return groups.map(toGroup).toReversed();
}

/** The group that an event without a known turn continues: the last one, if it has the same author and no long pause. */
function findContinuedGroup(event: TurnEvent, groups: readonly OpenGroup[]): OpenGroup | undefined {
  const lastGroup = groups.at(-1);
  const previous = lastGroup?.events.at(-1);
  if (lastGroup?.turn !== undefined || previous === undefined) return undefined;
  // Negative if the clock was set back; this does not count as a pause.
  const pauseMs = timeOfEvent(event) - timeOfEvent(previous);
  return authorKey(event) === authorKey(previous) && pauseMs < newGroupPauseMs ? lastGroup : undefined;
}

/** A key of the author of an event without a known turn. */
function authorKey(event: TurnEvent): string {
  if (event.kind === 'call') return JSON.stringify([event.entry.session, event.entry.caller?.agent]);
  const { origin } = event.step;
  // An origin `oneOf` lists its possible authors, so only the same list is the same author. Each other kind is one
  // author, whatever its details: the commands of all terminals form one group.
  return origin.kind === 'oneOf' ? JSON.stringify(origin) : origin.kind;
}

function toGroup({ turn, events }: OpenGroup): HistoryGroup {
  const [first] = events;
  const calls = events.flatMap((event) => (event.kind === 'call' ? event.entry : []));
  const { caller, session } = calls[0] ?? {};
  // In histories of earlier versions, only calls of a chat have a session.
  const isFromChat = caller === undefined ? session !== undefined : caller.via === 'chat';
  return {
    id: first.kind === 'call' ? first.entry.id : first.step.id,
    turn,
    isFromChat,
    caller,
    from: isoTimeOf(first),
    to: isoTimeOf(events.at(-1) ?? first),
    calls: calls.toReversed(),
    events: joinSteps(events).toReversed(),
  };
}

function isoTimeOf(event: TurnEvent): string {
  return new Date(timeOfEvent(event)).toISOString();
}

/** Consecutive steps of one origin. */
interface StepRun {
  readonly kind: 'steps';
  /** The common origin, as JSON. */
  readonly originKey: string;
  readonly steps: [Step, ...Step[]];
}

/** Joins consecutive steps of one origin into one event. */
function joinSteps(events: readonly TurnEvent[]): HistoryEvent[] {
  const runs: (Extract<TurnEvent, { kind: 'call' }> | StepRun)[] = [];
  for (const event of events) {
    if (event.kind === 'call') {
      runs.push(event);
      continue;
    }
    const { step } = event;
    const originKey = JSON.stringify(step.origin);
    const lastRun = runs.at(-1);
    if (lastRun?.kind === 'steps' && lastRun.originKey === originKey) lastRun.steps.push(step);
    else runs.push({ kind: 'steps', originKey, steps: [step] });
  }
  return runs.map((run): HistoryEvent => {
    if (run.kind === 'call') return run;
    const { steps } = run;
    const [first] = steps;
    return { kind: 'outside', id: first.id, origin: first.origin, time: (steps.at(-1) ?? first).time, steps };
  });
}

/** The number of different files that steps have changed. */
export function countFiles(steps: readonly Step[]): number {
  return new Set(steps.map(({ folder, path }) => JSON.stringify([folder, path]))).size;
}

/** The groups whose first event was on one day. */
export interface HistoryDay {
  /** The day, as formatted by `dayOf`. */
  readonly day: string;
  /** Newest first. */
  readonly groups: readonly HistoryGroup[];
}

/**
 * Groups calls and steps (both oldest first) by turn, and the groups by the day on which they began; newest day first.
 * @param dayOf formats the day of a time; equal for times of the same day
 */
export function groupDays(
  calls: readonly JournalEntry[],
  steps: readonly Step[],
  dayOf: (time: Date) => string,
): HistoryDay[] {
  const groupsByDay = Map.groupBy(groupEvents(calls, steps), ({ from }) => dayOf(new Date(from)));
  return [...groupsByDay].map(([day, groups]) => ({ day, groups }));
}

/** Names of the changed files in the order of the events. Each path counts once; two paths may have the same name. */
export function fileNames(events: readonly HistoryEvent[]): string[] {
  const paths = events.flatMap((event) =>
    event.kind === 'outside'
      ? event.steps.map(({ path }) => path)
      : event.entry.changes.filter(({ kind }) => kind !== 'createDirectory').map(({ at }) => at.path),
  );
  return [...new Set(paths)].map(baseName);
}

/** Sums the lines added and removed by several calls; undefined if a call has no counts, so that no sum is too low. */
export function linesOfCalls(calls: readonly JournalEntry[]): JournalEntry['lines'] {
  let added = 0;
  let removed = 0;
  for (const { lines } of calls) {
    if (lines === undefined) return undefined;
    added += lines.added;
    removed += lines.removed;
  }
  return { added, removed };
}
