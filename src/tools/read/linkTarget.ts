import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Queries } from '../ports/queryPorts.ts';

/** What a symbolic link leads to, as it is written in it; null where that is not to be told, or cannot be read. */
export async function targetOf(path: string, queries: Queries): Promise<string | null> {
  const facts = await queries.facts(path).catch(() => undefined);
  return facts?.linkTarget ?? null;
}

/** A link in an answer, behind its path. */
export function linkWords(target: string | null): string {
  return target === null ? 'symlink' : `symlink to ${escapeForDisplay(target)}`;
}
