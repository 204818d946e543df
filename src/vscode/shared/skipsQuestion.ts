/** Whether a command was called with `{ ask: false }`, by a caller that has asked the user. */
export function skipsQuestion(how: unknown): boolean {
  return typeof how === 'object' && how !== null && 'ask' in how && how.ask === false;
}
