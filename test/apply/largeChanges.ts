import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BinaryContent, Change, LargeContent, Location } from '../../src/core/change/change.ts';

export const kinds = ['delete', 'move', 'copy', 'append', 'overwrite'] as const;
export type Kind = (typeof kinds)[number];

/** A change of the file `a` below a folder, which holds 'a' over and over. */
export function changeOf(kind: Kind, root: string, size: number): Change {
  const at = (name: string): Location => {
    const uri = pathToFileURL(path.join(root, 'files', name)).href;
    return { uri, path: name, real: uri };
  };
  const before = large('a', size);
  const tail = content('a tail');
  switch (kind) {
    case 'delete':
      return { kind, at: at('a'), before };
    case 'move':
      return { kind, from: at('a'), at: at('b'), before, after: before };
    case 'copy':
      return { kind, from: at('a'), at: at('b'), after: before };
    case 'append': {
      const after = createHash('sha256').update(Buffer.alloc(size, 'a')).update(tail.bytes).digest('hex');
      return {
        kind: 'update',
        at: at('a'),
        before,
        after: { kind: 'large', size: size + tail.bytes.length, sha256: after, tail },
      };
    }
    case 'overwrite':
      return { kind: 'update', at: at('a'), before, after: content('b'.repeat(100_000)) };
  }
}

function large(letter: string, size: number): LargeContent {
  return { kind: 'large', size, sha256: createHash('sha256').update(Buffer.alloc(size, letter)).digest('hex') };
}

export function content(text: string): BinaryContent {
  const bytes = Buffer.from(text);
  return { kind: 'binary', bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The files below a folder, by name: their sizes and hashes. */
export function stateOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, facts(path.join(folder, name))]),
  );
}

function facts(file: string): string {
  const { size, mode } = statSync(file);
  const hash = createHash('sha256');
  const part = Buffer.alloc(1024 * 1024);
  const fd = openSync(file, 'r');
  for (let read = readSync(fd, part); read > 0; read = readSync(fd, part)) hash.update(part.subarray(0, read));
  closeSync(fd);
  return `${size} ${(mode & 0o777).toString(8)} ${hash.digest('hex')}`;
}
