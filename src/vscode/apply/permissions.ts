import type { Change } from '../../core/change/change.ts';
import type { Modes } from '../../tools/ports/ports.ts';

/** The permission bits of what a call deletes, by URI, so that it comes back as it was. */
export async function permissionsOf(
  changes: readonly Change[],
  modes: Modes | undefined,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  if (modes === undefined) return found;
  for (const change of changes) {
    if (change.kind !== 'delete' || change.before.kind === 'link' || !change.at.uri.startsWith('file:')) continue;
    try {
      found[change.at.uri] = await modes.permissions(change.at.uri);
    } catch {
      // It is gone, or made by an earlier change of the call; then nothing is to be remembered.
    }
  }
  return found;
}
