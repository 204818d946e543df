// Describes the indentation of a text.
import { splitLines } from './text.ts';

/** Number of lines to examine, which bounds the time for large files. */
const linesSampled = 2000;

/** Describes how a text is indented: "indentation tabs", "indentation 2 spaces", "no indentation" … */
export function describeIndentation(text: string): string {
  /** Number of indentation changes, by their size in spaces. */
  const steps = new Map<number, number>();
  let tabs = 0;
  let previous = 0;
  for (const line of splitLines(text.slice(0, linesSampled * 200)).slice(0, linesSampled)) {
    const indent = /^[\t ]*/.exec(text.slice(line.start, line.end))?.[0] ?? '';
    if (line.start + indent.length === line.end) continue;
    if (indent.startsWith('\t')) tabs++;
    else {
      const step = Math.abs(indent.length - previous);
      if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
      previous = indent.length;
    }
  }
  const [mostFrequent] = [...steps].sort(([width, count], [otherWidth, other]) => other - count || width - otherWidth);
  const spaces = [...steps.values()].reduce((sum, count) => sum + count, 0);
  if (tabs > 0 && spaces > tabs / 10 && tabs > spaces / 10) return 'indentation tabs and spaces';
  if (tabs > spaces) return 'indentation tabs';
  return mostFrequent === undefined ? 'no indentation' : `indentation ${mostFrequent[0]} spaces`;
}
