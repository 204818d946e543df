// Watches the event loop for blocks while something is measured.

declare global {
  /** Starts to watch. The function that it answers ends that, and answers the longest block in milliseconds. */
  var watchBlocks: () => () => number;
}

/**
 * Sets `watchBlocks`. Sent to the extension host as source text, so it can use nothing from outside itself.
 *
 * On Linux, a block is what the thread itself worked between two turns of the event loop: the first number of
 * `/proc/self/schedstat`, in nanoseconds (the kernel's documentation of scheduler statistics). The editor's window, its
 * server and the extension host want more than two cores at once, and by the clock the longest block was one in which
 * the thread, or a thread of V8's that collects garbage for it, waited 50 to 200 ms for a core. A wait for the disk does
 * not count either; the files of the bench are in the file cache. Elsewhere, a block is measured by the clock.
 */
export function defineBlockWatch(): Promise<null> {
  const { openSync, readSync } = process.getBuiltinModule('node:fs');
  const statistics = process.platform === 'linux' ? openSync('/proc/self/schedstat', 'r') : undefined;
  const bytes = Buffer.alloc(64);
  const worked = (): number => {
    if (statistics === undefined) return performance.now();
    const length = readSync(statistics, bytes, 0, bytes.length, 0);
    return Number.parseInt(bytes.toString('latin1', 0, length), 10) / 1e6;
  };
  globalThis.watchBlocks = () => {
    let [longest, turn] = [0, worked()];
    const measure = (): void => {
      const now = worked();
      longest = Math.max(longest, now - turn);
      turn = now;
    };
    const timer = setInterval(measure, 2);
    return () => {
      clearInterval(timer);
      measure();
      return longest;
    };
  };
  return Promise.resolve(null);
}
