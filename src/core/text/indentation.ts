// Describes the indentation of a text, for answers to agents.
import { splitLines } from './text.ts';

// Limits of the examined part of a text, which bound the time for large files. Characters are UTF-16 units.
const maxSampledLines = 2000;
const maxSampledChars = 400_000;

/** Describes how a text is indented: "indentation tabs", "indentation 2 spaces", "no indentation" … */
export function describeIndentation(text: string): string {
  /** Number of indentation changes, by their size in spaces. */
  const countByStep = new Map<number, number>();
  let tabLines = 0;
  let previousWidth = 0;
  for (const line of splitLines(text.slice(0, maxSampledChars)).slice(0, maxSampledLines)) {
    const indent = /^[\t ]*/.exec(text.slice(line.start, line.end))?.[0] ?? '';
    if (line.start + indent.length === line.end) continue;
    if (indent.startsWith('\t')) tabLines++;
    else {
      const step = Math.abs(indent.length - previousWidth);
      // A step of one column aligns, such as the ` *` of a JSDoc comment.
      if (step > 1) countByStep.set(step, (countByStep.get(step) ?? 0) + 1);
      previousWidth = indent.length;
    }
  }
  const [mostFrequentStep] = [...countByStep].sort(
    ([step, count], [otherStep, otherCount]) => otherCount - count || step - otherStep,
  );
  const spaceSteps = [...countByStep.values()].reduce((sum, count) => sum + count, 0);
  // Up to a tenth of the other kind is an exception.
  const hasBoth = spaceSteps > tabLines / 10 && tabLines > spaceSteps / 10;
  if (hasBoth) return 'indentation tabs and spaces';
  if (tabLines > spaceSteps) return 'indentation tabs';
  return mostFrequentStep === undefined ? 'no indentation' : `indentation ${mostFrequentStep[0]} spaces`;
}
