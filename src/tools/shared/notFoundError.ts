// Creates the error for a missing path, and finds similar existing paths for it.

import { ToolError } from '../../core/wording/errors.ts';
import { suggestNames } from '../../core/wording/nearNames.ts';
import type { ToolContext } from './tool.ts';

/** Maximum number of ancestor folders to examine, which bounds the time for a path of many names. */
const maxLevels = 20;

/**
 * Creates the NOT_FOUND error for a missing path, with similar paths; or for a link whose target is missing. Never rejects:
 * without an answer about the path, the error has only general advice.
 */
export async function createNotFoundError(context: ToolContext, path: string): Promise<ToolError> {
  const facts = await context.queries.facts(path).catch(() => undefined);
  if (facts?.kind === 'symlink' && facts.linkKind === 'nothing') {
    const target = facts.linkTarget === undefined ? 'somewhere' : JSON.stringify(facts.linkTarget);
    const headline = `${path} is a symbolic link to ${target}, which does not exist.`;
    return new ToolError('NOT_FOUND', `${headline} Create what it points to, or delete the link with redline_delete.`);
  }
  const similarPaths = await findSimilarPaths(context, path).catch(() => []);
  const advice =
    similarPaths.length === 0
      ? 'Find the right path with redline_find_files or redline_list_directory.'
      : `Did you mean ${similarPaths.map((similarPath) => JSON.stringify(similarPath)).join(' or ')}? If not, look for it with redline_find_files.`;
  return new ToolError('NOT_FOUND', `${path} does not exist. ${advice}`);
}

/**
 * Finds paths with names similar to the missing one, in the deepest existing folder above it. Returns none from a folder
 * that needs approval to read, and never names that the access rules hide. Never prompts. Throws as `Queries` does.
 */
export async function findSimilarPaths({ queries, workspace }: ToolContext, path: string): Promise<string[]> {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  // Whether the missing name is that of a folder above the path, so that only folders are suggested.
  let isFolderMissing = false;
  for (let level = 0; level < maxLevels; level++) {
    const missingName = names.pop();
    if (missingName === undefined) return [];
    const folder = `${path.startsWith('/') ? '/' : ''}${names.join('/')}` || '.';
    const facts = await queries.facts(folder);
    if (facts.access !== 'allow') return [];
    if (facts.kind === undefined) {
      isFolderMissing = true;
      continue;
    }
    const entries = await queries.list(await workspace.locate(folder));
    const candidates = entries.filter(({ type }) => !isFolderMissing || type === 'directory');
    const similarNames = suggestNames(
      missingName,
      candidates.map(({ name }) => name),
    );
    return similarNames.flatMap((name) => entries.find((entry) => entry.name === name)?.locate().path ?? []);
  }
  return [];
}
