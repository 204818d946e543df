// Ends programs that hang.
import type { ChildProcess } from 'node:child_process';

/**
 * Ends a program after a time limit in milliseconds, so that its `close` event comes. Unlike the option `timeout` of `spawn`, it
 * waits for no program that was started by it and still has its output open.
 */
export function endAfter(child: ChildProcess, limitMs: number): void {
  const timer = setTimeout(() => {
    child.kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, limitMs);
  child.once('close', () => clearTimeout(timer));
  child.once('error', () => clearTimeout(timer));
}
