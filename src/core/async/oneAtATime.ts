/** Runs asynchronous work once for each call, one after the other; a run that fails keeps none of the next ones from running. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
