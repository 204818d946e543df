/** Serializes runs of asynchronous work, one for each call; a failed run does not prevent later ones. */
export function oneAtATime<Args extends readonly unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const run = last.then(() => work(...args));
    last = run.catch(() => undefined);
    return run;
  };
}
