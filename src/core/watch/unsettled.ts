// Chooses the journal's entries whose writes a look at the disk may see.

/** An entry of the journal; `time` is when it was begun, as an ISO 8601 date. */
interface Entry {
  readonly id: string;
  readonly state: 'applying' | 'applied';
  readonly time: string;
}

/** Milliseconds for which an entry that an earlier window began may have been written. */
const maxWriting = 10_000;

/** Ids of the entries that are written: a look that begins now sees all of them. */
export function settledIds(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ id, state }) => (state === 'applied' ? [id] : [])));
}

/**
 * The entries of which a look may see what the look before did not. Their time alone does not tell: an entry is begun before
 * it is written, and the look before may have come in between.
 *
 * @param since when the look before began, in milliseconds since 1970
 * @param settled what was written when this window prepared the look before; undefined for its first look
 */
export function unsettled<E extends Entry>(
  entries: readonly E[],
  since: number,
  settled: ReadonlySet<string> | undefined,
): readonly E[] {
  const isNew = ({ id, time }: E): boolean =>
    settled === undefined ? Date.parse(time) >= since - maxWriting : !settled.has(id) || Date.parse(time) >= since;
  return entries.filter((entry) => entry.state === 'applying' || isNew(entry));
}
