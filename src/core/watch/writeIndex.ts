// Finds the known writes of a file among those of all files and folders.

import { absentState, anyState, type Write } from './writes.ts';

/** A write, with its path. */
export interface PlacedWrite extends Write {
  readonly time: number;
  /** Path from the workspace folder. */
  readonly path: string;
  /** Whether everything below the path was written. */
  readonly isFolder?: boolean;
}

export interface WriteIndex {
  /** Writes of a file, and of folders above it, oldest first. */
  of(path: string): readonly Write[];
}

export function indexWrites(writes: readonly PlacedWrite[]): WriteIndex {
  const sortedWrites = writes.toSorted((a, b) => a.time - b.time);
  const writesByPath = Map.groupBy(sortedWrites, ({ path }) => path);
  const movesByOldPath = Map.groupBy(sortedWrites, ({ from }) => from);
  const folderWrites = sortedWrites.filter(({ isFolder }) => isFolder === true);
  const positions = new Map(sortedWrites.map((write, position) => [write, position]));
  const positionOf = (write: PlacedWrite): number => positions.get(write) ?? 0;
  return {
    of(path) {
      const fileWrites = writesByPath.get(path) ?? [];
      const inheritedWrites = folderWrites.filter((folder) => path.startsWith(`${folder.path}/`));
      // By position, since a folder can be moved and a file in it be saved within a millisecond.
      const placedWrites = [...fileWrites, ...inheritedWrites].toSorted((a, b) => positionOf(a) - positionOf(b));
      const moves = movesByOldPath.get(path) ?? [];
      // A move keeps the content, so that of the old path is known: what an agent changed before the move is not part of it.
      const withContent = (write: PlacedWrite): PlacedWrite => {
        if (write.before !== anyState || write.after !== absentState) return write;
        return { ...write, before: moves.find(({ time }) => time === write.time)?.after ?? anyState };
      };
      const withOldPath = ({ from, ...write }: PlacedWrite): PlacedWrite =>
        from === undefined ? write : { ...write, from: from + path.slice(write.path.length) };
      return placedWrites.map((write) => withContent(withOldPath(write)));
    },
  };
}
