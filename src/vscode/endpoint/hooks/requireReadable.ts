// Judges what an agent's own tool is about to read, and asks the user before it reads a secret.
import type { Location } from '../../../core/change/change.ts';
import type { Search } from '../../../core/dialects/dialect.ts';
import { compileProtectedFiles } from '../../../core/rules/protected.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { listHomeExpansions, toAbsolutePath } from '../../../tools/hooks/chooseTool.ts';
import type { Workspace } from '../../../tools/ports/ports.ts';
import type { Queries } from '../../../tools/ports/queryPorts.ts';
import { secretDeletedError, secretOutsideError, tooManyError } from './readErrors.ts';

/** A read that an agent's own tool is about to make. */
export interface AgentRead {
  readonly paths: readonly string[];
  readonly searches: readonly Search[];
  /** Whether the tool also shows the earlier contents of the files, as a diff does. */
  readonly showsChanges: boolean;
  /** The agent's working directory. */
  readonly cwd: string | undefined;
  /** The agent's home folder, if known. */
  readonly home?: string | undefined;
}

/** Maximum number of searches in one call, since each path is resolved on disk. */
const maxSearches = 1000;
/** Maximum number of searches in one call whose files are listed, since each may take a second. */
const maxListedSearches = 20;
/** Maximum number of files that one listing may find. */
const maxFoundFiles = 50_000;
/** Maximum number of files of one search that are all judged. If there are more, only those with secret names are. */
const maxJudgedFiles = 1000;

/** The files of a search that are judged by the rules. */
type JudgedFiles = 'all' | 'secretNames' | 'none';

/**
 * Requires the user's permission for each secret that the agent's tool is about to read, as when Redline reads it.
 * @throws ToolError PERMISSION_DENIED, REJECTED, VALIDATION_ERROR
 */
export async function requireReadable(read: AgentRead, workspace: Workspace, queries: Queries): Promise<void> {
  for (const { path, absolutePath } of read.paths.flatMap((path) => interpretPath(path, read))) {
    const resolved = await locate(path, absolutePath, workspace);
    if (resolved !== undefined) await requireAllowed(resolved, read, workspace);
  }
  const locateFoundFile = (path: string): Promise<Location> => locateFound(path, workspace).catch(throwWithoutName);
  for (const { search, judged } of await selectSearches(read, workspace)) {
    for (const file of await listSearched(search, judged, queries)) {
      const resolved = await locate(file, file, { locate: locateFoundFile });
      if (resolved !== undefined) await requireAllowed(resolved, read, workspace);
    }
  }
}

interface JudgedSearch {
  readonly search: LocatedSearch;
  readonly judged: Exclude<JudgedFiles, 'none'>;
}

/** Selects the searches whose files must be listed and judged. @throws PERMISSION_DENIED if they are too many */
async function selectSearches(read: AgentRead, workspace: Workspace): Promise<readonly JudgedSearch[]> {
  const { searches, cwd } = read;
  if (searches.length > maxSearches) throw tooManyError();
  const selected: JudgedSearch[] = [];
  for (const interpreted of searches.flatMap((search) => interpretSearch(search, read))) {
    const search = locateSearch(interpreted, cwd);
    const judged = await filesToJudge(search, workspace);
    if (judged !== 'none') selected.push({ search, judged });
  }
  if (selected.length > maxListedSearches) throw tooManyError();
  return selected;
}

/** The absolute paths that a path may mean, since some agents expand `~`. */
function interpretPath(
  path: string,
  place: Pick<AgentRead, 'cwd' | 'home'>,
): { readonly path: string; readonly absolutePath: string }[] {
  return [toAbsolutePath(path, place.cwd), ...listHomeExpansions(path, place)].map((absolutePath) => ({
    path,
    absolutePath,
  }));
}

/**
 * The searches that one may mean, since some agents expand `~`. Not if its glob can match a secret name: the files are
 * then listed, and `findFiles` rejects a folder with `~`, so that the call is denied anyway.
 */
function interpretSearch(search: Search, place: Pick<AgentRead, 'cwd' | 'home'>): Search[] {
  const { folder = '', glob } = search;
  const homeExpansions = glob !== undefined && canMatchSecret(glob) ? [] : listHomeExpansions(folder, place);
  return [search, ...homeExpansions.map((expansion) => ({ ...search, folder: expansion }))];
}

/** A search with the absolute paths of its folders; undefined stands for all workspace folders. */
interface LocatedSearch {
  readonly folders: readonly (string | undefined)[];
  readonly glob: string | undefined;
  /** Whether the tool reads all files that it finds. */
  readonly readsAll: boolean;
}

/** The folders and files that a search may mean: its own folder, else the working directory, or also the workspace. */
function locateSearch({ folder, glob, readsAll = false }: Search, cwd: string | undefined): LocatedSearch {
  const searchedFolder = folder ?? cwd;
  const path = searchedFolder === undefined ? undefined : toAbsolutePath(searchedFolder, cwd);
  // If the input names a glob but no folder, most agents search their own folder, VS Code all workspace folders.
  const mayBeEverywhere = glob !== undefined && folder === undefined && path !== undefined;
  return { folders: mayBeEverywhere ? [path, undefined] : [path], glob, readsAll };
}

