/**
 * Whether a file that held `before` was cut off while `after` was written over it in place: up to some byte it has the
 * new bytes, from there on what was there before. Writing may also have emptied it first.
 */
export function isTorn(found: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  let same = 0;
  while (same < found.length && same < after.length && found[same] === after[same]) same++;
  if (same === found.length && same < after.length) return true;
  if (found.length !== Math.max(before.length, same)) return false;
  for (let at = same; at < found.length; at++) if (found[at] !== before[at]) return false;
  return true;
}
