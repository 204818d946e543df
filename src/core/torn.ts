/**
 * Whether a file was cut off while it was written in place, from `before` to `after` or back: each byte is that of the one
 * or of the other, and there are no fewer than the shorter one has, since a file is never emptied first. So whatever is
 * found holds nobody else's work.
 */
export function isTorn(found: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  const [least, most] = before.length < after.length ? [before.length, after.length] : [after.length, before.length];
  if (found.length < least || found.length > most) return false;
  for (let at = 0; at < found.length; at++) if (found[at] !== before[at] && found[at] !== after[at]) return false;
  return true;
}
