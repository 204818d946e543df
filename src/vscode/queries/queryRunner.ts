import * as vscode from 'vscode';
import type { Queries } from '../../tools/ports/queryPorts.ts';
import { ChangeLog } from './changesSince.ts';
import type { KnownFiles } from './changesKnown.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import { SearchEngines } from '../search/searchEngines.ts';
import type { QueryGuard } from '../search/searchFolder.ts';
import { EditorQueries, type QueryParts } from './searchQueries.ts';
import type { QueryPlatform } from './searchWiring.ts';

/** Makes the queries of calls, with what they share. */
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

  /** Files came or went, or the rules are others. */
  forget(): void {
    this.#parts.engines.forget();
  }
}
