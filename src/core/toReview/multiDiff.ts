// Selects the unreviewed files that one multi-diff editor of VS Code shows.
import { isOpenable, type ReviewItem } from '../watch/reviewItem.ts';

/** Maximum number of files in a multi-diff editor, which loads each of them. */
export const maxMultiDiffFiles = 100;

/** The files to show, and the number of the others: beyond the maximum, or without content to show. */
export function selectForMultiDiff(items: readonly ReviewItem[]): {
  readonly shown: readonly ReviewItem[];
  readonly hiddenCount: number;
} {
  const shown = items
    .filter(({ path, baseline, current }) => isOpenable(path) && !baseline?.withheld && !current?.withheld)
    .slice(0, maxMultiDiffFiles);
  return { shown, hiddenCount: items.length - shown.length };
}
