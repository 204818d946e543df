// Runs the user's own git.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Limits of a run: the time in milliseconds, and the size of the output in bytes. */
interface RunLimits {
  readonly timeout: number;
  readonly maxBuffer?: number;
}

/** Runs git; resolves to its output, `''` if it fails or exceeds a limit, since the output may then be cut off. */
export async function runUserGit(args: readonly string[], limits: RunLimits): Promise<string> {
  // The working directory is not in the workspace, which may contain a hostile program named git.
  const options = { cwd: dirname(process.execPath), windowsHide: true, ...limits };
  return run('git', args, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
