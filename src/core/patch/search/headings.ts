import type { FileText } from './fileText.ts';
import type { Hunk } from '../parse/types.ts';

/** The lines of a file that git takes for section headings: those that begin with a letter, `_` or `$`. */
export interface Headings {
  /** The nearest heading above a place (0-based line); empty where there is none. */
  readonly above: (place: number) => string;
  /** True where exactly one of them begins so. */
  readonly hasOne: (beginning: string) => boolean;
}

const known = new WeakMap<FileText, Headings>();

/** Found once for each file, so that no hunk walks through the file for its own heading. */
export function headingsOf(file: FileText): Headings {
  const made = known.get(file) ?? findHeadings(file);
  known.set(file, made);
  return made;
}

/** What the section heading of a hunk begins with, which git cuts at 80 bytes; `undefined` for a hunk without one. */
export function headingOf({ anchors }: Hunk): string | undefined {
  const heading = anchors[0]?.trimEnd() ?? '';
  return isHeading(heading) ? heading : undefined;
}

function isHeading(text: string): boolean {
  return /^[A-Za-z_$]/.test(text);
}

function findHeadings({ texts }: FileText): Headings {
  const lines: number[] = [];
  for (const [at, text] of texts.entries()) if (isHeading(text)) lines.push(at);
  const sorted = lines.map((line) => texts[line] ?? '').sort(byUnits);
  return {
    above: (place) => texts[lines[firstFrom(lines, (line) => line >= place) - 1] ?? -1] ?? '',
    hasOne: (beginning) => {
      const at = firstFrom(sorted, (text) => byUnits(text, beginning) >= 0);
      return [at, at + 1].map((each) => sorted[each]?.startsWith(beginning) ?? false).join() === 'true,false';
    },
  };
}

function byUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Where in a sorted list the entries begin that are far enough. */
function firstFrom<T>(list: readonly T[], isFar: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry === undefined || isFar(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
