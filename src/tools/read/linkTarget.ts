// Reads and formats the targets of symbolic links for answers.

import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { Queries } from '../ports/queryPorts.ts';

/** Target of a symbolic link as written; null if it is unreadable, or hidden by the rules. */
export async function readLinkTarget(path: string, queries: Queries): Promise<string | null> {
  const facts = await queries.facts(path).catch(() => undefined);
  return facts?.linkTarget ?? null;
}

/** Describes a symbolic link, for the text after its path. */
export function describeLink(target: string | null): string {
  return target === null ? 'symlink' : `symlink to ${escapeForDisplay(target)}`;
}
