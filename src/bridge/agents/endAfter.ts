// Ends programs that hang.
import type { ChildProcess } from 'node:child_process';

/** Milliseconds for which a program may clean up after the signal to end; some ignore it. */
const graceMs = 1000;

/**
 * Ends a program after a time limit in milliseconds, so that its `close` event comes. The option `timeout` of `spawn`
 * would also wait for programs that it has started and that keep its output open.
 */
export function endAfter(child: ChildProcess, limitMs: number): void {
  let timer = setTimeout(() => {
    child.kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
    timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  }, limitMs);
  child.once('close', () => clearTimeout(timer));
  child.once('error', () => clearTimeout(timer));
}
