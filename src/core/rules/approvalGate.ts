/** What a press that would approve means: an approval counts for what has been on screen, and for nothing else. */

/** How much of a waiting call its diffs show now: nothing, one of several files, all of it. */
export type Shown = 'none' | 'part' | 'whole';

/** For so long, in milliseconds, all of a diff is in front before an answer to it counts. */
export const timeToLook = 700;

export interface Press {
  /** How much is shown of each call that the press is about. */
  readonly calls: readonly { readonly shown: Shown; readonly wholeSince: number }[];
  /** When an approval was last pressed, whether it counted or not; a key that is held repeats in less. */
  readonly lastPress: number;
  readonly now: number;
}

/** `open`: all of it is brought to the screen instead; `wait`: nobody can have looked at it yet, or a key repeats. */
export type Meaning = 'approve' | 'open' | 'wait';

export function meaningOf({ calls, lastPress, now }: Press): Meaning {
  if (calls.some(({ shown }) => shown !== 'whole')) return 'open';
  const since = Math.max(lastPress, ...calls.map(({ wholeSince }) => wholeSince));
  return now - since < timeToLook ? 'wait' : 'approve';
}

/** So many files are opened together at most. */
const maxTogether = 100;

/** The calls that are shown and answered together next: what is protected before all else, and as many as can be looked at. */
export function nextTogether<T extends { readonly guarded: boolean; readonly files: number }>(
  calls: readonly T[],
): T[] {
  const ordered = [...calls.filter(({ guarded }) => guarded), ...calls.filter(({ guarded }) => !guarded)];
  let files = 0;
  const end = ordered.findIndex((call) => (files += call.files) > maxTogether);
  return end === -1 ? ordered : ordered.slice(0, Math.max(1, end));
}
