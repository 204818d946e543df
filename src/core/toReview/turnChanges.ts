// Collects the changes of an agent's turn: its calls in the journal, and the steps that Watch attributes to it. Lists the
// turns that certainly made changes, and groups the changes of one by file, for "Revert This Turn".
import type { JournalEntry } from '../journal/journalEntry.ts';
import { authorsOf, turnsOf, type Origin, type Step, type Turn } from '../watch/reviewItem.ts';

/** A call of a turn, or a step: a change of a file that Watch saw without a call. */
export type TurnEvent =
  { readonly kind: 'call'; readonly entry: JournalEntry } | { readonly kind: 'step'; readonly step: Step };

/** The changes of a turn, by how certain their author is. */
export interface TurnChanges {
  /** Newest first. */
  readonly events: readonly TurnEvent[];
  /** The steps of `events` that are attributed to the turn by time only: no command was known to run. */
  readonly byTime: readonly Step[];
  /** Steps that another author may have made instead; not in `events`. */
  readonly unsure: readonly Step[];
}

/**
 * Finds the events of a turn.
 * @param entries oldest first, as `steps`
 * @param isInEffect whether an entry is not undone
 */
export function changesOfTurn(
  turn: Turn,
  entries: readonly JournalEntry[],
  steps: readonly Step[],
  isInEffect: (entry: JournalEntry) => boolean,
): TurnChanges {
  const isOfTurn = (other: Turn | undefined): boolean => other !== undefined && isSameTurn(other, turn);
  const turnEntries = entries.filter(
    (entry) => entry.state === 'applied' && isOfTurn(turnOfEntry(entry)) && isInEffect(entry),
  );
  const possibleSteps = steps.filter(({ origin }) => origin.kind !== 'later' && turnsOf(origin).some(isOfTurn));
  const certainSteps = possibleSteps.filter(({ origin }) => isOnlyOfTurn(origin, turn));
  const callEvents = turnEntries.map((entry): TurnEvent => ({ kind: 'call', entry }));
  const stepEvents = certainSteps.map((step): TurnEvent => ({ kind: 'step', step }));
  return {
    events: mergeEvents(stepEvents, callEvents).toReversed(),
    byTime: certainSteps.filter(({ origin }) => origin.kind === 'turn'),
    unsure: possibleSteps.filter(({ origin }) => !isOnlyOfTurn(origin, turn)),
  };
}

/** The turn of an entry; undefined if none is known, and for undos, so that a turn's revert does not undo them. */
export function turnOfEntry({ caller, turn, reverts }: JournalEntry): Turn | undefined {
  if (caller === undefined || turn === undefined || reverts !== undefined) return undefined;
  return { agent: caller.agent, session: turn.session, turn: turn.turn };
}

export function isSameTurn(one: Turn, other: Turn): boolean {
  return one.agent === other.agent && one.session === other.session && one.turn === other.turn;
}

/** Map key of a turn. */
export function turnKey({ agent, session, turn }: Turn): string {
  return JSON.stringify([agent, session, turn]);
}

/** The turn that certainly made a change; undefined if there is not exactly one. */
export function certainTurnOf(origin: Origin): Turn | undefined {
  const [firstTurn] = turnsOf(origin);
  return firstTurn !== undefined && isOnlyOfTurn(origin, firstTurn) ? firstTurn : undefined;
}

/** Whether all possible authors belong to a turn. Unlike `isCertainlyByTurn`, accepts a turn without a command. */
function isOnlyOfTurn(origin: Origin, turn: Turn): boolean {
  const authors = authorsOf(origin);
  return authors.length > 0 && authors.every((author) => turnsOf(author).some((own) => isSameTurn(own, turn)));
}

/** Time of an event, in milliseconds since 1970. */
export function timeOfEvent(event: TurnEvent): number {
  return event.kind === 'call' ? Date.parse(event.entry.time) : event.step.time;
}

/**
 * Merges two lists, each oldest first and in its own order. At equal times the step comes first, since its time is an
 * upper bound.
 */
export function mergeEvents(steps: readonly TurnEvent[], calls: readonly TurnEvent[]): readonly TurnEvent[] {
  const events: TurnEvent[] = [];
  let nextStep = 0;
  for (const call of calls) {
    const time = timeOfEvent(call);
    for (let next = steps[nextStep]; next !== undefined && timeOfEvent(next) <= time; next = steps[++nextStep])
      events.push(next);
    events.push(call);
  }
  return [...events, ...steps.slice(nextStep)];
}

interface ListedTurn {
  readonly turn: Turn;
  /** Times of its first and last change, in milliseconds since 1970. */
  from: number;
  to: number;
  /** Paths of the changed files, each once. */
  readonly paths: Set<string>;
}

/**
 * Lists turns that certainly made changes, the one with the latest change first.
 * @param isInEffect whether an entry is not undone
 */
export function listTurns(
  entries: readonly JournalEntry[],
  steps: readonly Step[],
  isInEffect: (entry: JournalEntry) => boolean,
): ListedTurn[] {
  const turnsByKey = new Map<string, ListedTurn>();
  const addEvent = (turn: Turn | undefined, event: TurnEvent, paths: readonly string[]): void => {
    if (turn === undefined) return;
    const key = turnKey(turn);
    const time = timeOfEvent(event);
    const listedTurn = turnsByKey.get(key) ?? { turn, from: time, to: time, paths: new Set() };
    listedTurn.from = Math.min(listedTurn.from, time);
    listedTurn.to = Math.max(listedTurn.to, time);
    for (const path of paths) listedTurn.paths.add(path);
    turnsByKey.set(key, listedTurn);
  };
  for (const entry of entries) {
    // Must agree with `changesOfTurn`, so that each listed turn has something to revert.
    if (entry.state !== 'applied' || !isInEffect(entry)) continue;
    const paths = entry.changes.map(({ at }) => at.path);
    addEvent(turnOfEntry(entry), { kind: 'call', entry }, paths);
  }
  for (const step of steps) {
    // The call that made a `later` step is one of the entries.
    if (step.origin.kind !== 'later') addEvent(certainTurnOf(step.origin), { kind: 'step', step }, [step.path]);
  }
  return [...turnsByKey.values()].sort((a, b) => b.to - a.to);
}

interface PathChange {
  /** `file` for a changed file, `move`, or another kind, such as the creation of a folder. */
  readonly kind: string;
  /** Location of the change; of a move, the new one. `real` is its canonical URI. */
  readonly at: { readonly real: string };
}

/**
 * Groups changes by file, keeping their order. A change of another kind (folder, move) is a group of its own. A move ends
 * all groups, since the moved file had another path in earlier changes. The caller reverts group by group: only with all
 * changes of a file at once does it recognize that the file was restored by hand.
 * @param newestFirst the changes of a turn, the last one first
 */
export function groupByFile<Change extends PathChange>(newestFirst: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  const openGroups = new Map<string, Change[]>();
  for (const change of newestFirst) {
    const { real } = change.at;
    const group = change.kind === 'file' ? openGroups.get(real) : undefined;
    if (group !== undefined) {
      group.push(change);
      continue;
    }
    const newGroup = [change];
    groups.push(newGroup);
    if (change.kind === 'file') openGroups.set(real, newGroup);
    if (change.kind === 'move') openGroups.clear();
  }
  return groups;
}
