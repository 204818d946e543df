// Builds changes of text files.

import type { Change, FaithfulText, Location } from '../../../src/core/change/change.ts';

export function locationOf(path: string): Location {
  const uri = `file:///w/${path.split('/').map(encodeURIComponent).join('/')}`;
  return { uri, path, real: uri };
}

/** A text whose hash names it, but is not computed. */
export function content(text: string, encoding = 'utf8'): FaithfulText {
  return { kind: 'text', text, encoding, bytes: new TextEncoder().encode(text), sha256: `${encoding} ${text}` };
}

export function create(path: string, after: string): Change {
  return { kind: 'create', at: locationOf(path), after: content(after) };
}

export function update(path: string, before: string, after: string): Extract<Change, { readonly kind: 'update' }> {
  return { kind: 'update', at: locationOf(path), before: content(before), after: content(after) };
}

export function remove(path: string, before: string): Change {
  return { kind: 'delete', at: locationOf(path), before: content(before) };
}
