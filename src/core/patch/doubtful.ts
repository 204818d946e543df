import { isBlank } from '../fold.ts';
import { conflict } from './conflict.ts';
import type { Knowledge } from './offsets.ts';
import type { Placement } from './placement.ts';
import { findAt, type Searched } from './search.ts';
import { sideOf } from './seek.ts';
import { strictTiers } from './tier.ts';

/**
 * A hunk that only adds, at an edge where it shows no context, fits the file before as well as its own result. Where its
 * added lines stand there already, the other hunks of the file decide whether they are to be added once more: all done
 * before, or none. A hunk alone is taken as done, since nobody adds a line twice by intent, unless it adds only blank
 * lines. In a file that is known to have changed it stays undecided.
 *
 * @throws ToolError PATCH_CONFLICT for an undecided one.
 */
export function decideDoubtful(
  placements: readonly Placement[],
  searched: Searched,
  path: string,
  { base }: Knowledge,
): readonly Placement[] {
  if (base === 'intact') return placements;
  const doubtful = new Set(placements.filter((placement) => isDoubtful(searched, placement)));
  if (doubtful.size === 0) return placements;
  const others = placements.filter((placement) => !doubtful.has(placement));
  const done = others.filter((placement) => placement.alreadyApplied).length;
  return placements.map((placement) => {
    if (!doubtful.has(placement)) return placement;
    if ((others.length === 0 && base === 'drifted') || (done > 0 && done < others.length)) {
      throw conflict(
        { path, hunk: placement.hunk },
        'may have been applied already, or is meant to add the same lines again. Send it with context lines above and below',
      );
    }
    const adds = placement.lines.filter((line) => line.kind === 'add');
    const alreadyApplied = others.length > 0 ? done > 0 : adds.some((line) => !isBlank(line.text));
    return { ...placement, alreadyApplied };
  });
}

function isDoubtful(searched: Searched, { lines, at, alreadyApplied }: Placement): boolean {
  if (alreadyApplied || lines.some((line) => line.kind === 'remove')) return false;
  const first = lines.findIndex((line) => line.kind !== 'add');
  if (first < 0 || (first === 0 && lines.at(-1)?.kind !== 'add')) return false;
  const result = sideOf(lines, 'new');
  return strictTiers.some((tier) => findAt(searched, result, tier).includes(at - Math.max(0, first)));
}
