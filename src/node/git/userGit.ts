// Runs the user's git with the user's configuration, for questions that git itself answers best.

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { findGit } from './findGit.ts';

const run = promisify(execFile);

/** Limits of a run, as Node's options: milliseconds, and bytes of output (by default 1 MiB). */
interface RunLimits {
  readonly timeout: number;
  readonly maxBuffer?: number;
}

/** Runs git. Resolves to its output, or to `''` if git is missing, fails, or is ended since it exceeds a limit. */
export async function runUserGit(args: readonly string[], limits: RunLimits): Promise<string> {
  // Not in the workspace: git would read the configuration of a repository there, which is not trusted.
  const options = { cwd: dirname(process.execPath), windowsHide: true, ...limits };
  const git = await findGit();
  if (git === undefined) return '';
  return run(git, args, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
