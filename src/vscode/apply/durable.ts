import type { Change, Location } from '../../core/change/change.ts';
import type { LocalDisk } from '../ports/localDisk.ts';
import { parentUri } from '../ports/parentUri.ts';

/** Where a change is made, without its bytes. */
export interface Touched {
  readonly kind: Change['kind'];
  readonly at: Location;
  readonly from?: Location;
}

/**
 * Resolves when what changes made, or what taking them back made, survives a loss of power. Flushed together, since the
 * disk takes many files in little more time than one. Throws what the system throws.
 */
export async function flush(changes: readonly Touched[], { files }: LocalDisk): Promise<void> {
  if (files === undefined) return;
  const written = new Set<string>();
  const renamed = new Set<string>();
  for (const { kind, at, from } of changes) {
    for (const { uri } of from === undefined ? [at] : [at, from]) {
      if (!uri.startsWith('file:')) continue;
      written.add(uri);
      if (kind !== 'update') renamed.add(parentUri(uri));
    }
  }
  await files.flush([...written], [...renamed]);
}
