// Creates the id by which a window recognizes one run of the bridge. Shared by `redline mcp` and `redline hook`.

/** A unique id. Not a secret, so it avoids `node:crypto`, which takes longer to load than all the rest of the start. */
export function createSessionId(): string {
  const random = [Math.random(), Math.random()].map((number) => number.toString(36).slice(2));
  return [Date.now().toString(36), process.pid.toString(36), ...random].join('-');
}
