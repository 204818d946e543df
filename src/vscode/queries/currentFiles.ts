// Reads the current states of files (stamps, hashes, texts, unsaved edits), which the change log compares with known ones.

import * as vscode from 'vscode';
import { sha256 } from '../../core/text/bytes.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import { unknownStamp, type HashedContent } from './knownFiles.ts';
import { fileSystem, isMissing } from '../files/fileSystem.ts';
import { dirtyDocument } from '../files/openDocuments.ts';

/** Maximum size of a file that is compared by its hash, in bytes; larger ones are compared by their stamps. */
const maxHashedBytes = 32 * 1024 * 1024;

/**
 * A text that differs once a file has changed: made of its size and the time of its last change, in a form that depends
 * on the reader; or `unknownStamp`. Only stamps of one reader are comparable.
 */
type Stamp = string;

/** Reads the stamps of local files below `root`, in the order of the paths; `undefined` where no file exists. */
export type ReadStamps = (root: string, paths: readonly string[]) => Promise<readonly (Stamp | undefined)[]>;

/** Implements `ReadStamps` by VS Code's file system; `unknownStamp` if it does not report whether a file exists. */
export async function editorStamps(root: vscode.Uri, paths: readonly string[]): Promise<(Stamp | undefined)[]> {
  const stamps: (Stamp | undefined)[] = [];
  await forEachConcurrently(paths, async (path, index) => {
    stamps[index] = await stampOf(vscode.Uri.joinPath(root, path));
  });
  return stamps;
}

/** The stamp of a file or link; undefined if nothing or a folder is there. */
async function stampOf(uri: vscode.Uri): Promise<Stamp | undefined> {
  try {
    const { type, size, mtime } = await fileSystem.stat(uri);
    if (type === vscode.FileType.Directory) return undefined;
    // The time of a folder changes with its files, so it is no part of the stamp of a link to it.
    const isLinkToFolder = (type & vscode.FileType.Directory) !== 0;
    return isLinkToFolder ? 'folder' : `${size}:${mtime}`;
  } catch (cause) {
    return isMissing(cause) ? undefined : unknownStamp;
  }
}

/** The current content of a file, or of its unsaved buffer, if there is one. */
export interface CurrentFile extends HashedContent {
  readonly unsaved: boolean;
}

/** The state of a file that was not read. */
export const unreadState: CurrentFile = { sha256: undefined, bytes: undefined, unsaved: false };

/** Reads a file's current state; `unreadState` if it is no file (but a link, say), too large, or cannot be read. */
export async function readCurrent(uri: vscode.Uri): Promise<CurrentFile> {
  const dirty = dirtyDocument(uri);
  try {
    if (dirty !== undefined) return { ...(await encodeText(dirty.getText(), dirty.encoding)), unsaved: true };
    const { size, type } = await fileSystem.stat(uri);
    if (type !== vscode.FileType.File || size > maxHashedBytes) return unreadState;
    const bytes = await fileSystem.readFile(uri);
    return { bytes, sha256: await sha256(bytes), unsaved: false };
  } catch {
    return unreadState;
  }
}

/** A hash, and the stamp of the file on disk at the time. */
interface StampedHash {
  /** `unknownStamp` for unsaved text, too; such a hash is not cached. */
  readonly stamp: Stamp;
  readonly sha256: string | undefined;
}

/** Caches the hashes of files that differ from their known states, until the differences are reported. */
export class HashCache {
  readonly #hashesByUri = new Map<string, StampedHash>();

  /** The hash of a file's current content. Reads the file again if its stamp has changed or is unknown. */
  async read(uri: vscode.Uri, stamp: Stamp): Promise<StampedHash> {
    const key = uri.toString();
    const cached = this.#hashesByUri.get(key);
    if (cached !== undefined && stamp !== unknownStamp && cached.stamp === stamp) return cached;
    const { sha256: hash, unsaved } = await readCurrent(uri);
    const current = { stamp: unsaved ? unknownStamp : stamp, sha256: hash };
    if (current.stamp !== unknownStamp) this.#hashesByUri.set(key, current);
    return current;
  }

  delete(key: string): void {
    this.#hashesByUri.delete(key);
  }
}

/** Decodes a file's bytes; undefined if they are missing or not text. */
export async function decodeIfText(uri: vscode.Uri, bytes: Uint8Array | undefined): Promise<string | undefined> {
  if (bytes === undefined) return undefined;
  const { content } = await decodeFile(uri, bytes);
  return content.kind === 'text' ? content.text : undefined;
}

/** Returns a function that tests, by URI, whether a document was dirty when the function was created. */
export function createDirtyTest(): (uri: string) => boolean {
  const dirty = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()),
  );
  return (uri) => dirty.has(uri);
}
