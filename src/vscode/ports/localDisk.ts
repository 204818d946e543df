import type { Links, Modes, WholeFiles } from '../../tools/ports/ports.ts';
import { sameBytes } from '../../core/text/sameBytes.ts';
import type { LargeFiles } from '../../tools/ports/diskPorts.ts';
import type { Editor } from './editor.ts';

/** The `file:` URI at which a step keeps the bytes of a large file, by their SHA-256. */
export type KeptAt = (sha256: string) => string | undefined;

/** What only a local disk has. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
  readonly files?: WholeFiles;
  readonly large?: LargeFiles;
}

/** Where changes are made: through the editor, and by what a local disk can do besides. */
export interface Disk extends LocalDisk {
  readonly editor: Editor;
  /** Where the step that is made, or taken back, keeps large files. */
  readonly kept?: KeptAt;
}

/**
 * Replaces the bytes of a file, which must be `before`: wholly or not at all where the disk is local.
 *
 * @returns false, having written nothing, where they are others.
 */
export async function writeBytes(uri: string, bytes: Uint8Array, before: Uint8Array, disk: Disk): Promise<boolean> {
  if (uri.startsWith('file:') && disk.files !== undefined) return disk.files.replace(uri, bytes, before);
  if (!sameBytes(await disk.editor.readFile(uri), before)) return false;
  await disk.editor.writeFile(uri, bytes);
  return true;
}
