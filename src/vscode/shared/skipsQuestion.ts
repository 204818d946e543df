// Reads the option by which a caller of a command skips its confirmation.

/** Whether a command was called with `{ ask: false }`, by a caller that has asked the user. */
export function skipsQuestion(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'ask' in options && options.ask === false;
}
