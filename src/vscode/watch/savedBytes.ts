// Finds the bytes that the editor wrote when it saved a document whose text kept changing.

import * as vscode from 'vscode';
import { equalBytes } from '../../core/text/bytes.ts';
import { encodeText } from '../files/codec.ts';
import type { ContentOnDisk } from './writeLog.ts';

/**
 * Encodes the text that is on disk now; the last one if none is, since an agent has written the file meanwhile.
 * @param texts texts of the document since its save began, oldest first; at least one
 * @param readDisk called only if there are several texts to choose from
 */
export async function findSavedBytes(
  texts: readonly string[],
  encoding: string,
  readDisk: () => ContentOnDisk,
): Promise<Uint8Array> {
  const onDisk = texts.length > 1 ? readDisk() : undefined;
  let last: Uint8Array | undefined;
  for (const text of texts.toReversed()) {
    const bytes = await encodeAsEditor(text, encoding);
    if (onDisk instanceof Uint8Array && equalBytes(bytes, onDisk)) return bytes;
    last ??= bytes;
  }
  return last ?? new Uint8Array();
}

/** Encodes as the editor saves: replaces characters that the encoding lacks, which `encodeText` rejects. */
async function encodeAsEditor(text: string, encoding: string): Promise<Uint8Array> {
  const lossless = await encodeText(text, encoding).catch(() => undefined);
  return lossless?.bytes ?? (await vscode.workspace.encode(text, { encoding }));
}
