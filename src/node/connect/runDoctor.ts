// Runs `redline doctor`, which tests whether agents' hooks reach Redline.
import { execFile } from 'node:child_process';
import { spawnCommandOf } from '../../core/connect/programFiles.ts';

/** Timeout of the doctor, in milliseconds: it starts every agent's program, and a first start may take long. */
const doctorTimeoutMs = 90_000;

/**
 * Runs the doctor in a trusted folder; resolves to its output, as JSON. Rejects if it cannot be started, is ended by
 * the timeout, or prints nothing.
 */
export function runDoctor(
  launcher: string,
  folder: string,
  isQuick: boolean,
  timeoutMs = doctorTimeoutMs,
): Promise<string> {
  // `--trust`: the user has trusted the folder in VS Code.
  const doctorArgs = ['doctor', '--json', '--trust', ...(isQuick ? ['--quick'] : [])];
  const { command, args, shell } = spawnCommandOf(launcher, doctorArgs, process.platform === 'win32');
  const options = { cwd: folder, timeout: timeoutMs, windowsHide: true, shell };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout) => {
      // With a nonzero code, the output reports problems. A killed process has no code, and its output may be cut off.
      const hasExited = error === null || typeof error.code === 'number';
      if (hasExited && stdout !== '') resolve(stdout);
      else reject(error ?? new Error('The doctor said nothing.'));
    });
  });
}
