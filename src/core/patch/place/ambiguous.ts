import { isBlank } from '../../text/fold.ts';
import { shouldYield, type Yielding } from '../../async/yielding.ts';
import { conflict } from './conflict.ts';
import type { Knowledge } from './offsets.ts';
import type { Placement } from './placement.ts';
import { findAt, type Searched } from '../search/search.ts';
import { showsResult, weightOf } from './seek.ts';
import { sideOf } from '../parse/sideOf.ts';
import { keyOf, strictTiers, type KeyTier } from '../search/tier.ts';
import type { Hunk, HunkLine } from '../parse/types.ts';

/** What speaks for a placed hunk having been applied before, although its old lines stand where it was placed. */
interface Doubt {
  /** Where its result stands: in part on the same lines (`overlap`), elsewhere in the file (`twin`), or its added lines alone beside it (`copy`). */
  readonly kind: 'overlap' | 'twin' | 'copy';
  /** 0-based lines at which its result stands. */
  readonly places: readonly number[];
}

type State = 'open' | 'done';

/**
 * A hunk may fit the result of the patch as well as the file before it: lines added beside their own copy, lines removed
 * from a row of equal ones, code that stands twice. Whether such a one is still to be applied is decided by the other
 * hunks of the file (all done before, or none) and by the line numbers, where they do not contradict each other. A hunk
 * without numbers that stands alone does not add twice what stands there, unless it is blank; what it removes or replaces
 * is done as the patch says. An addition whose numbers lead elsewhere stays undecided.
 *
 * @throws ToolError PATCH_CONFLICT for an undecided one.
 */
export function* decideAmbiguous(
  placements: readonly Placement[],
  searched: Searched,
  path: string,
  { base }: Knowledge,
  expected: ReadonlyMap<Hunk, readonly number[]>,
): Yielding<readonly Placement[]> {
  if (base === 'intact') return placements;
  const doubts = new Map<Placement, Doubt | undefined>();
  for (const placement of placements) {
    doubts.set(placement, doubtOf(searched, placement));
    if (shouldYield(searched.turn, 4 * placement.lines.length)) yield;
  }
  const others = placements.filter((placement) => doubts.get(placement) === undefined);
  const done = others.filter((placement) => placement.alreadyApplied).length;
  const isMixed = done > 0 && done < others.length;
  const ofOthers: State | undefined = others.length === 0 || isMixed ? undefined : done > 0 ? 'done' : 'open';
  return placements.map((placement) => {
    const doubt = doubts.get(placement);
    if (doubt === undefined) return placement;
    const numbers = numbersSay(placement, doubt, expected.get(placement.hunk) ?? []);
    const byNumbers = numbers === 'both' ? undefined : numbers;
    const isContradictory =
      ofOthers === undefined ? isMixed && byNumbers === undefined : (byNumbers ?? ofOthers) !== ofOthers;
    const isAddition = doubt.kind !== 'twin' && placement.lines.every((line) => line.kind !== 'remove');
    const isAlone = ofOthers === undefined && numbers === undefined;
    const isElsewhere = base === 'drifted' || placement.hunk.numbers !== undefined;
    const state = ofOthers ?? byNumbers ?? (isAddition && addsWords(placement.lines) ? 'done' : 'open');
    // Where some of the context is gone, nothing proves that it was this hunk that made what stands there.
    const isUnproven = state === 'done' && placement.tier === 'lessContext';
    if (isContradictory || isUnproven || (isAlone && isAddition && isElsewhere)) throw undecided(placement.hunk, path);
    return { ...placement, alreadyApplied: state === 'done' };
  });
}

function undecided(hunk: Hunk, path: string): Error {
  return conflict(
    { path, hunk },
    'may have been applied already, or may be meant to change the same lines again. Read the file again and send only what is missing, with context lines above and below',
  );
}

function addsWords(lines: readonly HunkLine[]): boolean {
  return lines.some((line) => line.kind === 'add' && !isBlank(line.text));
}

function doubtOf(searched: Searched, { lines, at, found, alreadyApplied }: Placement): Doubt | undefined {
  if (alreadyApplied || !strictTiers.includes(found) || lines.every((line) => line.kind === 'add')) return undefined;
  const [before, after] = [sideOf(lines, 'old'), sideOf(lines, 'new')];
  const places = findAt(searched, after, found).filter((place) => place !== at || before.length !== after.length);
  const overlapping = places.filter((place) => place < at + before.length && place + after.length > at);
  if (overlapping.length > 0) return { kind: 'overlap', places: overlapping };
  if (standsBeside(searched, lines, at, found)) return { kind: 'copy', places: [] };
  return places.length > 0 && showsResult(lines) ? { kind: 'twin', places } : undefined;
}

/** True where a hunk only adds, and each run of its added lines stands right above or below its place, not all shown as context. */
function standsBeside(searched: Searched, lines: readonly HunkLine[], at: number, tier: KeyTier): boolean {
  if (lines.some((line) => line.kind === 'remove')) return false;
  const { texts, ends } = searched.file;
  const isAt = (run: readonly HunkLine[], place: number): boolean =>
    place >= 0 &&
    run.every(
      (line, index) =>
        place + index < texts.length &&
        keyOf(tier, line.text, line.end) === keyOf(tier, texts[place + index] ?? '', ends[place + index] ?? ''),
    );
  let place = at;
  let shown = 0;
  for (let from = 0; from < lines.length;) {
    if (lines[from]?.kind === 'context') {
      place++;
      shown++;
      from++;
      continue;
    }
    let to = from;
    while (lines[to]?.kind === 'add') to++;
    const run = lines.slice(from, to);
    let below = to;
    while (lines[below]?.kind === 'context') below++;
    const isCopied =
      weightOf(run) >= 8 &&
      ((run.length > shown && isAt(run, place - run.length)) || (run.length > below - to && isAt(run, place)));
    if (!isCopied) return false;
    shown = 0;
    from = to;
  }
  return true;
}

/** What the line numbers say: the old lines, or the result, stand where they are expected. */
function numbersSay(
  { hunk, at, above, lines }: Placement,
  { places }: Doubt,
  expected: readonly number[],
): State | 'both' | undefined {
  if (hunk.numbers === undefined) return undefined;
  const start = hunk.numbers.oldStart - 1 + above;
  const isOld = expected.includes(at - start);
  const isNew = places.some((place) => expected.includes(place - start));
  const isEnclosed = lines[0]?.kind === 'context' && lines.at(-1)?.kind === 'context';
  if (isOld && (!isNew || isEnclosed)) return 'open';
  return isNew ? (isOld ? 'both' : 'done') : undefined;
}
