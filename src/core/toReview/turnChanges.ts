// Finds what an agent's turn changed: calls of the history, and changes that Watch saw.

import type { JournalEntry } from '../journal/journalEntry.ts';
import { turnsOf, type Origin, type Step, type Turn } from '../watch/reviewItem.ts';

/** A call of the turn, or a change of a file that no call made. */
export type TurnEvent =
  { readonly kind: 'call'; readonly entry: JournalEntry } | { readonly kind: 'step'; readonly step: Step };

export interface TurnChanges {
  /** The newest first. */
  readonly events: readonly TurnEvent[];
  /** Those of them that only their time gives to the turn: no command of the agent was known to run. */
  readonly byTime: readonly Step[];
  /** Changes that something else may have made as well, for what is known. They are not among the events. */
  readonly unsure: readonly Step[];
}

/** @param entries, steps: oldest first. @param isInEffect whether an entry is not undone */
export function changesOfTurn(
  turn: Turn,
  entries: readonly JournalEntry[],
  steps: readonly Step[],
  isInEffect: (entry: JournalEntry) => boolean,
): TurnChanges {
  const calls = entries
    .filter((entry) => {
      const own = turnOfEntry(entry);
      return own !== undefined && sameTurn(own, turn) && entry.state === 'applied' && isInEffect(entry);
    })
    .map((entry): TurnEvent & { kind: 'call' } => ({ kind: 'call', entry }));
  const near = steps.filter(
    ({ origin }) => origin.kind !== 'later' && turnsOf(origin).some((own) => sameTurn(own, turn)),
  );
  const sure = near.filter(({ origin }) => isOnlyOf(origin, turn));
  return {
    events: mergeByTime(
      sure.map((step) => ({ kind: 'step', step })),
      calls,
    ).toReversed(),
    byTime: sure.filter(({ origin }) => origin.kind === 'turn'),
    unsure: near.filter(({ origin }) => !isOnlyOf(origin, turn)),
  };
}

/** The turn that an entry was made in; undefined where no agent's turn is known, and for undos. */
export function turnOfEntry({ caller, turn, reverts }: JournalEntry): Turn | undefined {
  if (caller === undefined || turn === undefined || reverts !== undefined) return undefined;
  return { agent: caller.agent, session: turn.session, turn: turn.turn };
}

export function sameTurn(one: Turn, other: Turn): boolean {
  return one.agent === other.agent && one.session === other.session && one.turn === other.turn;
}

/** The one turn in which a change was made for certain. */
export function onlyTurnOf(origin: Origin): Turn | undefined {
  const [first] = turnsOf(origin);
  return first !== undefined && isOnlyOf(origin, first) ? first : undefined;
}

function isOnlyOf(origin: Origin, turn: Turn): boolean {
  if (origin.kind === 'oneOf') return origin.origins.every((each) => isOnlyOf(each, turn));
  const [own] = turnsOf(origin);
  return own !== undefined && sameTurn(own, turn);
}

/** When an event was made, in milliseconds since 1970. */
export function timeOfEvent(event: TurnEvent): number {
  return event.kind === 'call' ? Date.parse(event.entry.time) : event.step.time;
}

/** Merges two lists, each oldest first and in its own order. Of two of one time, the step came first: its time is the latest. */
export function mergeByTime(steps: readonly TurnEvent[], calls: readonly TurnEvent[]): readonly TurnEvent[] {
  const merged: TurnEvent[] = [];
  let at = 0;
  for (const call of calls) {
    const time = timeOfEvent(call);
    for (let next = steps[at]; next !== undefined && timeOfEvent(next) <= time; next = steps[++at]) merged.push(next);
    merged.push(call);
  }
  return [...merged, ...steps.slice(at)];
}
