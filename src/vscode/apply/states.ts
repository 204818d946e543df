import * as vscode from 'vscode';
import { fileSystem } from '../fileSystem.ts';
import type { Change, Content, Location } from '../../core/change.ts';
import { displayText } from '../../core/encoding.ts';
import { sha256 } from '../../core/hash.ts';
import { withEol } from '../../core/text.ts';
import type { Links } from '../../tools/ports.ts';
import { dirtyDocument, statOf } from '../disk.ts';

/** Whether the world is as a change expects it: its `before` is there, and nothing stands where it would create. */
export async function isBefore(change: Change, links?: Links): Promise<boolean> {
  const at = change.at;
  switch (change.kind) {
    case 'update':
    case 'delete':
      return holds(at, change.before, links);
    case 'move':
      return (await holds(change.from, change.before, links)) && (await isAbsent(at));
    case 'create':
    case 'copy':
    case 'createDirectory':
      return isAbsent(at);
  }
}

/** Whether the world is as a change leaves it. */
export async function isAfter(change: Change, links?: Links): Promise<boolean> {
  switch (change.kind) {
    case 'create':
    case 'update':
    case 'copy':
      return holds(change.at, change.after, links);
    case 'move':
      return (await holds(change.at, change.after, links)) && (await isAbsent(change.from));
    case 'delete':
      return isAbsent(change.at);
    case 'createDirectory':
      return holds(change.at, { kind: 'directory' });
  }
}

/** Whether what was to be moved stands at its new place, whatever was done to it there. */
export async function isMoved(change: Change): Promise<boolean> {
  return change.kind === 'move' && (await isAbsent(change.from)) && !(await isAbsent(change.at));
}

/**
 * Whether a place holds this content: the buffer counts where it is unsaved, else the bytes on disk. Of a link only the
 * target counts, and where links cannot be read that it is one.
 */
async function holds(at: Location, content: Content, links?: Links): Promise<boolean> {
  const uri = vscode.Uri.parse(at.uri, true);
  const stat = await statOf(uri);
  if (content.kind === 'directory') return stat?.type === 'directory' || stat?.targetType === 'directory';
  if (content.kind === 'link') {
    if (stat?.type !== 'symlink') return false;
    return links === undefined || (await links.read(at.uri)) === content.target;
  }
  if (stat === undefined || (stat.targetType ?? stat.type) !== 'file') return false;
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return content.kind === 'text' && dirty.getText() === shownText(content.text, dirty.eol);
  if (stat.type === 'file' && stat.size !== content.bytes.length) return false;
  return (await sha256(await fileSystem.readFile(uri))) === content.sha256;
}

/** A text as an editor holds it: one line ending, and no bytes that are no text. */
export function shownText(text: string, eol: vscode.EndOfLine): string {
  return displayText(withEol(text, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n'));
}

async function isAbsent(at: Location): Promise<boolean> {
  return (await statOf(vscode.Uri.parse(at.uri, true))) === undefined;
}
