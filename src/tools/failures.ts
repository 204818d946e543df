/** Takes down failures that nobody foresaw, for whoever mends them: the step, what was thrown and where. */
export interface Failures {
  unexpected(step: string, cause: unknown): void;
}
