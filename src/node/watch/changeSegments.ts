// Splits a file's change between two scans into segments: reviewed writes, and unreviewed steps.

import { findMoveOfFile, isReviewed } from '../../core/watch/moves.ts';
import { isSameFile, type Origin, type Step, type StoredFile } from '../../core/watch/reviewItem.ts';
import type { FileSegment } from '../../core/watch/scannedItems.ts';
import { originInEditor, type Interval } from '../../core/watch/spans.ts';
import {
  absentState,
  divideByWrites,
  type ChangePart,
  type ContentState,
  type Write,
} from '../../core/watch/writes.ts';
import type { HashFile } from './repository/storedContents.ts';
import type { KnownWrites } from './movedContents.ts';
import type { Sides } from './pairSides.ts';
import type { WatchedFolder } from './watchedFolder.ts';
import { computeGitId } from './tree/unindexedFiles.ts';

/** The scan whose changes are split. */
export interface SegmentContext {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly interval: Interval;
  /** The possible authors of segments that no known write explains. */
  readonly origin: Origin;
  readonly knownWrites: KnownWrites;
  readonly hashFile: HashFile;
  readonly watched: Pick<WatchedFolder, 'repository' | 'hasModes'>;
}

/**
 * Splits a change at the known writes in its interval, so that each segment has one author. If the bytes between two
 * writes are unknown, the change stays one segment.
 */
export async function splitIntoSegments(path: string, sides: Sides, context: SegmentContext): Promise<FileSegment[]> {
  const { before, after } = sides;
  const { interval, knownWrites, hashFile } = context;
  const writes = knownWrites.writesOf(path, interval.from);
  if (writes.length === 0) return [createSegment(path, sides, context)];
  const [hashBefore, hashAfter] = await Promise.all([hashFile(before), hashFile(after)]);
  const parts = divideByWrites(hashBefore, hashAfter, writes);
  // The version at the start and end of each part.
  const fileByState = new Map([
    [hashBefore, before],
    [hashAfter, after],
    [absentState, undefined],
  ]);
  for (const state of parts.flatMap((part) => [part.before, part.after])) {
    if (fileByState.has(state)) continue;
    const file = knownWrites.fileOf(path, state) ?? (await storeIntermediate(path, state, sides, context));
    if (file === undefined) return toUndivided(path, sides, hashBefore, writes, context);
    fileByState.set(state, file);
  }
  return toSegments(path, parts, fileByState, sides, context);
}

/** Creates a segment for each part. The mode of each intermediate version follows from the writes before it. */
function toSegments(
  path: string,
  parts: readonly ChangePart[],
  fileByState: ReadonlyMap<ContentState, StoredFile | undefined>,
  { before, after }: Sides,
  context: SegmentContext,
): FileSegment[] {
  const segments: FileSegment[] = [];
  let mode = before?.mode;
  for (const part of parts) {
    const partBefore = withMode(fileByState.get(part.before), mode);
    mode = part.after === absentState ? undefined : computeModeAfter(part, mode, after?.mode, context);
    const partAfter = withMode(fileByState.get(part.after), mode);
    segments.push(createSegment(path, { before: partBefore, after: partAfter }, context, part));
  }
  // If no known write explains the final mode, its change is a segment of its own.
  const afterWrites = withMode(after, mode);
  if (isSameFile(afterWrites, after) && segments.length > 0) return segments;
  return [...segments, createSegment(path, { before: afterWrites, after }, context)];
}

/** The segments of a change of which the bytes between two writes are unknown. */
function toUndivided(
  path: string,
  sides: Sides,
  hashBefore: ContentState,
  writes: readonly Write[],
  context: SegmentContext,
): FileSegment[] {
  const { before, after } = sides;
  const { position = Infinity } = writes.at(-1) ?? {};
  const arrival = findMoveOfFile(writes, isReviewed);
  // Otherwise, the previous scan saw the moved file here already.
  const hasArrived = arrival !== undefined && arrival.after !== hashBefore;
  if (!hasArrived || after === undefined) return [{ ...createSegment(path, sides, context), position }];
  const file = { ...createSegment(path, { before: undefined, after }, context), position, arrival };
  // The moved file brings its own item along, and replaces the other one.
  return before === undefined ? [file] : [{ path, before, after: undefined, step: undefined, position }, file];
}

/**
 * Creates a segment. A segment of a reviewed write has no step.
 * @param part by default, a gap after the last write
 */
function createSegment(
  path: string,
  { before, after }: Sides,
  { folder, interval, origin }: SegmentContext,
  { write, isGap }: Pick<ChangePart, 'write' | 'isGap'> = { isGap: true },
): FileSegment {
  const { position = Infinity, time = interval.to, from, to } = write ?? {};
  const by = isGap ? undefined : write?.by;
  if (by === 'reviewed') {
    const arrival = write !== undefined && from !== undefined ? { ...write, from } : undefined;
    return { path, before, after, position, step: undefined, arrival, to };
  }
  const author = by === 'editor' ? originInEditor(origin) : (by ?? origin);
  const step: Step = { id: crypto.randomUUID(), folder, path, before, after, origin: author, time };
  return { path, before, after, position, step };
}

/** Returns a file with another mode, so with unknown permissions. Never turns a file into a link, nor the reverse. */
function withMode(file: StoredFile | undefined, mode: StoredFile['mode'] | undefined): StoredFile | undefined {
  if (file === undefined || mode === undefined || mode === 'link' || file.mode === 'link') return file;
  return file.mode === mode ? file : { ...file, mode, permissions: undefined };
}

/**
 * The mode of a file after a part of its change. A known write keeps the mode unless it says whether the file is
 * executable; an unknown one may have set the final mode.
 * @param modeBefore mode before the part; undefined if the part creates the file
 */
function computeModeAfter(
  { write, isGap }: ChangePart,
  modeBefore: StoredFile['mode'] | undefined,
  finalMode: StoredFile['mode'] | undefined,
  { watched: { hasModes } }: SegmentContext,
): StoredFile['mode'] | undefined {
  const executable = isGap ? undefined : write?.executable;
  // If the disk has no modes, the scan decides the mode of a new file.
  if (executable !== undefined && (hasModes || modeBefore !== undefined)) return executable ? 'executable' : 'file';
  return isGap ? finalMode : (modeBefore ?? finalMode);
}

/** Stores an intermediate content; only its hash if a side is withheld. Undefined if the bytes are unknown. */
async function storeIntermediate(
  path: string,
  state: ContentState,
  { before, after }: Sides,
  { knownWrites, watched: { repository } }: SegmentContext,
): Promise<StoredFile | undefined> {
  const bytes = await knownWrites.bytesOf(path, state);
  if (bytes === undefined) return undefined;
  // The bytes of a link are never known.
  const fileSide = [after, before].find((side) => side !== undefined && side.mode !== 'link');
  const metadata = { mode: fileSide?.mode ?? 'file', size: bytes.length } as const;
  const withheld = before?.withheld ?? after?.withheld;
  if (withheld === undefined) return { ...metadata, id: await repository.storeBlob(bytes) };
  return { ...metadata, id: computeGitId(bytes, repository.algorithm), withheld, sha256: state };
}