/**
 * Decides which files of a search are judged. The first case that applies counts:
 * - without a glob: all if the rules restrict the whole folder, else none;
 * - with a glob that can match a secret name, as `*.pem` does: those with secret names;
 * - with a glob whose name the rules restrict: all;
 * - with any other glob: those with secret names if the tool reads all files that it finds, else none.
 * @throws PERMISSION_DENIED for a glob that can match a secret name outside the workspace
 */
async function filesToJudge({ folders, glob, readsAll }: LocatedSearch, workspace: Workspace): Promise<JudgedFiles> {
  // A second element is undefined (see `LocatedSearch`), and workspace folders are never outside.
  const [folder] = folders;
  if (glob === undefined) {
    return folder !== undefined && (await doFilesNeedPermission(folder, workspace)) ? 'all' : 'none';
  }
  if (canMatchSecret(glob)) {
    if (folder === undefined || !(await isOutside(folder, workspace))) return 'secretNames';
    throw secretOutsideError(`${folder.replace(/[\\/]+$/, '')}/${glob}`);
  }
  const nameInGlob = withoutWildcards(glob);
  if (nameInGlob !== '' && (await needsPermission(toAbsolutePath(nameInGlob, folder), workspace))) return 'all';
  return readsAll ? 'secretNames' : 'none';
}

function canMatchSecret(glob: string): boolean {
  return compileProtectedFiles().matchRead([glob, withoutWildcards(glob)]) !== undefined;
}

/** A glob without its wildcards, as the name of a file that it may match. */
function withoutWildcards(glob: string): string {
  return glob.replace(/[*?[\]]/g, '');
}

/** Lists the files of a search that are judged. @throws PERMISSION_DENIED if they are too many */
async function listSearched(
  { folders, glob = '**' }: LocatedSearch,
  judged: JudgedSearch['judged'],
  queries: Queries,
): Promise<ReadonlySet<string>> {
  const files = await Promise.all(folders.map((folder) => findFiles(folder, glob, queries)));
  const found = new Set(files.flat());
  if (found.size <= maxJudgedFiles) return found;
  if (judged === 'all') throw tooManyError();
  const protectedFiles = compileProtectedFiles();
  return new Set([...found].filter((file) => protectedFiles.matchRead([file]) !== undefined));
}

/**
 * Resolves a path. Undefined for one outside the workspace, or an invalid one, which is judged by its name alone.
 * @param path as the agent wrote it, for the error and the name
 * @throws PERMISSION_DENIED as the workspace does, and for such a path with the name of a secret
 */
function locate(
  path: string,
  absolutePath: string,
  workspace: Pick<Workspace, 'locate'>,
): Promise<Location | undefined> {
  return workspace.locate(absolutePath).catch((cause: unknown) => {
    if (cause instanceof ToolError && cause.code === 'PERMISSION_DENIED') throw cause;
    if (compileProtectedFiles().matchRead([path, absolutePath]) !== undefined) throw secretOutsideError(path);
    return undefined;
  });
}

/** Resolves a file that a search found. Resolves a link itself first, since a rule may deny its name. */
async function locateFound(path: string, workspace: Workspace): Promise<Location> {
  await workspace.locate(path, 'link');
  return workspace.locate(path);
}

function isOutside(path: string, workspace: Workspace): Promise<boolean> {
  return workspace.locate(path).then(
    () => false,
    (cause: unknown) => cause instanceof ToolError && cause.code === 'OUTSIDE_WORKSPACE',
  );
}

/** Has the workspace ask the user about a secret, by reading it as a Redline tool would. */
async function requireAllowed(at: Location, { showsChanges }: AgentRead, workspace: Workspace): Promise<void> {
  if (!workspace.isSecret(at)) return;
  const stat = await workspace.stat(at);
  const type = stat?.targetType ?? stat?.type;
  if (type === 'file') await workspace.read(at).catch(throwUnlessTooLarge);
  else if (type === 'directory') await workspace.list(at);
  else if (showsChanges) throw secretDeletedError(at.path);
}

/** Whether all files in a folder need permission although the folder itself needs none. */
async function doFilesNeedPermission(folder: string, workspace: Workspace): Promise<boolean> {
  const at = await locate(folder, folder, workspace);
  if (at === undefined || workspace.isSecret(at)) return false;
  const stat = await workspace.stat(at);
  if ((stat?.targetType ?? stat?.type) !== 'directory') return false;
  // Matches no rule for certain names.
  const anyName = '_';
  return needsPermission(toAbsolutePath(anyName, folder), workspace);
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
    // The agent's tool knows neither the settings nor the rules.
    const where = { path, glob: caselessGlob, includeIgnored: true, includeExcluded: true };
    const { files, total } = await queries.findFiles(where, maxFoundFiles, 'path');
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

/** Replaces the error for a denied file that a search found, since its message would reveal the file's name. */
function throwWithoutName(cause: unknown): never {
  if (!(cause instanceof ToolError) || cause.code !== 'PERMISSION_DENIED') throw cause;
  throw new ToolError(
    'PERMISSION_DENIED',
    'This search would read a file that may not be read, so nothing was read. Name the files that you need.',
  );
}
