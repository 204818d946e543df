// Judges what an agent's own tool is about to read, and asks the user before it reads a secret.
import type { Location } from '../../core/change/change.ts';
import type { Search } from '../../core/dialects/dialect.ts';
import { compileProtectedFiles } from '../../core/rules/protected.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { toAbsolutePath } from '../../tools/hooks/chooseTool.ts';
import type { Workspace } from '../../tools/ports/ports.ts';
import type { Queries } from '../../tools/ports/queryPorts.ts';

/** What an agent's own tool is about to read. */
export interface OwnRead {
  readonly paths: readonly string[];
  readonly searches: readonly Search[];
  /** Whether the tool shows what the files were before, too. */
  readonly showsChanges: boolean;
  /** The agent's working directory. */
  readonly cwd: string | undefined;
}

/**
 * Limits of one call: its `searches`, of them those `listed`, since each may take a second, and `found` files. Of more
 * files than `judged`, those whose names are no secret are not judged, or the call is refused.
 */
const limits = { searches: 1000, listed: 20, found: 50_000, judged: 1000 };

/**
 * A read of a secret needs the user's permission, as when Redline reads it.
 * @throws ToolError PERMISSION_DENIED, REJECTED, VALIDATION_ERROR
 */
export async function requireReadable(read: OwnRead, workspace: Workspace, queries: Queries): Promise<void> {
  const { paths, cwd } = read;
  for (const path of paths) {
    const resolved = await locate(path, toAbsolutePath(path, cwd), workspace);
    if (resolved !== undefined) await requireAllowed(resolved, read, workspace);
  }
  if (read.searches.length > limits.searches) throw tooManyError();
  const toList: { readonly search: LocatedSearch; readonly judged: 'all' | 'secretNames' }[] = [];
  for (const search of read.searches) {
    const located = locateSearch(search, cwd);
    const judged = await filesToJudge(located, workspace);
    if (judged !== 'none') toList.push({ search: located, judged });
  }
  if (toList.length > limits.listed) throw tooManyError();
  for (const { search, judged } of toList) {
    for (const file of await listSearched(search, judged, queries)) {
      const resolved = await locate(file, file, workspace);
      if (resolved !== undefined) await requireAllowed(resolved, read, workspace);
    }
  }
}

/** A search with the absolute paths of its folders, of which undefined is all open ones. */
interface LocatedSearch {
  readonly folders: readonly (string | undefined)[];
  readonly glob: string | undefined;
  readonly readsAll: boolean;
}

function locateSearch({ folder, glob, readsAll = false }: Search, cwd: string | undefined): LocatedSearch {
  const named = folder ?? cwd;
  const path = named === undefined ? undefined : toAbsolutePath(named, cwd);
  // If the agent names no folder, VS Code searches all open ones.
  const isEverywhere = glob !== undefined && folder === undefined && path !== undefined;
  return { folders: isEverywhere ? [path, undefined] : [path], glob, readsAll };
}

/**
 * Which files of a search are judged: all of a folder that rules restrict, and of a glob that a rule's name fits; of a
 * glob that fits a secret name, at least those with such names.
 * @throws PERMISSION_DENIED for a glob that fits a secret name outside the workspace
 */
async function filesToJudge(
  { folders, glob, readsAll }: LocatedSearch,
  workspace: Workspace,
): Promise<'all' | 'secretNames' | 'none'> {
  const [folder] = folders;
  if (glob === undefined) {
    return folder !== undefined && (await doFilesNeedPermission(folder, workspace)) ? 'all' : 'none';
  }
  const nameInGlob = glob.replace(/[*?[\]]/g, '');
  if (compileProtectedFiles().reading([glob, nameInGlob]) !== undefined) {
    if (folder === undefined || !(await isOutside(folder, workspace))) return 'secretNames';
    throw secretOutsideError(`${folder.replace(/[\\/]+$/, '')}/${glob}`);
  }
  if (nameInGlob !== '' && (await needsPermission(toAbsolutePath(nameInGlob, folder), workspace))) return 'all';
  return readsAll ? 'secretNames' : 'none';
}

