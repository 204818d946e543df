import * as vscode from 'vscode';
import type { Links, Modes, WholeFiles } from '../../tools/ports.ts';

/** What only a local disk has. */
export interface LocalDisk {
  readonly links?: Links;
  readonly modes?: Modes;
  readonly files?: WholeFiles;
}

/** Replaces the bytes of a file: wholly or not at all where the disk is local. */
export async function writeBytes(uri: vscode.Uri, bytes: Uint8Array, disk: LocalDisk): Promise<void> {
  if (uri.scheme === 'file' && disk.files !== undefined) await disk.files.replace(uri.toString(), bytes);
  else await vscode.workspace.fs.writeFile(uri, bytes);
}
