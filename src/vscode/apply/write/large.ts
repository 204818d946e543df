// Writes changes of files over 50 MiB, which the editor cannot load, and recognizes interrupted writes of them.

import type { Change, FileContent, LargeContent } from '../../../core/change/change.ts';
import { failure, type ToolError } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { LargeFiles, ByteSource, FileDigest } from '../../../tools/ports/diskPorts.ts';
import { StalePlan } from '../../../core/wording/stalePlan.ts';
import { damagedContentsError, missingContentsError } from '../../journal/blobErrors.ts';
import type { Disk, KeptCopyOf } from '../../ports/localDisk.ts';

type LargeDisk = Pick<Disk, 'large' | 'keptCopyOf'>;

const emptySource: ByteSource = { bytes: new Uint8Array() };

/**
 * Writes a change of a large file in parts, without the editor, which opens no file above 50 MiB.
 *
 * @param permissions permission bits of a new file
 * @throws StalePlan, having written nothing, if the file has changed; ToolError IO_ERROR if stored bytes are missing or
 * damaged
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
    const { from, source } = await updateSourceOf(change, large, keptCopyOf);
    if (!(await large.rewrite(uri, digestOf(change.before), from, source))) throw new StalePlan(displayPathOf(change));
  }
}

/** The bytes that an update writes, and their offset `from`; the file is truncated after them. */
async function updateSourceOf(
  { before, after }: Change & { readonly kind: 'update' },
  large: LargeFiles,
  keptCopyOf: KeptCopyOf | undefined,
): Promise<{ readonly from: number; readonly source: ByteSource }> {
  if (after.kind !== 'large') return { from: 0, source: { bytes: after.bytes } };
  // Appends the tail.
  if (after.tail !== undefined) return { from: digestOf(before).size, source: { bytes: after.tail.bytes } };
  // Undoes an append: cuts the file off after its old bytes.
  if (before.kind === 'large' && before.tail !== undefined) return { from: after.size, source: emptySource };
  return { from: 0, source: await storedSource(after, large, keptCopyOf) };
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

/** The content of a large file after an interrupted (partial) write; undefined for any other, or an unreadable one. */
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

/** Whether the file at a change's path begins with the new bytes and ends with the old ones. */
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

/** The bytes of one side of a change: in memory, or in the kept copy; undefined if there is none. */
function sourceOf(side: FileContent | LargeContent, keptCopyOf: KeptCopyOf | undefined): ByteSource | undefined {
  if (side.kind !== 'large') return { bytes: side.bytes };
  const uri = keptCopyOf?.(side.sha256);
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
