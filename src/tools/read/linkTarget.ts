// Reads and words the targets of symbolic links for answers.

import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Queries } from '../ports/queryPorts.ts';

/** The target of a symbolic link as it is written in it; null if it is unreadable, or the rules hide it. */
export async function linkTargetLocation(path: string, queries: Queries): Promise<string | null> {
  const facts = await queries.facts(path).catch(() => undefined);
  return facts?.linkTarget ?? null;
}

/** Words for a symbolic link, to follow its path. */
export function linkWords(target: string | null): string {
  return target === null ? 'symlink' : `symlink to ${escapeForDisplay(target)}`;
}
