// Writes changes of large files, which the editor cannot load, and recognizes interrupted writes of them.

import type { Change, FileContent, LargeContent } from '../../../core/change/change.ts';
import { failure, type ToolError, StalePlan } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { LargeFiles, ByteSource, FileDigest } from '../../../tools/ports/diskPorts.ts';
import { damagedContentsError, missingContentsError } from '../../journal/blobs.ts';
import type { Disk, KeptCopyOf } from '../../ports/localDisk.ts';

/** The part of the disk that large files need; both are undefined without a local disk. */
type LargeDisk = Pick<Disk, 'large' | 'keptCopyOf'>;

const emptySource: ByteSource = { bytes: new Uint8Array() };

/**
 * Writes a change of a large file in parts, without the editor, which opens no file above 50 MiB.
 *
 * @param permissions permission bits of a new file
 * @throws StalePlan, having written nothing, if the file has changed; ToolError IO_ERROR if stored bytes are missing or
 *   damaged
 */
export async function writeLarge(
  change: Change,
  { large, keptCopyOf }: LargeDisk,
  permissions?: number,
): Promise<void> {
  if (large === undefined) throw needsLocalDiskError(displayPathOf(change));
  const { uri } = change.at;
  if (change.kind === 'delete' && change.before.kind === 'large') {
    if (!(await large.remove(uri, change.before))) throw new StalePlan(displayPathOf(change));
  } else if (change.kind === 'copy' && change.after.kind === 'large') {
    if ((await large.digest(change.from.uri)).sha256 !== change.after.sha256) throw new StalePlan(change.from.path);
    await staleIfExists(displayPathOf(change), large.create(uri, { uri: change.from.uri }, change.after, permissions));
  } else if (change.kind === 'create' && change.after.kind === 'large') {
    const source = await storedSource(change.after, large, keptCopyOf);
    await staleIfExists(displayPathOf(change), large.create(uri, source, change.after, permissions));
  } else if (change.kind === 'update') {
    const { offset, source } = await updateSourceOf(change, large, keptCopyOf);
    if (!(await large.rewrite(uri, digestOf(change.before), offset, source)))
      throw new StalePlan(displayPathOf(change));
  }
}

/** The bytes that an update writes, and the offset in the file at which they begin; the file ends after them. */
async function updateSourceOf(
  { before, after }: Change & { readonly kind: 'update' },
  large: LargeFiles,
  keptCopyOf: KeptCopyOf | undefined,
): Promise<{ readonly offset: number; readonly source: ByteSource }> {
  if (after.kind !== 'large') return { offset: 0, source: { bytes: after.bytes } };
  // Appends the tail.
  if (after.tail !== undefined) return { offset: digestOf(before).size, source: { bytes: after.tail.bytes } };
  // Undoes an append: cuts the file off after its old bytes.
  if (before.kind === 'large' && before.tail !== undefined) return { offset: after.size, source: emptySource };
  return { offset: 0, source: await storedSource(after, large, keptCopyOf) };
}

/** The stored copy of a content, verified before it overwrites a file. */
async function storedSource(
  { sha256 }: LargeContent,
  large: LargeFiles,
  keptCopyOf: KeptCopyOf | undefined,
): Promise<ByteSource> {
  const uri = keptCopyOf?.(sha256);
  const digest = uri === undefined ? undefined : await large.digest(uri).catch(() => undefined);
  if (uri !== undefined && digest?.sha256 === sha256) return { uri };
  throw digest === undefined ? missingContentsError() : damagedContentsError();
}

/**
 * Reads the content of a large file that an interrupted write has left, with the `tail` of an append, by which a
 * rollback cuts the file off. Undefined if the file is anything but a partial write of the change, or cannot be read.
 */
export async function partialContentOfLarge(
  change: Change,
  { large, keptCopyOf }: LargeDisk,
): Promise<LargeContent | undefined> {
  const writesContent = change.kind === 'create' || change.kind === 'copy' || change.kind === 'update';
  if (large === undefined || !writesContent) return undefined;
  try {
    if (!(await isPartial(change, large, keptCopyOf))) return undefined;
    const tail = change.after.kind === 'large' ? change.after.tail : undefined;
    const content = { kind: 'large', ...(await large.digest(change.at.uri)) } as const;
    return tail === undefined ? content : { ...content, tail };
  } catch {
    return undefined;
  }
}

/** Whether the file at a change's path is a mixture of the old and the new bytes, as an interrupted write leaves it. */
async function isPartial(
  change: Change & { readonly kind: 'create' | 'copy' | 'update' },
  large: LargeFiles,
  keptCopyOf: KeptCopyOf | undefined,
): Promise<boolean> {
  const { after } = change;
  const { uri } = change.at;
  if (after.kind === 'link' || after.kind === 'directory' || after.kind === 'unread') return false;
  if (after.kind === 'large' && after.tail !== undefined && change.kind === 'update') {
    return large.isPartialAppend(uri, digestOf(change.before), after.tail.bytes);
  }
  const oldBytes = change.kind === 'update' ? sourceOf(change.before, keptCopyOf) : emptySource;
  const newBytes = change.kind === 'copy' ? { uri: change.from.uri } : sourceOf(after, keptCopyOf);
  return oldBytes !== undefined && newBytes !== undefined && large.isPartial(uri, oldBytes, newBytes);
}

/** The bytes of a content: in memory, or in the kept copy; undefined if a large one has no copy. */
function sourceOf(content: FileContent | LargeContent, keptCopyOf: KeptCopyOf | undefined): ByteSource | undefined {
  if (content.kind !== 'large') return { bytes: content.bytes };
  const uri = keptCopyOf?.(content.sha256);
  return uri === undefined ? undefined : { uri };
}

function digestOf(content: FileContent | LargeContent): FileDigest {
  return content.kind === 'large' ? content : { size: content.bytes.length, sha256: content.sha256 };
}

/** Converts EEXIST to a stale plan: someone else has created the file. */
export async function staleIfExists(path: string, creation: Promise<void>): Promise<void> {
  try {
    await creation;
  } catch (cause) {
    const alreadyExists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw alreadyExists ? new StalePlan(path) : cause;
  }
}

function needsLocalDiskError(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase('{0} is too large to change without a local disk. Nothing was changed.', path),
    'Do not try again; tell the user.',
  );
}
