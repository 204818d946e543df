import { noShift } from '../indentShift.ts';
import type { FileText } from './fileText.ts';
import { headingOf, headingsOf } from './headings.ts';
import type { Knowledge } from './offsets.ts';
import { heightOfChange, type Placement } from './placement.ts';
import type { Hunk, HunkLine } from './types.ts';

/**
 * The placements of hunks that all stand on the very lines of their headers, to the byte and in order; `undefined` where
 * one does not, or where more than that has to be asked. Each bears out the numbers of the others then, so nothing has to
 * be searched: the long way of `placeHunks` would find the same, which a test holds it to.
 */
export function placeOnTheirLines(
  file: FileText,
  hunks: readonly Hunk[],
  { base }: Knowledge,
): readonly Placement[] | undefined {
  if (base === 'drifted') return undefined;
  const placements: Placement[] = [];
  let floor = 0;
  for (const hunk of hunks) {
    const { lines, numbers } = hunk;
    const at = (numbers?.oldStart ?? 0) - 1;
    if (at < floor || !showsItsPlace(lines) || !standsAt(file, lines, 'add', at)) return undefined;
    // Without context on a side, its result may stand there just as well.
    const isEnclosed = lines[0]?.kind === 'context' && lines.at(-1)?.kind === 'context';
    if (!isEnclosed && standsAt(file, lines, 'remove', at)) return undefined;
    const heading = headingOf(hunk);
    if (heading !== undefined && !headingsOf(file).above(at).startsWith(heading)) return undefined;
    placements.push({
      hunk,
      lines,
      at,
      tier: 'exact',
      found: 'exact',
      above: 0,
      shift: noShift,
      alreadyApplied: false,
    });
    floor = at + heightOfChange(lines);
  }
  return placements;
}

/** True where each line came with its marker, and some are lines of the file. */
function showsItsPlace(lines: readonly HunkLine[]): boolean {
  return lines.some((line) => line.kind !== 'add') && lines.every((line) => !line.unmarked);
}

/** True where all lines but those of the kind `except` stand at `at`, one below the other. */
function standsAt(
  { texts, ends }: FileText,
  lines: readonly HunkLine[],
  except: 'add' | 'remove',
  at: number,
): boolean {
  let place = at;
  for (const { kind, text, end } of lines) {
    if (kind === except) continue;
    if (texts[place] !== text || ends[place] !== end) return false;
    place++;
  }
  return true;
}
