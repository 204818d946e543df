// Reads the option by which the caller of a command skips the command's question to the user.

/** Whether a command was called with `{ ask: false }`: its caller has already put the question. */
export function skipsQuestion(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'ask' in options && options.ask === false;
}
