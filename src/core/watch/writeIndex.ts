// Finds the known writes that may explain the changes of a scan: selects the journal entries that earlier scans may
// have missed, and indexes writes by path to look up the writes of a file.
import { foldersOf } from '../path/pathParts.ts';
import { absentState, anyState, type Write } from './writes.ts';

/** A write of a file, or of a folder with everything below it. */
export interface PathWrite extends Write {
  readonly time: number;
  /** Path from the workspace folder. */
  readonly path: string;
  /** Whether everything below the path was written, but for the paths in `except`. */
  readonly isFolder?: boolean;
  readonly except?: ReadonlySet<string> | undefined;
}

/** The writes of a workspace folder. */
export interface WriteIndex {
  /** All writes that affect a file, oldest first: its own, and those of folders above it, as writes of the file. */
  of(path: string): readonly Write[];
}

/** Indexes the writes of a workspace folder. */
export function indexWrites(writes: readonly PathWrite[]): WriteIndex {
  // Positions keep the order where times are equal: a folder can be moved and a file in it be saved within a millisecond.
  const sortedWrites = writes.toSorted((a, b) => a.time - b.time).map((write, position) => ({ write, position }));
  const writesByPath = Map.groupBy(sortedWrites, ({ write }) => write.path);
  const movesByOldPath = Map.groupBy(sortedWrites, ({ write }) => write.from);
  const findWrites = (path: string): readonly Write[] => {
    const ownWrites = writesByPath.get(path) ?? [];
    const folderWrites = foldersOf([path])
      .flatMap((folder) => writesByPath.get(folder) ?? [])
      .filter(({ write }) => write.isFolder === true && write.except?.has(path) !== true);
    return [...ownWrites, ...folderWrites]
      .sort((a, b) => a.position - b.position)
      .map(({ write, position }) => {
        const moves = [path, write.path].flatMap((oldPath) => movesByOldPath.get(oldPath) ?? []);
        const move = moves.find((each) => each.write.time === write.time && each.position > position)?.write;
        return { ...asWriteOfFile(write, path, move), position };
      });
  };
  const cachedWrites = new Map<string, readonly Write[]>();
  return {
    of(path) {
      const found = cachedWrites.get(path) ?? findWrites(path);
      cachedWrites.set(path, found);
      return found;
    },
  };
}

/**
 * The write as one of the file at `path`, which is below a folder that it wrote or moved. If it moved the file away, it
 * also gets the new path, and the content before if that is unknown, since a move keeps it.
 * @param move the write at the new path: it follows this one, at the same time
 */
function asWriteOfFile({ from, ...write }: PathWrite, path: string, move: PathWrite | undefined): Write {
  if (from !== undefined) return { ...write, from: from + path.slice(write.path.length) };
  if (write.after !== absentState || move?.from === undefined) return write;
  const to = move.path + path.slice(move.from.length);
  return { ...write, to, before: write.before === anyState ? move.after : write.before };
}

/**
 * Converts a write in a nested workspace folder to one in the enclosing folder.
 * @param nestedFolder path of the nested folder in the enclosing one
 */
export function asWriteAbove(nestedFolder: string, { path, from, except, ...write }: PathWrite): PathWrite {
  // The path of the nested folder itself is empty.
  const above = (below: string): string => (below === '' ? nestedFolder : `${nestedFolder}/${below}`);
  const exceptAbove = except && new Set([...except].map(above));
  return { ...write, path: above(path), from: from === undefined ? undefined : above(from), except: exceptAbove };
}

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
