// Finds a text that every match of a regular expression contains.
import type { Regex } from './syntax.ts';

/**
 * A text that every match of an expression contains, in the pattern's case; `''` if none is known. A plain search for it
 * skips most lines without running the expression.
 */
export function requiredText(tree: Regex): string {
  const { best, run } = collectRuns(tree, { best: '', run: '' });
  return longer(best, run);
}

/** The longest text so far, and the literal characters directly before the current node. */
interface Runs {
  readonly best: string;
  readonly run: string;
}

function collectRuns(tree: Regex, runs: Runs): Runs {
  switch (tree.kind) {
    case 'empty':
    case 'assert':
      return runs;
    case 'character':
      return tree.literal === undefined ? endRun(runs) : { best: runs.best, run: runs.run + tree.literal };
    case 'sequence':
      return tree.parts.reduce<Runs>((before, part) => collectRuns(part, before), runs);
    case 'choice':
      return endRun(runs);
    case 'repeat':
      return tree.min === 0 ? endRun(runs) : endRun(collectRuns(tree.part, endRun(runs)));
  }
}

/** Ends the run of literal characters. */
function endRun({ best, run }: Runs): Runs {
  return { best: longer(best, run), run: '' };
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
