import type { Change, Location } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { sameBytes } from '../../core/text/sameBytes.ts';
import type { LargeFiles } from '../../tools/ports/diskPorts.ts';
import type { Links, Modes, WholeFiles } from '../../tools/ports/ports.ts';
import type { Editor } from './editor.ts';

/** The `file:` URI of the copy that an entry keeps of a large file, by its SHA-256. */
export type KeptAt = (sha256: string) => string | undefined;

/** What only a local disk can do. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
  readonly files?: WholeFiles;
  readonly large?: LargeFiles;
}

/** Where changes are written: through the editor, and past it where there is a local disk. */
export interface Disk extends LocalDisk {
  readonly editor: Editor;
  /** The large files that the entry being applied or rolled back keeps. */
  readonly kept?: KeptAt;
}

/**
 * Replaces the bytes of a file if they are still `before`; atomic on a local disk.
 *
 * @returns false, having written nothing, if the file holds other bytes.
 */
export async function writeBytes(uri: string, bytes: Uint8Array, before: Uint8Array, disk: Disk): Promise<boolean> {
  if (uri.startsWith('file:') && disk.files !== undefined) return disk.files.replace(uri, bytes, before);
  if (!sameBytes(await disk.editor.readFile(uri), before)) return false;
  await disk.editor.writeFile(uri, bytes);
  return true;
}

interface Touched {
  readonly kind: Change['kind'];
  readonly at: Location;
  readonly from?: Location;
}

/**
 * Flushes what changes, or their rollback, wrote, so that it survives a loss of power. All at once, since a disk flushes
 * many files in little more time than one. Throws what the system throws.
 */
export async function flush(changes: readonly Touched[], { files }: LocalDisk): Promise<void> {
  if (files === undefined) return;
  const written = new Set<string>();
  const folders = new Set<string>();
  for (const change of changes) {
    for (const { uri } of locationsOf(change)) {
      if (!uri.startsWith('file:')) continue;
      written.add(uri);
      if (change.kind !== 'update') folders.add(parentUri(uri));
    }
  }
  await files.flush([...written], [...folders]);
}

/** The folder of a `file:` URI, with a slash at its end. */
export function parentUri(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}
