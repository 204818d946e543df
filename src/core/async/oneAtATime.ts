/** Serializes runs of asynchronous work, one for each call; a failed run does not prevent later ones. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
