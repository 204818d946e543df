import type { Location } from '../../../src/core/change/change.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { resolvePath } from '../../core/path/resolvePath.ts';
import { comparePaths } from '../../../src/core/path/comparePaths.ts';
import type { FileTree } from '../../../src/core/search/walk.ts';
import { createOwnFinder } from '../../../src/core/search/ownFinder.ts';
import { createOwnSearch } from '../../../src/core/search/ownSearch.ts';
import type { LinePage } from '../../../src/core/search/largeFile.ts';
import type { SearchScope } from '../../../src/core/search/textSearch.ts';
import type { DirectoryEntry } from '../../../src/tools/ports/fileStat.ts';
import type {
  FolderStatistics,
  PathFacts,
  Queries,
  SearchTarget,
  WorkspaceChanges,
} from '../../../src/tools/ports/queryPorts.ts';

const roots = [{ name: 'ws', path: '/ws', uri: 'file:///ws' }];
const flavour = { isWindows: false, ignoreCase: false };

/** What the queries of a workspace in memory are made of. Paths are relative, `.` is the top. */
export interface MemoryFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly folders: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
  /** Files that are only read after a question. */
  readonly secrets: ReadonlySet<string>;
  /** Matches the files that a rule denies. */
  readonly denied: RegExp | undefined;
  /** What a page of a large file is answered with, by path. */
  readonly pages: ReadonlyMap<string, LinePage>;
  facts: Partial<PathFacts>;
  unreadableFolders: number;
  changes: WorkspaceChanges;
  list(path: string): readonly DirectoryEntry[];
  locationOf(path: string): Location;
}

/** The queries over files in memory, with the engines that need no program. */
export function memoryQueries(memory: MemoryFiles): Queries {
  const relative = (path: string): string => resolvePath(path, { roots, flavour }).relative || '.';
  const scopeOf = ({ path, glob, includeIgnored, includeExcluded = false }: SearchTarget): SearchScope => ({
    root: '/ws',
    path: path === undefined ? '' : relative(path).replace(/^\.$/, ''),
    globs: glob === undefined ? [] : [glob],
    excludes: [],
    includeHidden: true,
    includeIgnored,
    mayRead: (file) => !memory.secrets.has(file) && (includeExcluded || memory.denied?.test(file) !== true),
  });
  const treeOf = (): FileTree => treeIn(memory);
  const common = { secrets: memory.secrets.size };
  return {
    readPage: async ({ path }) => memory.pages.get(path),
    list: async ({ path }) => {
      if (!memory.folders.has(path)) throw new ToolError('NOT_FOUND', `${path} does not exist.`);
      return memory
        .list(path)
        .map(({ name, type }) => {
          const own = path === '.' ? name : `${path}/${name}`;
          return { name, type, isIgnored: memory.ignored.has(own), locate: () => memory.locationOf(own) };
        })
        .sort((a, b) => comparePaths(a.name, b.name));
    },
    searchText: async (query, where, limits) => {
      const answer = await createOwnSearch(treeOf).search(query, scopeOf(where), limits, []);
      const excluded = answer.excluded === undefined ? undefined : { ...answer.excluded, byRules: 0 };
      return { ...answer, excluded, ...common };
    },
    findFiles: async (where, limit, sortBy) => ({
      ...(await createOwnFinder(treeOf).find(scopeOf(where), limit, sortBy)),
      ...common,
    }),
    facts: async (path) => factsIn(memory, relative(path)),
    statistics: async ({ path }) => statisticsIn(memory, path),
    changes: async () => memory.changes,
  };
}

function treeIn(memory: MemoryFiles): FileTree {
  const text = (path: string): string | undefined => {
    const bytes = memory.files.get(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  return {
    list: async (folder) =>
      memory
        .list(folder === '' ? '.' : folder)
        .map(({ name, type }) => ({ name, type: type === 'directory' ? 'directory' : 'file' })),
    readText: async (path) => text(path),
    readIgnoreFile: async (folder) => text(folder === '' ? '.gitignore' : `${folder}/.gitignore`),
    modified: async () => 0,
    pause: async () => undefined,
  };
}

function factsIn(memory: MemoryFiles, path: string): PathFacts {
  const bytes = memory.files.get(path);
  const kind = bytes !== undefined ? 'file' : memory.folders.has(path) ? 'directory' : undefined;
  return {
    at: memory.locationOf(path),
    absolutePath: path === '.' ? '/ws' : `/ws/${path}`,
    kind,
    size: bytes?.length ?? 0,
    modified: kind === undefined ? undefined : 0,
    permissions: undefined,
    linkTarget: undefined,
    linkKind: undefined,
    access: memory.secrets.has(path) ? 'ask' : 'allow',
    ...memory.facts,
  };
}

function statisticsIn(memory: MemoryFiles, path: string): FolderStatistics {
  const below = path === '.' ? '' : `${path}/`;
  const git = memory.folders.has(`${below}.git`);
  const files = [...memory.files].filter(([one]) => one.startsWith(below) && !one.startsWith(`${below}.git/`));
  const folders = [...memory.folders].filter(
    (one) => one !== '.' && one.startsWith(below) && !one.startsWith(`${below}.git`),
  );
  const byExtension = new Map<string, { files: number; bytes: number }>();
  for (const [name, { length }] of files) {
    const extension = /[^/](\.[^./]+)$/.exec(name)?.[1] ?? '';
    const known = byExtension.get(extension) ?? { files: 0, bytes: 0 };
    byExtension.set(extension, { files: known.files + 1, bytes: known.bytes + length });
  }
  const bytes = files.reduce((sum, [, { length }]) => sum + length, 0);
  return {
    files: files.length,
    folders: folders.length,
    links: 0,
    bytes,
    byExtension,
    unreadable: memory.unreadableFolders,
    isLowerBound: false,
    hasGitFolder: git,
  };
}
