// Runs the user's git with the user's configuration, for questions that are answered best by git itself.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { findGit } from './findGit.ts';

const run = promisify(execFile);

/** Limits of a run: the time in milliseconds, and the size of the output in bytes. */
interface RunLimits {
  readonly timeout: number;
  readonly maxBuffer?: number;
}

/** Runs git; resolves to its output, or `''` if git is missing, fails or exceeds a limit, which may cut it off. */
export async function runUserGit(args: readonly string[], limits: RunLimits): Promise<string> {
  // The working directory is not in the workspace, which git could read its configuration from.
  const options = { cwd: dirname(process.execPath), windowsHide: true, ...limits };
  const git = await findGit();
  if (git === undefined) return '';
  return run(git, args, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
