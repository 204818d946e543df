import { withCautions } from '../../core/change/cautions.ts';
import type { Caution, Change } from '../../core/change/change.ts';
import { isIrreversible, sidesOf, sizeOfKept } from '../../core/journal/keptFiles.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { pathOf } from '../../core/change/summary.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';

/** Adds a caution to each change for which a large file is copied into the history, or cannot be undone. */
export function withKeptLarge(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    if (isIrreversible(change)) return withCautions(change, [forGoodCaution(change)]);
    const size = sizeOfKept([change]);
    return size === 0 ? change : withCautions(change, [keptCaution(pathOf(change), size)]);
  });
}

/** Always asks, since no rule should allow what cannot be undone. */
function forGoodCaution(change: Change): Caution {
  const sizes = sidesOf(change).flatMap((side) => (side.kind === 'unread' ? sizeText(side.size) : []));
  const words = phrase(
    '{0} ({1}): Undo will not be available for this file',
    escapeForDisplay(pathOf(change)),
    sizes[0] ?? '',
  );
  return { words, asks: true };
}

/** Warns of the disk space that the copy takes, even if the file is deleted. */
function keptCaution(path: string, size: number): Caution {
  const words = phrase(
    '{0}: {1} will be kept in the history so that this can be undone',
    escapeForDisplay(path),
    sizeText(size),
  );
  return { words, asks: false };
}
