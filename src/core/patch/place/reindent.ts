import { isBlank, splitIndent } from '../../text/fold.ts';
import { findShift, noShift, shiftIndent, type IndentShift } from '../../text/indentShift.ts';
import type { FileText } from '../search/fileText.ts';
import type { HunkLine } from '../parse/types.ts';

/**
 * The one shift of indentation under which the hunk fits at a place where its lines were found but for indentation.
 * Removed lines decide it, with the context where that agrees, and context alone where none are removed. `undefined` where lines are shifted unequally, where
 * an added line cannot follow, or where the added lines have lost the indentation that they need.
 */
export function shiftAt(file: FileText, lines: readonly HunkLine[], place: number): IndentShift | undefined {
  const old = lines.filter((line) => line.kind !== 'add');
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

/**
 * True where lines without any indentation cannot be trusted to be meant so: added lines that are indented although the
 * context is not (the context alone lost it), or that nest although all are flat.
 */
function lostIndentation(added: readonly HunkLine[], replaces: boolean): boolean {
  const flat = added.every((line) => splitIndent(line.text).indent === '');
  if (!flat) return !replaces;
  return added.slice(0, -1).some((line) => /[{([:>]\s*$/.test(line.text.slice(-20)));
}
