import type { Change, Content, Location } from '../../core/change/change.ts';
import { displayText } from '../../core/text/encoding.ts';
import { sha256 } from '../../core/text/hash.ts';
import { withEol } from '../../core/text/text.ts';
import type { OpenText } from './editor.ts';
import type { Disk } from './localDisk.ts';

/** Whether the files are as a change expects them: its `before` is there, and nothing is where it creates something. */
export async function isBefore(change: Change, disk: Disk): Promise<boolean> {
  const at = change.at;
  switch (change.kind) {
    case 'update':
    case 'delete':
      return holds(at, change.before, disk);
    case 'move':
      return (await holds(change.from, change.before, disk)) && (await isAbsent(at, disk));
    case 'create':
    case 'copy':
    case 'createDirectory':
      return isAbsent(at, disk);
  }
}

/** Whether the files are as a change leaves them. */
export async function isAfter(change: Change, disk: Disk): Promise<boolean> {
  switch (change.kind) {
    case 'create':
    case 'update':
    case 'copy':
      return holds(change.at, change.after, disk);
    case 'move':
      return (await holds(change.at, change.after, disk)) && (await isAbsent(change.from, disk));
    case 'delete':
      return isAbsent(change.at, disk);
    case 'createDirectory':
      return holds(change.at, { kind: 'directory' }, disk);
  }
}

/** Whether a file is at the new path of a move, whatever it contains by now. */
export async function isMoved(change: Change, disk: Disk): Promise<boolean> {
  return change.kind === 'move' && (await isAbsent(change.from, disk)) && !(await isAbsent(change.at, disk));
}

/**
 * Whether a location holds a content: in its document if that has unsaved edits, else on disk. Links are equal if their
 * targets are, or if targets cannot be read.
 */
async function holds(at: Location, content: Content, { editor, links, large }: Disk): Promise<boolean> {
  const stat = await editor.stat(at.uri);
  if (content.kind === 'directory') return stat?.type === 'directory' || stat?.targetType === 'directory';
  if (content.kind === 'link') {
    if (stat?.type !== 'symlink') return false;
    return links === undefined || (await links.read(at.uri)) === content.target;
  }
  if (stat === undefined || (stat.targetType ?? stat.type) !== 'file') return false;
  const dirty = editor.dirty(at.uri);
  if (content.kind === 'unread') {
    const isSame = content.modified === undefined || content.modified === stat.modified;
    return dirty === undefined && stat.size === content.size && isSame;
  }
  if (dirty !== undefined) return content.kind === 'text' && dirty.getText() === editorText(content.text, dirty.eol);
  if (stat.type === 'file' && stat.size !== (content.kind === 'large' ? content.size : content.bytes.length))
    return false;
  if (content.kind === 'large') return (await large?.weigh(at.uri))?.sha256 === content.sha256;
  return (await sha256(await editor.readFile(at.uri))) === content.sha256;
}

/** A text as a document holds it: with uniform line endings, and replacement characters for invalid bytes. */
export function editorText(text: string, eol: OpenText['eol']): string {
  return displayText(withEol(text, eol));
}

async function isAbsent(at: Location, { editor }: Disk): Promise<boolean> {
  return (await editor.stat(at.uri)) === undefined;
}
