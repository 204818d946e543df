// Serializes asynchronous work.

/** Creates a mutex: a function that runs work after all earlier work has ended, whether or not that failed. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(() => work());
    last = run.catch(() => undefined);
    return run;
  };
}

/** Wraps a function so that its runs follow each other, in the order of the calls, whether or not one fails. */
export function oneAtATime<Args extends readonly unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const runExclusively = createMutex();
  return (...args) => runExclusively(() => work(...args));
}
