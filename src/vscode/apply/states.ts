import * as vscode from 'vscode';
import type { Change, Content, Location } from '../../core/change.ts';
import { displayText } from '../../core/encoding.ts';
import { sha256 } from '../../core/hash.ts';
import { withEol } from '../../core/text.ts';
import { dirtyDocument, statOf } from '../disk.ts';

/** Whether the world is as a change expects it: its `before` is there, and nothing stands where it would create. */
export async function isBefore(change: Change): Promise<boolean> {
  const at = change.at;
  switch (change.kind) {
    case 'update':
    case 'delete':
      return holds(at, change.before);
    case 'move':
      return (await holds(change.from, change.before)) && (await isAbsent(at));
    case 'create':
    case 'copy':
    case 'createDirectory':
      return isAbsent(at);
  }
}

/** Whether the world is as a change leaves it. */
export async function isAfter(change: Change): Promise<boolean> {
  switch (change.kind) {
    case 'create':
    case 'update':
    case 'copy':
      return holds(change.at, change.after);
    case 'move':
      return (await holds(change.at, change.after)) && (await isAbsent(change.from));
    case 'delete':
      return isAbsent(change.at);
    case 'createDirectory':
      return holds(change.at, { kind: 'directory' });
  }
}

/** Whether a place holds this content: the buffer counts where it is unsaved, else the bytes on disk. */
async function holds(at: Location, content: Content): Promise<boolean> {
  const uri = vscode.Uri.parse(at.uri, true);
  const stat = await statOf(uri);
  if (content.kind === 'directory') return stat?.type === 'directory' || stat?.targetType === 'directory';
  if (content.kind === 'link') return stat?.type === 'symlink';
  if (stat === undefined) return false;
  const dirty = dirtyDocument(uri);
  if (dirty !== undefined) return content.kind === 'text' && dirty.getText() === shownText(content.text, dirty.eol);
  return (await sha256(await vscode.workspace.fs.readFile(uri))) === content.sha256;
}

/** A text as an editor holds it: one line ending, and no bytes that are no text. */
export function shownText(text: string, eol: vscode.EndOfLine): string {
  return displayText(withEol(text, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n'));
}

async function isAbsent(at: Location): Promise<boolean> {
  return (await statOf(vscode.Uri.parse(at.uri, true))) === undefined;
}
