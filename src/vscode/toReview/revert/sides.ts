// Loads sides of files for reverts. A side is a version of a file or link: before or after a change, or as it is now.

import * as vscode from 'vscode';
import type { FileContent, LinkContent, Location } from '../../../core/change/change.ts';
import type { FileSide } from '../../../core/toReview/revertSteps.ts';
import { baseName, isBelowAny } from '../../../core/path/pathParts.ts';
import { failure, ToolError } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { encodeUtf8 } from '../../../core/text/encoding.ts';
import { sha256 } from '../../../core/text/bytes.ts';
import { mapConcurrently } from '../../../async/eventLoop.ts';
import type { Disk } from '../../ports/localDisk.ts';
import { decodeFile, encodeText } from '../../files/codec.ts';
import { dirtyDocument } from '../../files/openDocuments.ts';

/** A side with its content in the form that a `Change` needs. */
export interface LoadedSide extends FileSide {
  readonly content: FileContent | LinkContent;
}

/** The present content of a path: a file or link, a folder, or nothing. */
export type CurrentSide = LoadedSide | 'folder' | undefined;

/**
 * Converts the bytes of a stored side.
 * @param uri the file, which decides how its text is decoded
 * @throws ToolError IO_ERROR for a link whose target is not UTF-8
 */
export async function decodeSide(mode: FileSide['mode'], bytes: Uint8Array, uri: vscode.Uri): Promise<LoadedSide> {
  // `ignoreBOM` keeps a byte order mark, which is part of the target.
  if (mode === 'link') return linkSide(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), uri);
  return fileSide(mode, (await decodeFile(uri, bytes)).content);
}

/**
 * Reads the current file or link, with unsaved edits; undefined if nothing is there, `folder` for a folder.
 * @throws ToolError STALE if the editor has unsaved edits of a deleted file
 */
export async function readCurrentSide(uri: vscode.Uri, disk: Disk): Promise<CurrentSide> {
  const { editor, links, modes } = disk;
  const uriText = uri.toString();
  const stat = await editor.stat(uriText);
  const unsavedDocument = dirtyDocument(uri);
  if (stat === undefined) {
    // A restored file would replace the document's unsaved edits.
    if (unsavedDocument !== undefined) throw unsavedEditsError(uri);
    return undefined;
  }
  if (stat.type === 'directory') return 'folder';
  if (stat.type === 'symlink') {
    if (links === undefined) throw new ToolError('IO_ERROR', `${uri.path} is a link, which cannot be read here.`);
    return linkSide(await links.read(uriText), uri);
  }
  if (stat.type !== 'file') throw new ToolError('IO_ERROR', `${uri.path} is neither a file nor a link.`);
  const isExecutable = modes !== undefined && uri.scheme === 'file' && (await modes.isExecutable(uriText));
  const mode = isExecutable ? 'executable' : 'file';
  if (unsavedDocument !== undefined)
    return fileSide(mode, await encodeText(unsavedDocument.getText(), unsavedDocument.encoding));
  return fileSide(mode, (await decodeFile(uri, await editor.readFile(uriText))).content);
}

/**
 * Reads many files like `readCurrentSide`, in the order of `locations`. If one of them is a link now, files below it
 * count as missing: reading them would read the files below the link's target.
 */
export async function readCurrentSides(locations: readonly Location[], disk: Disk): Promise<readonly CurrentSide[]> {
  const sides = await mapConcurrently(locations, ({ uri }) => readCurrentSide(vscode.Uri.parse(uri, true), disk));
  const isLink = (side: CurrentSide): boolean => side !== undefined && side !== 'folder' && side.mode === 'link';
  const links = new Set(locations.flatMap(({ real }, index) => (isLink(sides[index]) ? real : [])));
  return locations.map(({ real }, index) => (isBelowAny(real, links) ? undefined : sides[index]));
}

/** @throws ToolError IO_ERROR for a target that is not UTF-8, since another one would be written */
async function linkSide(target: string, uri: vscode.Uri): Promise<LoadedSide> {
  // Decoding replaces invalid bytes by U+FFFD.
  if (target.includes('\uFFFD')) throw unwritableLinkError(uri);
  const bytes = encodeUtf8(target);
  return { mode: 'link', bytes, hash: await sha256(bytes), content: { kind: 'link', target } };
}

/** The side of a file. It has no `text`, so that it is not merged, if its bytes are not text in its encoding. */
function fileSide(mode: 'file' | 'executable', content: FileContent): LoadedSide {
  const { bytes, sha256: hash } = content;
  const text = content.kind === 'text' && content.lossy !== true ? { text: content.text } : {};
  return { mode, bytes, hash, content, ...text };
}

function unwritableLinkError(uri: vscode.Uri): ToolError {
  const message = phrase(
    'The target of the link {0} is not valid UTF-8, so Redline cannot write it. Nothing was reverted. Set the link with "ln -s" in a terminal; other files can be reverted one by one.',
    baseName(uri.path),
  );
  return failure('IO_ERROR', message, 'Tell the user.');
}

function unsavedEditsError(uri: vscode.Uri): ToolError {
  const message = phrase(
    '{0} is gone from the disk, and the editor has unsaved edits of it. Save or discard them first. Nothing was reverted.',
    baseName(uri.path),
  );
  return failure('STALE', message, 'Tell the user.');
}
