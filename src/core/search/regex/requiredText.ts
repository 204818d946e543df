// Finds a text that every match of a regular expression contains, for a quick test before the expression is run.
import type { Regex } from './syntax.ts';

/**
 * The longest known text that every match of an expression contains; `''` if none is known. It has the pattern's case:
 * if the expression ignores case, so must the test. A line feed in it may be CRLF in the searched text.
 */
export function findRequiredText(tree: Regex): string {
  const { best, run } = collectRuns(tree, { best: '', run: '' });
  return longerOf(best, run);
}

/** The longest text so far, and the literal characters directly before the current node. */
interface LiteralRuns {
  readonly best: string;
  readonly run: string;
}

function collectRuns(tree: Regex, runs: LiteralRuns): LiteralRuns {
  switch (tree.kind) {
    case 'assert':
      return runs;
    case 'character':
      return tree.literal === undefined ? endRun(runs) : { best: runs.best, run: runs.run + tree.literal };
    case 'sequence':
      return tree.parts.reduce<LiteralRuns>((before, part) => collectRuns(part, before), runs);
    case 'choice':
      return endRun(runs);
    // The part is there at least once, but other repetitions may come before and after it.
    case 'repeat':
      return tree.min === 0 ? endRun(runs) : endRun(collectRuns(tree.part, endRun(runs)));
  }
}

/** Ends the run of literal characters. */
function endRun({ best, run }: LiteralRuns): LiteralRuns {
  return { best: longerOf(best, run), run: '' };
}

function longerOf(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
