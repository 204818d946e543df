// Kills programs that hang.
import type { ChildProcess } from 'node:child_process';

/** Milliseconds after SIGTERM for a program to clean up; some programs ignore the signal. */
const graceMs = 1000;

/**
 * Kills a program after a time limit in milliseconds, so that its `close` event comes. With `spawn`'s `timeout`, `close`
 * would still wait for grandchildren that hold the output pipes open; hence the `destroy` calls.
 */
export function killAfter(child: ChildProcess, limitMs: number): void {
  let timer = setTimeout(() => {
    child.kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
    timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  }, limitMs);
  child.once('close', () => clearTimeout(timer));
  child.once('error', () => clearTimeout(timer));
}
