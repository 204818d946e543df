// Creates, for each tool call, its read access to the workspace (`Queries`). All calls of a window share the search engines,
// which cache, and the change log.

import * as vscode from 'vscode';
import type { RepositoryFinder } from '../../core/pattern/repositoryFinder.ts';
import type { LargeFileReader } from '../../core/search/largeFile.ts';
import type { RealPaths } from '../../core/path/realPaths.ts';
import type { Links } from '../../tools/ports/diskPorts.ts';
import type { Queries } from '../../tools/ports/queryPorts.ts';
import { ChangeLog } from './changeLog.ts';
import type { KnownFiles } from './knownFiles.ts';
import type { ChangesOfWatch } from './watchedChanges.ts';
import type { ReadStamps } from './currentFiles.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import { SearchEngines, type SearchProgram } from '../search/searchEngines.ts';
import type { ReadPermissions } from '../search/pathFacts.ts';
import type { QueryGuard } from '../search/searchRoots.ts';
import type { SearchCall } from '../search/restrictedFiles.ts';
import { EditorQueries, type QueryDeps } from './editorQueries.ts';

/** Services of the local disk for the queries; a web host has none of them. */
export interface QueryPlatform {
  readonly realPaths?: RealPaths;
  readonly links?: Links;
  /** Finds the search program of the VS Code at `appRoot`; undefined if there is none. */
  readonly searchProgram?: (appRoot: string) => Promise<SearchProgram | undefined>;
  readonly largeFileReader?: LargeFileReader;
  /** If missing, permissions are only `read-only` or `read and write`, as VS Code reports them. */
  readonly readPermissions?: ReadPermissions;
  /** If missing, stamps are the size and time that VS Code reports, without an inode. */
  readonly readStamps?: ReadStamps;
  readonly repositories?: RepositoryFinder;
}

export class QueryFactory {
  readonly #deps: QueryDeps;

  /** @param watch returns Watch; undefined while it does not run. Called anew each time, since Watch may start later */
  constructor(
    resolver: PathResolver,
    platform: QueryPlatform,
    known: KnownFiles,
    watch: () => ChangesOfWatch | undefined,
  ) {
    const { realPaths, links, largeFileReader, readPermissions, readStamps, repositories, searchProgram } = platform;
    const engines = new SearchEngines(async () => searchProgram?.(vscode.env.appRoot), repositories);
    const changes = new ChangeLog({ resolver, engines, readStamps, known, watch });
    this.#deps = { resolver, engines, changes, realPaths, links, largeFileReader, readPermissions, repositories };
  }

  create(guard: QueryGuard, call: SearchCall): Queries {
    return new EditorQueries(this.#deps, guard, call);
  }

  /**
   * Clears the caches of the search engines, not the change log, whose records are no cache. Must be called when files were
   * created or deleted, or the rules, settings, folders or trust have changed.
   */
  forget(): void {
    this.#deps.engines.forget();
  }
}
