import { ToolError } from '../../core/wording/errors.ts';
import { nearNames } from '../../core/wording/nearNames.ts';
import type { ToolContext } from './tool.ts';

/** Folders that are looked at on the way up, at most. */
const maxLevels = 20;

/**
 * NOT_FOUND for a path, with what was probably meant: near names in the deepest folder of it that is there. Names that
 * may not be told, and folders that may not be read without a question, are left alone.
 */
export async function missing(context: ToolContext, path: string): Promise<ToolError> {
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

/** Paths that exist and are spelled nearly as one that does not. */
export async function pathsNear({ queries, workspace }: ToolContext, path: string): Promise<string[]> {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const rest: string[] = [];
  for (let level = 0; level < maxLevels; level++) {
    const wanted = names.pop();
    if (wanted === undefined) return [];
    const folder = `${path.startsWith('/') ? '/' : ''}${names.join('/')}` || '.';
    const facts = await queries.facts(folder);
    if (facts.guarded !== undefined) return [];
    if (facts.kind === undefined) {
      rest.unshift(wanted);
      continue;
    }
    const entries = await queries.list(await workspace.locate(folder));
    const likely = nearNames(
      wanted,
      entries.filter(({ type }) => rest.length === 0 || type === 'directory').map(({ name }) => name),
    );
    return likely.flatMap((name) => entries.find((entry) => entry.name === name)?.locate().path ?? []);
  }
  return [];
}
