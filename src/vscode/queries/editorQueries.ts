// Answers one call's queries (search, listings, path facts, changes, pages of large files) within its access rules.

import * as vscode from 'vscode';
import type { Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { RepositoryFinder } from '../../core/pattern/repositoryFinder.ts';
import type { LargeFileReader, LinePage, PageRequest } from '../../core/search/largeFile.ts';
import { limitResults } from '../../core/search/limitResults.ts';
import type { SearchAnswer, SearchLimits, TextQuery } from '../../core/search/textSearch.ts';
import type {
  FolderEntry,
  FolderStatistics,
  PathFacts,
  Queries,
  SearchTarget,
  WorkspaceChanges,
  WorkspaceFiles,
  WorkspaceMatches,
} from '../../tools/ports/queryPorts.ts';
import { mapConcurrently } from '../../async/eventLoop.ts';
import { chosenEncoding } from '../files/codec.ts';
import type { ChangeLog } from './changeLog.ts';
import { dirtyDocument } from '../files/openDocuments.ts';
import { GitIgnore } from '../files/gitIgnore.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import { requireUnchanged } from '../files/workspace.ts';
import type { SearchEngines } from '../search/searchEngines.ts';
import { readPathFacts, type PathFactsDeps } from '../search/pathFacts.ts';
import { resolveSearchRoots, type QueryGuard, type SearchRoot } from '../search/searchRoots.ts';
import { joinFiles, joinMatches, type FolderAnswer } from '../search/joinAnswers.ts';
import type { SearchCall } from '../search/restrictedFiles.ts';
import { folderStatistics } from '../search/folderStatistics.ts';
import { listFolder } from '../search/listFolder.ts';

/** Maximum bytes of text files that reads load whole; larger ones are read in pages. Edits load more: `wholeFileLimit`. */
const maxWholeFileBytes = 2 * 1024 * 1024;
/** Maximum bytes of images, which are never read in pages; larger ones are refused. */
const maxWholeImageBytes = 10 * 1024 * 1024;

export interface QueryDeps extends Omit<PathFactsDeps, 'guard'> {
  readonly engines: SearchEngines;
  /** Undefined without a local disk. */
  readonly largeFileReader: LargeFileReader | undefined;
  readonly changes: ChangeLog;
  readonly repositories: RepositoryFinder | undefined;
}

/** Answers the queries of one call from the workspace, within the call's access rules. */
export class EditorQueries implements Queries {
  readonly #deps: QueryDeps & PathFactsDeps;
  readonly #call: SearchCall;
  readonly #ignore: GitIgnore;

  constructor(deps: QueryDeps, guard: QueryGuard, call: SearchCall) {
    this.#deps = { ...deps, guard };
    this.#call = call;
    this.#ignore = new GitIgnore(deps.repositories);
  }

  async readPage(at: Location, request: PageRequest): Promise<LinePage | undefined> {
    const { largeFileReader, resolver } = this.#deps;
    const uri = vscode.Uri.parse(at.uri, true);
    if (largeFileReader === undefined || uri.scheme !== 'file' || dirtyDocument(uri) !== undefined) return undefined;
    const resolved = await resolver.locate(at.path);
    const { size } = resolved;
    if (size === undefined || size <= maxWholeFileBytes) return undefined;
    await this.#deps.guard.allow(resolved);
    try {
      const encoding = await chosenEncoding(uri, size);
      const { fsPath } = vscode.Uri.parse(resolved.location.real, true);
      const page = await largeFileReader.readPage(fsPath, { ...request, encoding }, this.#call.signal);
      // Undefined makes the caller read the file whole, which resolves its path again.
      return (await resolver.isUnchanged(resolved, 'target')) ? page : undefined;
    } catch (cause) {
      // The file may be an image, which the caller reads whole.
      if (cause instanceof ToolError && cause.code === 'BINARY_FILE' && size <= maxWholeImageBytes) return undefined;
      throw cause;
    }
  }

  async list(folder: Location): Promise<readonly FolderEntry[]> {
    const resolved = await this.#resolveReadable(folder);
    const entries = await listFolder(this.#deps, resolved, this.#ignore, this.#call.signal);
    await requireUnchanged(this.#deps.resolver, resolved);
    return entries;
  }

  async searchText(query: TextQuery, target: SearchTarget, limits: SearchLimits): Promise<WorkspaceMatches> {
    const parts: FolderAnswer<SearchAnswer>[] = [];
    let remaining = limits.maxMatches;
    for (const root of await resolveSearchRoots(this.#deps, target.path)) {
      const isPreviousTruncated = parts.at(-1)?.answer.truncated === true;
      if (isPreviousTruncated) return joinMatches(parts, { isCut: true });
      // Searches for at least one match: one beyond the limit is dropped, but shows that there are more.
      const part = await this.#searchReadable(root, query, target, { ...limits, maxMatches: Math.max(remaining, 1) });
      const { files } = part.answer;
      const isOverLimit = remaining <= 0 && files.length > 0;
      if (isOverLimit) return joinMatches(parts, { isCut: true });
      parts.push(part);
      const matchCount = files.reduce((sum, { matches }) => sum + matches.length, 0);
      remaining -= limits.mode === 'matches' ? matchCount : files.length;
    }
    return joinMatches(parts, { isCut: false });
  }

  /**
   * Searches one folder. If matches are in files that lead, by a link, to ones that may not be read, searches again without
   * these files, until there are none. Searches for one match more than the limit: if that one is found (and may be read),
   * the answer is truncated.
   */
  async #searchReadable(
    root: SearchRoot,
    query: TextQuery,
    target: SearchTarget,
    limits: SearchLimits,
  ): Promise<FolderAnswer<SearchAnswer>> {
    const hiddenPaths = new Set<string>();
    let readableRoot = root;
    // The limit grows, so that many such files take few rounds.
    for (let maxMatches = limits.maxMatches + 1; ; maxMatches *= 4) {
      const part = await this.#deps.engines.search(readableRoot, query, target, { ...limits, maxMatches }, this.#call);
      const paths = await findUnreadablePaths(part.answer, root);
      if (paths.length === 0) return { ...part, answer: limitAnswer(part.answer, limits) };
      for (const path of paths) hiddenPaths.add(path);
      readableRoot = { ...root, mayReport: (path) => !hiddenPaths.has(path) };
    }
  }

  async findFiles(target: SearchTarget, limit: number, sortBy: 'path' | 'modified'): Promise<WorkspaceFiles> {
    const roots = await resolveSearchRoots(this.#deps, target.path);
    const parts = await Promise.all(
      roots.map((root) => this.#deps.engines.find(root, target, limit, sortBy, this.#call.signal)),
    );
    return joinFiles(parts, limit);
  }

  facts(path: string, ask?: 'ask'): Promise<PathFacts> {
    return readPathFacts(this.#deps, path, ask === 'ask');
  }

  async statistics(folder: Location): Promise<FolderStatistics> {
    const resolved = await this.#resolveReadable(folder);
    const statistics = await folderStatistics(this.#deps, resolved, this.#call.signal);
    await requireUnchanged(this.#deps.resolver, resolved);
    return statistics;
  }

  changes(path: string | undefined, limit: number): Promise<WorkspaceChanges> {
    return this.#deps.changes.since(path, limit, this.#deps.guard, this.#call.signal);
  }

  /** Resolves a path, and requires that it may be read; may prompt. */
  async #resolveReadable(at: Location): Promise<ResolvedPath> {
    const resolved = await this.#deps.resolver.locate(at.path);
    await this.#deps.guard.allow(resolved);
    return resolved;
  }
}

/** Paths of files with matches that lead, by a link, to ones that may not be read. */
async function findUnreadablePaths(answer: SearchAnswer, { mayReturnContent }: SearchRoot): Promise<string[]> {
  const paths = [...answer.files.map(({ path }) => path), ...(answer.overlong ?? [])];
  const areReadable = await mapConcurrently(paths, (path) => mayReturnContent(path).catch(() => false));
  return paths.filter((_path, index) => areReadable[index] !== true);
}

function limitAnswer(answer: SearchAnswer, limits: SearchLimits): SearchAnswer {
  const limited = { ...answer, ...limitResults(answer.files, limits) };
  // The number would include files after the last match that is returned.
  return limited.truncated && limits.mode === 'matches' ? { ...limited, filesSearched: undefined } : limited;
}
