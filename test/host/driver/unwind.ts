/** Takes back one step of what was set up. */
export type Cleanup = () => Promise<void>;

/** Takes all steps back, the latest first, each once; a step that fails does not keep the others from being taken. */
export async function unwind(steps: Cleanup[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped and removed.');
}
