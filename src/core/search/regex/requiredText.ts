import type { Regex } from './syntax.ts';

/**
 * A text that is in every match of an expression, in the case it was written in; `''` where none is known. Looking for
 * it first passes over most lines at the speed of a plain search.
 */
export function requiredText(tree: Regex): string {
  const { best, run } = walk(tree, { best: '', run: '' });
  return longer(best, run);
}

/** The best text so far, and the literal characters right before this place. */
interface Runs {
  readonly best: string;
  readonly run: string;
}

function walk(tree: Regex, runs: Runs): Runs {
  switch (tree.kind) {
    case 'empty':
    case 'assert':
      return runs;
    case 'character':
      return tree.literal === undefined ? cut(runs) : { best: runs.best, run: runs.run + tree.literal };
    case 'sequence':
      return tree.parts.reduce<Runs>((before, part) => walk(part, before), runs);
    case 'choice':
      return cut(runs);
    case 'repeat':
      return tree.min === 0 ? cut(runs) : cut(walk(tree.part, cut(runs)));
  }
}

function cut({ best, run }: Runs): Runs {
  return { best: longer(best, run), run: '' };
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
