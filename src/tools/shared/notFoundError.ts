// Creates the error for a missing path, with similar existing paths.

import { ToolError } from '../../core/wording/errors.ts';
import { suggestNames } from '../../core/wording/nearNames.ts';
import type { ToolContext } from './tool.ts';

/** Maximum number of ancestor folders to examine. */
const maxLevels = 20;

/**
 * Creates the NOT_FOUND error for a path, with similar names in its deepest existing folder. Never suggests names the
 * access rules hide, nor lists a folder that needs approval to read.
 */
export async function notFoundError(context: ToolContext, path: string): Promise<ToolError> {
  const facts = await context.queries.facts(path).catch(() => undefined);
  if (facts?.kind === 'symlink' && facts.linkKind === 'nothing') {
    const to = facts.linkTarget === undefined ? 'somewhere' : JSON.stringify(facts.linkTarget);
    const what = `${path} is a symbolic link to ${to}, which does not exist.`;
    return new ToolError('NOT_FOUND', `${what} Create what it points to, or delete the link with redline_delete.`);
  }
  const near = await pathsNear(context, path).catch(() => []);
  const next =
    near.length === 0
      ? 'Find the right path with redline_find_files or redline_list_directory.'
      : `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}? If not, look for it with redline_find_files.`;
  return new ToolError('NOT_FOUND', `${path} does not exist. ${next}`);
}

/** Existing paths with a name similar to a missing one's. */
export async function pathsNear({ queries, workspace }: ToolContext, path: string): Promise<string[]> {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const rest: string[] = [];
  for (let level = 0; level < maxLevels; level++) {
    const wanted = names.pop();
    if (wanted === undefined) return [];
    const folder = `${path.startsWith('/') ? '/' : ''}${names.join('/')}` || '.';
    const facts = await queries.facts(folder);
    if (facts.access !== undefined) return [];
    if (facts.kind === undefined) {
      rest.unshift(wanted);
      continue;
    }
    const entries = await queries.list(await workspace.locate(folder));
    const likely = suggestNames(
      wanted,
      entries.filter(({ type }) => rest.length === 0 || type === 'directory').map(({ name }) => name),
    );
    return likely.flatMap((name) => entries.find((entry) => entry.name === name)?.locate().path ?? []);
  }
  return [];
}
