// Selects the journal entries whose writes may appear in the next scan of the disk, and so must explain its changes.

interface WriteEntry {
  readonly id: string;
  /** `applying` until its last write has finished. */
  readonly state: 'applying' | 'applied';
  /** Its start, as an ISO 8601 date. */
  readonly time: string;
}

/** Assumed maximum time from the start of an entry to its last write, for entries that an earlier window wrote. */
const maxWritingMs = 10_000;

/** Ids of the entries that are completely written: a scan that starts now sees all of them. */
export function settledIds(entries: readonly WriteEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ id, state }) => (state === 'applied' ? [id] : [])));
}

/**
 * Selects entries whose writes the next scan may see, but the previous scan may have missed. Time alone is not enough: an
 * entry starts before it is written, and the previous scan may have run in between.
 *
 * @param lastScanStart start of the previous scan, in milliseconds since 1970
 * @param settledAtLastScan `settledIds` when this window prepared the previous scan; undefined if it has not scanned yet
 */
export function selectUnsettled<E extends WriteEntry>(
  entries: readonly E[],
  lastScanStart: number,
  settledAtLastScan: ReadonlySet<string> | undefined,
): readonly E[] {
  const mayBeUnseen = ({ id, time }: E): boolean => {
    if (settledAtLastScan === undefined) return Date.parse(time) >= lastScanStart - maxWritingMs;
    return !settledAtLastScan.has(id) || Date.parse(time) >= lastScanStart;
  };
  return entries.filter((entry) => entry.state === 'applying' || mayBeUnseen(entry));
}
