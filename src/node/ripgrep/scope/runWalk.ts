// Runs ripgrep over the files of a walk.

import { runRg, type RgOutcome, type RgRun } from '../runRg.ts';
import { walkArguments, type RgWalk } from './arguments.ts';

/** What a run of ripgrep over a walk needs. */
export interface WalkRun {
  /** Path of ripgrep. */
  readonly rg: string;
  /** Absolute path of the folder to which the walk is relative. */
  readonly root: string;
  readonly walk: RgWalk;
  readonly signal: AbortSignal | undefined;
}

/** Runs ripgrep over a walk; each path in its output begins with `./`. @param args what to look for and to print */
export function runWalk(
  { rg, root, walk, signal }: WalkRun,
  args: readonly string[],
  options: Omit<RgRun, 'rg' | 'args' | 'cwd' | 'signal' | 'input' | 'isStuck'>,
): Promise<RgOutcome> {
  const paths = walk.paths.map((path) => (path === '' ? './' : `./${path}`));
  // Unless ripgrep reads ignore files, it cannot hang on one.
  const isStuck = walk.rules === 'ripgrep' ? walk.isStuck : undefined;
  return runRg({ ...options, rg, args: [...walkArguments(walk), ...args, '--', ...paths], cwd: root, signal, isStuck });
}