async function listSearched(
  { folders, glob = '**' }: LocatedSearch,
  judged: 'all' | 'secretNames',
  queries: Queries,
): Promise<ReadonlySet<string>> {
  const files = await Promise.all(folders.map((folder) => findFiles(folder, glob, queries)));
  const found = new Set(files.flat());
  if (found.size <= limits.judged) return found;
  if (judged === 'all') throw tooManyError();
  const protectedFiles = compileProtectedFiles();
  return new Set([...found].filter((file) => protectedFiles.reading([file]) !== undefined));
}

/**
 * Resolves a path. Undefined for one outside the workspace and an invalid one, which are the agent's own affair.
 * @throws PERMISSION_DENIED as the workspace does, or if such a path may be a secret
 */
function locate(path: string, absolutePath: string, workspace: Workspace): Promise<Location | undefined> {
  return workspace.locate(absolutePath).catch((cause: unknown) => {
    if (cause instanceof ToolError && cause.code === 'PERMISSION_DENIED') throw cause;
    if (compileProtectedFiles().reading([path, absolutePath]) !== undefined) throw secretOutsideError(path);
    return undefined;
  });
}

function isOutside(path: string, workspace: Workspace): Promise<boolean> {
  return workspace.locate(path).then(
    () => false,
    (cause: unknown) => cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE',
  );
}

async function requireAllowed(at: Location, { showsChanges }: OwnRead, workspace: Workspace): Promise<void> {
  if (!workspace.isSecret(at)) return;
  const stat = await workspace.stat(at);
  const type = stat?.targetType ?? stat?.type;
  if (type === 'file') await workspace.read(at).catch(throwUnlessTooLarge);
  else if (type === 'directory') await workspace.list(at);
  else if (showsChanges) throw secretDeletedError(at.path);
}

/** Whether all files in a folder need permission, although it needs none itself: a folder's name is no secret. */
async function doFilesNeedPermission(folder: string, workspace: Workspace): Promise<boolean> {
  const at = await locate(folder, folder, workspace);
  if (at === undefined || workspace.isSecret(at)) return false;
  const stat = await workspace.stat(at);
  if ((stat?.targetType ?? stat?.type) !== 'directory') return false;
  // Judged by a made-up name, so that no rule for certain names matches.
  return needsPermission(toAbsolutePath('_', folder), workspace);
}

/** Whether rules ask before a file with this path is read; it need not exist. */
async function needsPermission(path: string, workspace: Workspace): Promise<boolean> {
  const at = await locate(path, path, workspace);
  return at !== undefined && workspace.isSecret(at);
}

/** Finds files by glob, ignoring case, since some agents and disks do. */
async function findFiles(path: string | undefined, glob: string, queries: Queries): Promise<readonly string[]> {
  const caselessGlob = glob.replace(/\[.*?\]|\p{L}/gu, (part) =>
    part.startsWith('[') ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
  );
  try {
    const where = { path, glob: caselessGlob, includeIgnored: true };
    const { files, total } = await queries.findFiles(where, limits.found, 'path');
    if (total > files.length) throw tooManyError();
    return files;
  } catch (cause) {
    if (cause instanceof ToolError && (cause.code === 'OUTSIDE_WORKSPACE' || cause.code === 'NOT_FOUND')) return [];
    throw cause;
  }
}

/** Ignores TOO_LARGE: by then the user has allowed the read, and the agent's own tool may read larger files. */
function throwUnlessTooLarge(cause: unknown): void {
  if (!(cause instanceof ToolError) || cause.code !== 'TOO_LARGE') throw cause;
}

function tooManyError(): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    'This call names too many files for Redline to tell which of them may contain secrets, so nothing was read. Name fewer files.',
  );
}

function secretOutsideError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${path} is outside of the workspace and may contain secrets, so it was not read. Continue without it. To be asked about such files, the user sets redline.externalPaths to "ask".`,
  );
}

function secretDeletedError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `The changes contain ${path}, which was deleted and may contain secrets, so they were not read. Run git diff for the other files instead.`,
  );
}
