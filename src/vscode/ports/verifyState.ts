import type { Change, Content, Location } from '../../core/change/change.ts';
import { displayText } from '../../core/text/encoding.ts';
import { sha256 } from '../../core/text/hash.ts';
import { withEol } from '../../core/text/text.ts';
import type { OpenText } from './editor.ts';
import type { Disk } from './localDisk.ts';

/** Whether the world is as a change expects it: its `before` is there, and nothing stands where it would create. */
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

/** Whether the world is as a change leaves it. */
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

/** Whether what was to be moved stands at its new place, whatever was done to it there. */
export async function isMoved(change: Change, disk: Disk): Promise<boolean> {
  return change.kind === 'move' && (await isAbsent(change.from, disk)) && !(await isAbsent(change.at, disk));
}

/**
 * Whether a place holds this content: the buffer counts where it is unsaved, else the bytes on disk. Of a link only the
 * target counts, and where links cannot be read that it is one.
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
  if (dirty !== undefined) return content.kind === 'text' && dirty.getText() === shownText(content.text, dirty.eol);
  if (stat.type === 'file' && stat.size !== (content.kind === 'large' ? content.size : content.bytes.length))
    return false;
  if (content.kind === 'large') return (await large?.weigh(at.uri))?.sha256 === content.sha256;
  return (await sha256(await editor.readFile(at.uri))) === content.sha256;
}

/** A text as an editor holds it: one line ending, and no bytes that are no text. */
export function shownText(text: string, eol: OpenText['eol']): string {
  return displayText(withEol(text, eol));
}

async function isAbsent(at: Location, { editor }: Disk): Promise<boolean> {
  return (await editor.stat(at.uri)) === undefined;
}
