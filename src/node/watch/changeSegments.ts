// Splits a file's change between two scans into segments: reviewed writes, and unreviewed steps.

import { sha256 } from '../../core/text/hash.ts';
import type { ChangeSegment } from '../../core/watch/fold.ts';
import { sameFile, type Origin, type Step, type StoredFile } from '../../core/watch/reviewItem.ts';
import type { Interval } from '../../core/watch/spans.ts';
import { absent, divideByWrites, type ChangePart, type ContentState } from '../../core/watch/writes.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import type { PrivateRepository } from './privateRepository.ts';
import type { Sides } from './watchedTree.ts';
import { gitId } from './withheldFiles.ts';

export interface ChangeParts {
  readonly folder: string;
  readonly interval: Interval;
  /** Origin of segments that no known write explains. */
  readonly origin: Origin;
  readonly attribution: WriteAttribution;
  readonly repository: PrivateRepository;
}

export async function segmentsOf(path: string, { before, after }: Sides, parts: ChangeParts): Promise<ChangeSegment[]> {
  const { interval, origin, attribution } = parts;
  const segment = (
    one: StoredFile | undefined,
    other: StoredFile | undefined,
    by: Origin | 'reviewed',
    time = interval.to,
  ): ChangeSegment => {
    const step: Step = { id: crypto.randomUUID(), folder: parts.folder, path, before: one, after: other, origin, time };
    return { before: one, after: other, step: by === 'reviewed' ? undefined : { ...step, origin: by } };
  };
  const writes = attribution.writesOf(path, interval.from);
  if (writes.length === 0) return [segment(before, after, origin)];
  const [first, last] = await Promise.all([before, after].map((file) => hashOf(file, parts.repository)));
  const files = new Map([
    [first, before],
    [last, after],
    [absent, undefined],
  ]);
  const segments: ChangeSegment[] = [];
  let mode = before?.mode;
  for (const part of divideByWrites(first ?? absent, last ?? absent, writes)) {
    for (const state of [part.before, part.after]) {
      if (files.has(state)) continue;
      const bytes = await attribution.bytesOf(path, state);
      if (bytes === undefined) return [segment(before, after, origin)];
      files.set(state, await storedBetween({ before, after }, bytes, state, parts.repository));
    }
    const old = withMode(files.get(part.before), mode);
    mode = part.after === absent ? undefined : modeAfter(part, mode, after);
    segments.push(segment(old, withMode(files.get(part.after), mode), part.by ?? origin, part.until));
  }
  // No known write set the mode.
  const expected = withMode(after, mode);
  return sameFile(expected, after) && segments.length > 0 ? segments : [...segments, segment(expected, after, origin)];
}

/** A file with another mode, whose permissions are then unknown; what is or becomes a link has its own. */
function withMode(file: StoredFile | undefined, mode: StoredFile['mode'] | undefined): StoredFile | undefined {
  if (file === undefined || mode === undefined || mode === 'link' || file.mode === 'link') return file;
  return file.mode === mode ? file : { ...file, mode, permissions: undefined };
}

/** The mode of a file after a part of its change, which had another one before: a known write leaves it alone, or says so. */
function modeAfter(
  { by, executable }: ChangePart,
  before: StoredFile['mode'] | undefined,
  after: StoredFile | undefined,
): StoredFile['mode'] | undefined {
  if (executable !== undefined) return executable ? 'executable' : 'file';
  return by === undefined ? after?.mode : (before ?? after?.mode);
}

/** Stores an intermediate content of the file; only its hash if a side is withheld. */
async function storedBetween(
  { before, after }: Sides,
  bytes: Uint8Array,
  state: ContentState,
  repository: PrivateRepository,
): Promise<StoredFile> {
  const about = { mode: after?.mode ?? before?.mode ?? 'file', size: bytes.length } as const;
  const withheld = before?.withheld ?? after?.withheld;
  if (withheld === undefined) return { ...about, id: await repository.put(bytes) };
  return { ...about, id: gitId(bytes, repository.algorithm), withheld, sha256: state };
}

async function hashOf(file: StoredFile | undefined, repository: PrivateRepository): Promise<ContentState> {
  if (file === undefined) return absent;
  if (file.withheld !== undefined) return file.sha256 ?? `unread ${file.id}`;
  return sha256(await repository.content(file.id));
}
