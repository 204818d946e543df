// The disk of the write engine: its services, writes and flushes there, and comparisons of its files with both sides of a
// change.

import { isFileContent, type Change, type Location, type Content } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { equalBytes, sha256 } from '../../core/text/bytes.ts';
import type { LargeFiles, Links, Modes, WholeFiles } from '../../tools/ports/diskPorts.ts';
import type { FileStat } from '../../tools/ports/fileStat.ts';
import type { Editor, OpenDocument } from './editor.ts';
import { displayText } from '../../core/text/encoding.ts';
import { withEol } from '../../core/text/lineEndings.ts';

/** Returns the `file:` URI of the journal's copy of a large file, by its SHA-256; undefined without a local disk. */
export type KeptCopyOf = (sha256: string) => string | undefined;

/** Services that only a local disk provides; all undefined in a web host. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
  readonly files?: WholeFiles;
  readonly large?: LargeFiles;
}

/** The targets of the write engine: the editor for files of any scheme, and the services of the local disk, if any. */
export interface Disk extends LocalDisk {
  readonly editor: Editor;
  /** The copies of large files that the journal keeps for the entry being applied or rolled back. */
  readonly keptCopyOf?: KeptCopyOf;
}

/**
 * Replaces the bytes of a file if they are still `before`. Atomic on a local disk; elsewhere, a write by another program
 * between the comparison and the write is lost.
 *
 * @returns false, having written nothing, if the file contains other bytes
 */
export async function writeBytes(uri: string, bytes: Uint8Array, before: Uint8Array, disk: Disk): Promise<boolean> {
  if (uri.startsWith('file:') && disk.files !== undefined) return disk.files.replace(uri, bytes, before);
  if (!equalBytes(await disk.editor.readFile(uri), before)) return false;
  await disk.editor.writeFile(uri, bytes);
  return true;
}

/** The paths of a change, without its contents. */
interface ChangedPaths {
  readonly kind: Change['kind'];
  readonly at: Location;
  readonly from?: Location;
}

/**
 * Flushes the writes of changes, or of their rollback, so that they survive a power loss; does nothing without a local
 * disk. Takes all changes of a call, since a disk flushes many files in little more time than one. Throws system errors.
 *
 * @param flushed the files that are flushed already, by URI; their folders are not
 */
export async function flush(
  changes: readonly ChangedPaths[],
  { files }: LocalDisk,
  flushed: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (files === undefined) return;
  const written = new Set<string>();
  const folders = new Set<string>();
  for (const change of changes) {
    for (const { uri } of locationsOf(change)) {
      if (!uri.startsWith('file:')) continue;
      if (!flushed.has(uri)) written.add(uri);
      // An update adds and removes no name in its folder.
      if (change.kind !== 'update') folders.add(parentUri(uri));
    }
  }
  await files.flush([...written], [...folders]);
}

/** Number of files that each early flush takes. */
const filesPerFlush = 16;
/** Enough to keep the disk busy while the event loop runs other work. */
const maxConcurrentFlushes = 8;

/**
 * Flushes the first files of a call while later ones are written. Each file must be written only once: a later write may
 * not be flushed.
 */
export class EarlyFlush {
  readonly #files: LocalDisk['files'];
  readonly #flushedUris = new Set<string>();
  #queuedUris: string[] = [];
  /** The last flush of each lane; a lane runs one flush after the other. */
  readonly #lanes = Array.from({ length: maxConcurrentFlushes }, () => Promise.resolve());
  #nextLane = 0;

  constructor({ files }: LocalDisk) {
    this.#files = files;
  }

