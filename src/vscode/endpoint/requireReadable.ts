// Judges what an agent's own tool is about to read, and asks the user before it reads a secret.
import type { Location } from '../../core/change/change.ts';
import type { Search } from '../../core/dialects/dialect.ts';
import { namesSecrets } from '../../core/dialects/searchTool.ts';
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
 * Limits of one call: `globs` to search for, since each may take a second, `folders` to judge, and `found` files. Of more
 * files than `judged`, only those whose name is protected are judged.
 */
const limits = { globs: 20, folders: 1000, found: 50_000, judged: 1000 };

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
  const globCount = read.searches.filter(({ glob }) => glob !== undefined).length;
  if (globCount > limits.globs || read.searches.length - globCount > limits.folders) throw tooManyError();
  for (const search of read.searches) {
    for (const file of await listSearched(search, cwd, workspace, queries)) {
      const resolved = await locate(file, file, workspace);
      if (resolved !== undefined) await requireAllowed(resolved, read, workspace);
    }
  }
}

/** Lists the files of a search that have to be judged. @throws PERMISSION_DENIED for a glob that names secrets outside the workspace */
async function listSearched(
  { folder, glob }: Search,
  cwd: string | undefined,
  workspace: Workspace,
  queries: Queries,
): Promise<ReadonlySet<string>> {
  const namedFolder = folder ?? cwd;
  const path = namedFolder === undefined ? undefined : toAbsolutePath(namedFolder, cwd);
  if (glob === undefined) {
    if (path === undefined || !(await doFilesNeedPermission(path, workspace))) return new Set();
    return new Set(await findFiles(path, '**', queries));
  }
  if (path !== undefined && namesSecrets(glob) && (await isOutside(path, workspace)))
    throw secretOutsideError(`${path.replace(/[\\/]+$/, '')}/${glob}`);
  // If the agent names no folder, VS Code searches all open ones.
  const folders = folder === undefined && path !== undefined ? [path, undefined] : [path];
  const files = await Promise.all(folders.map((searchedPath) => findFiles(searchedPath, glob, queries)));
  return new Set(files.flat());
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
  const anyFile = await locate(folder, toAbsolutePath('_', folder), workspace);
  return anyFile !== undefined && workspace.isSecret(anyFile);
}

/** Finds files by glob, ignoring case, since some agents and disks do. Of many, returns only those with a protected name. */
async function findFiles(path: string | undefined, glob: string, queries: Queries): Promise<readonly string[]> {
  const caselessGlob = glob.replace(/\[.*?\]|\p{L}/gu, (part) =>
    part.startsWith('[') ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
  );
  try {
    const where = { path, glob: caselessGlob, includeIgnored: true };
    const { files, total } = await queries.findFiles(where, limits.found, 'path');
    if (total > files.length) throw tooManyError();
    if (total <= limits.judged) return files;
    const protectedFiles = compileProtectedFiles();
    return files.filter((file) => protectedFiles.reading([file]) !== undefined);
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
