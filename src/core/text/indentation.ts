// Describes the indentation of a text, for answers to agents.
import { splitLines } from './text.ts';

// Limits of the examined part of a text, which bound the time for large files. Characters are UTF-16 units.
const maxSampledLines = 2000;
const maxSampledChars = 400_000;

/** Describes how the start of a text is indented: "indentation tabs", "indentation 2 spaces", "no indentation" … */
export function describeIndentation(text: string): string {
  /** Number of indentation changes, by their size in spaces. */
  const countByStep = new Map<number, number>();
  let tabLineCount = 0;
  let previousWidth = 0;
  for (const line of splitLines(text.slice(0, maxSampledChars)).slice(0, maxSampledLines)) {
    const indent = /^[\t ]*/.exec(text.slice(line.start, line.end))?.[0] ?? '';
    const isBlank = line.start + indent.length === line.end;
    if (isBlank) continue;
    if (indent.startsWith('\t')) tabLineCount++;
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
  const spaceStepCount = [...countByStep.values()].reduce((sum, count) => sum + count, 0);
  // Up to a tenth of the other kind is an exception.
  const hasBoth = spaceStepCount > tabLineCount / 10 && tabLineCount > spaceStepCount / 10;
  if (hasBoth) return 'indentation tabs and spaces';
  if (tabLineCount > spaceStepCount) return 'indentation tabs';
  return mostFrequentStep === undefined ? 'no indentation' : `indentation ${mostFrequentStep[0]} spaces`;
}
