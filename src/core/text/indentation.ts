import { splitLines } from './text.ts';

/** Lines looked at: indentation settles early, and a file may be large. */
const linesSampled = 2000;

/** How a text is indented, in words: "tabs", "2 spaces", "tabs and spaces", "no indentation". */
export function describeIndentation(text: string): string {
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
  const [best] = [...steps].sort(([a, m], [b, n]) => n - m || a - b);
  const spaced = best === undefined ? 0 : [...steps.values()].reduce((sum, times) => sum + times, 0);
  if (tabs > 0 && spaced > tabs / 10 && tabs > spaced / 10) return 'indentation tabs and spaces';
  if (tabs > spaced) return 'indentation tabs';
  return best === undefined ? 'no indentation' : `indentation ${best[0]} spaces`;
}
