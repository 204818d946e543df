import type { Change, FaithfulText, Location } from '../../src/core/change/change.ts';
import { sha256Of } from '../journal/disk.ts';

export const root = 'file:///w';

export function at(path: string): Location {
  const uri = `${root}/${path}`;
  return { uri, path, real: uri };
}

export function textOf(text: string): FaithfulText {
  return { kind: 'text', text, encoding: 'utf8', bytes: Buffer.from(text), sha256: sha256Of(text) };
}

/** Longer than a page, so that a write can be interrupted within. */
export function long(text: string): string {
  return `${text}\n`.repeat(6000 / text.length);
}

export const create = (path: string, text: string): Change => ({ kind: 'create', at: at(path), after: textOf(text) });
export const folder = (path: string): Change => ({ kind: 'createDirectory', at: at(path) });
export const link = (path: string, target: string): Change => ({
  kind: 'create',
  at: at(path),
  after: { kind: 'link', target },
});
export const edit = (path: string, before: string, after: string): Change => ({
  kind: 'update',
  at: at(path),
  before: textOf(before),
  after: textOf(after),
});
export const chmod = (path: string, text: string, executable: boolean): Change => ({
  kind: 'update',
  at: at(path),
  before: textOf(text),
  after: textOf(text),
  mode: { before: !executable, after: executable },
});
export const remove = (path: string, text: string): Change => ({ kind: 'delete', at: at(path), before: textOf(text) });
export const removeFolder = (path: string): Change => ({
  kind: 'delete',
  at: at(path),
  before: { kind: 'directory' },
});
export const move = (from: string, to: string, before: string, after = before): Change => ({
  kind: 'move',
  from: at(from),
  at: at(to),
  before: textOf(before),
  after: textOf(after),
});
export const moveFolder = (from: string, to: string): Change => ({
  kind: 'move',
  from: at(from),
  at: at(to),
  before: { kind: 'directory' },
  after: { kind: 'directory' },
});
export const copy = (from: string, to: string, text: string): Change => ({
  kind: 'copy',
  from: at(from),
  at: at(to),
  after: textOf(text),
});

/** The texts of the files `a` and `b` of a scene, and an edit of both. */
export const a = long('a before');
export const b = long('b before');
export const aAfter = long('a after');
export const bAfter = long('b after');
export const editOfA = edit('a', a, aAfter);
export const editOfBoth = [editOfA, edit('b', b, bAfter)];
