import { isBlank, splitIndent } from '../../text/normalizeLine.ts';
import { findShift, noShift, shiftIndent, type IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import { sideOf } from '../parse/hunkBody.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * The shift of indentation under which a hunk fits at a place. Removed lines decide it, or the context if none are removed.
 * `undefined` if lines are shifted unequally, an added line cannot follow, or added lines lost their indentation.
 */
export function indentShiftAt(file: FileText, lines: readonly HunkLine[], place: number): IndentShift | undefined {
  const old = sideOf(lines, 'old');
  const added = lines.filter((line) => line.kind === 'add' && !isBlank(line.text));
  const pairs = old.map((line, at) => ({ line, found: file.texts[place + at] ?? '' }));
  const solid = pairs.filter(({ line }) => !isBlank(line.text));
  const removed = solid.filter(({ line }) => line.kind === 'remove');
  const deciding = removed.length > 0 ? removed : solid;
  const shiftOf = (some: typeof solid): IndentShift | undefined =>
    findShift(
      some.map(({ line }) => line.text),
      some.map(({ found }) => found),
    );
  const shift = shiftOf(solid) ?? shiftOf(deciding);
  if (shift === undefined) return added.length === 0 && removed.length === 0 ? noShift : undefined;
  if (added.some((line) => shiftIndent(line.text, shift) === undefined)) return undefined;
  if (shift.kind !== 'prefix' || shift.add === '') return shift;
  const flat = deciding.every(({ line }) => splitIndent(line.text).indent === '');
  return flat && lostIndentation(added, removed.length > 0) ? undefined : shift;
}

/** True where a hunk lost its indentation: only its added lines are indented, or they nest although all are flat. */
function lostIndentation(added: readonly HunkLine[], replaces: boolean): boolean {
  const flat = added.every((line) => splitIndent(line.text).indent === '');
  if (!flat) return !replaces;
  return added.slice(0, -1).some((line) => /[{([:>]\s*$/.test(line.text.slice(-20)));
}
