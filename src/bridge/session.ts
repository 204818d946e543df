/**
 * The id of a bridge's session, unlike any other. It keeps nothing secret, so it needs no `node:crypto`, whose loading takes
 * longer than all the rest of the start.
 */
export function newSession(): string {
  const random = [Math.random(), Math.random()].map((number) => number.toString(36).slice(2));
  return [Date.now().toString(36), process.pid.toString(36), ...random].join('-');
}
