// Creates the queries of calls, on shared search engines and one change log.

import * as vscode from 'vscode';
import type { Queries } from '../../tools/ports/queryPorts.ts';
import { ChangeLog } from './changesSince.ts';
import type { KnownFiles } from './changesKnown.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import { SearchEngines } from '../search/searchEngines.ts';
import type { QueryGuard } from '../search/searchFolder.ts';
import { EditorQueries, type QueryParts } from './searchQueries.ts';
import type { QueryPlatform } from './searchWiring.ts';

/** Makes the queries of calls, on shared search engines and one change log. */
export class QueryRunner {
  readonly #parts: QueryParts;

  constructor(places: PathResolver, platform: QueryPlatform, known: KnownFiles) {
    const { realPaths, links, largeFiles, permissions, stamps, repositories, searchProgram } = platform;
    const engines = new SearchEngines(async () => searchProgram?.(vscode.env.appRoot), repositories);
    const changes = new ChangeLog({ places, engines, stamps, known });
    this.#parts = { places, engines, changes, realPaths, links, largeFiles, permissions, repositories };
  }

  queries(guard: QueryGuard, { signal }: { readonly signal: AbortSignal }): Queries {
    return new EditorQueries(this.#parts, guard, signal);
  }

  /** Clears caches; call when files were created or deleted, or settings changed. */
  forget(): void {
    this.#parts.engines.forget();
  }
}