  /** Adds a written file. Ignores a deleted one, and files that are not on the local disk. */
  add({ kind, at: { uri } }: Change): void {
    if (this.#files === undefined || kind === 'delete' || !uri.startsWith('file:')) return;
    this.#queuedUris.push(uri);
    if (this.#queuedUris.length >= filesPerFlush) this.#startFlush(this.#files);
  }

  /** Resolves once all started flushes have ended, successfully or not; never rejects. */
  async whenSettled(): Promise<void> {
    await Promise.allSettled(this.#lanes);
  }

  /** The URIs of the flushed files; the caller must flush those still queued. @throws the first error of a flush */
  async whenFinished(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#lanes);
    return this.#flushedUris;
  }

  #startFlush(files: NonNullable<LocalDisk['files']>): void {
    const uris = this.#queuedUris;
    this.#queuedUris = [];
    for (const uri of uris) this.#flushedUris.add(uri);
    const lane = this.#nextLane++ % maxConcurrentFlushes;
    // The caller flushes each folder once, after all writes.
    const flushing = Promise.resolve(this.#lanes[lane]).then(() => files.flush(uris, []));
    this.#lanes[lane] = flushing;
    // Marks a rejection as handled: `whenFinished` throws it, unless the call fails before.
    flushing.catch(() => undefined);
  }
}

/** The folder of a `file:` URI, with a final slash. */
export function parentUri(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** The parent folder of a location; undefined for a workspace folder. */
export function parentLocation({ uri, path, real }: Location): Location | undefined {
  const withoutLastName = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return path.includes('/')
    ? { uri: withoutLastName(uri), path: withoutLastName(path), real: withoutLastName(real) }
    : undefined;
}

/** Whether `before` of a change exists, and nothing is at a path that it creates. */
export async function isBefore(change: Change, disk: Disk): Promise<boolean> {
  const at = change.at;
  switch (change.kind) {
    case 'update':
    case 'delete':
      return hasContent(at, change.before, disk);
    case 'move':
      return (await hasContent(change.from, change.before, disk)) && (await isAbsent(at, disk));
    case 'create':
    case 'copy':
    case 'createDirectory':
      return isAbsent(at, disk);
  }
}

/** Whether `after` of a change exists, and nothing is at a path that it removes. */
export async function isAfter(change: Change, disk: Disk): Promise<boolean> {
  switch (change.kind) {
    case 'create':
    case 'update':
    case 'copy':
      return hasContent(change.at, change.after, disk);
    case 'move':
      return (await hasContent(change.at, change.after, disk)) && (await isAbsent(change.from, disk));
    case 'delete':
      return isAbsent(change.at, disk);
    case 'createDirectory':
      return hasContent(change.at, { kind: 'directory' }, disk);
  }
}

/** Whether a location has a content; if that is undefined, whether nothing is there. */
export function isAsExpected(at: Location, content: Content | undefined, disk: Disk): Promise<boolean> {
  return content === undefined ? isAbsent(at, disk) : hasContent(at, content, disk);
}

/** Whether a change is a move that was made. The file may have any content. */
export async function isMoved(change: Change, disk: Disk): Promise<boolean> {
  return change.kind === 'move' && (await isAbsent(change.from, disk)) && !(await isAbsent(change.at, disk));
}

/**
 * Whether a location has a content: in its document if that has unsaved edits, else on disk. Links are compared by their
 * targets; on a file system where these cannot be read, any two links count as equal.
 */
async function hasContent(at: Location, content: Content, disk: Disk): Promise<boolean> {
  const { editor, files, links } = disk;
  const canCompareOnDisk =
    files !== undefined && at.uri.startsWith('file:') && editor.dirtyDocument(at.uri) === undefined;
  // Fast path: comparing the bytes of a local file needs no stat.
  if (canCompareOnDisk && isFileContent(content)) return files.contains(at.uri, content.bytes);
  const stat = await editor.stat(at.uri);
  switch (content.kind) {
    case 'directory':
      return stat?.type === 'directory' || stat?.targetType === 'directory';
    case 'link':
      if (stat?.type !== 'symlink') return false;
      return links === undefined || (await links.read(at.uri)) === content.target;
    case 'text':
    case 'binary':
    case 'large':
    case 'unread':
      return stat !== undefined && (stat.targetType ?? stat.type) === 'file' && fileHasContent(at, stat, content, disk);
  }
}

/** A file that was not read is compared by size and time. */
async function fileHasContent(
  at: Location,
  stat: FileStat,
  content: Exclude<Content, { readonly kind: 'directory' | 'link' }>,
  { editor, large }: Disk,
): Promise<boolean> {
  const dirty = editor.dirtyDocument(at.uri);
  if (content.kind === 'unread') {
    const isSameTime = content.modified === undefined || content.modified === stat.modified;
    return dirty === undefined && stat.size === content.size && isSameTime;
  }
  if (dirty !== undefined) return showsText(dirty, content);
  // Fast path: a file of another size need not be read. The size of a link is not the size of its target.
  const size = content.kind === 'large' ? content.size : content.bytes.length;
  if (stat.type === 'file' && stat.size !== size) return false;
  if (content.kind === 'large') return (await large?.digest(at.uri))?.sha256 === content.sha256;
  return (await sha256(await editor.readFile(at.uri))) === content.sha256;
}

/** Whether a document contains a text. False for any other content. */
export function showsText(document: OpenDocument, content: Content): boolean {
  return content.kind === 'text' && document.getText() === editorText(content.text, document.eol);
}

/** A text as represented by a document: with uniform line endings, and replacement characters for invalid bytes. */
export function editorText(text: string, eol: OpenDocument['eol']): string {
  return displayText(withEol(text, eol));
}

async function isAbsent(at: Location, { editor }: Disk): Promise<boolean> {
  return (await editor.stat(at.uri)) === undefined;
}
