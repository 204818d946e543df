// Finds the next or previous warning of a waiting call, even after the list has changed.

import type { ListedWarning } from './reviewWarnings.ts';

/** A warning that was shown, and its index in the list of that time. */
export interface ShownWarning {
  readonly warning: ListedWarning;
  readonly index: number;
}

/** The index of the warning after or before the last shown one; of the first or last one, if that is gone. */
export function indexOfNextWarning(
  warnings: readonly ListedWarning[],
  lastShown: ShownWarning | undefined,
  step: 1 | -1,
): number {
  // After an edit, the same warning is a new object. Several may be equal.
  const equalIndexes = warnings.flatMap(({ text, change }, index) =>
    text === lastShown?.warning.text && change === lastShown.warning.change ? [index] : [],
  );
  const index = equalIndexes.find((equalIndex) => equalIndex === lastShown?.index) ?? equalIndexes[0];
  if (index === undefined) return step > 0 ? 0 : warnings.length - 1;
  return (index + step + warnings.length) % warnings.length;
}
