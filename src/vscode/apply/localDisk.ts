import * as vscode from 'vscode';
import { fileSystem } from '../fileSystem.ts';
import type { Links, Modes, WholeFiles } from '../../tools/ports.ts';
import { sameBytes } from '../codec.ts';

/** What only a local disk has. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
  readonly files?: WholeFiles;
}

/**
 * Replaces the bytes of a file, which must be `before`: wholly or not at all where the disk is local.
 *
 * @returns false, having written nothing, where they are others.
 */
export async function writeBytes(
  uri: vscode.Uri,
  bytes: Uint8Array,
  before: Uint8Array,
  disk: LocalDisk,
): Promise<boolean> {
  if (uri.scheme === 'file' && disk.files !== undefined) return disk.files.replace(uri.toString(), bytes, before);
  if (!sameBytes(await fileSystem.readFile(uri), before)) return false;
  await vscode.workspace.fs.writeFile(uri, bytes);
  return true;
}
