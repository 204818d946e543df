/** A mutex: runs asynchronous work one at a time, in the order of the calls; a failure does not prevent later work. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(() => work());
    last = run.catch(() => undefined);
    return run;
  };
}

/** Serializes runs of asynchronous work, one for each call; a failed run does not prevent later ones. */
export function oneAtATime<Args extends readonly unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const exclusively = createMutex();
  return (...args) => exclusively(() => work(...args));
}
