// Lists the agents' turns that certainly made changes, so that the user can choose one to revert.

import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Step, Turn } from '../watch/reviewItem.ts';
import { certainTurnOf, timeOfEvent, turnKey, turnOfEntry, type TurnEvent } from './turnChanges.ts';

export interface ListedTurn {
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
