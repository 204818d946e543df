import * as vscode from 'vscode';
import type { Repositories } from '../core/ignore.ts';
import type { LargeFileReader } from '../core/largeFile.ts';
import type { RealPaths } from '../core/path/realPaths.ts';
import type { Applier, Call, Links, ReadMemory, ReadTrail } from '../tools/ports.ts';
import type { Queries } from '../tools/queryPorts.ts';
import { ChangeLog } from './changes.ts';
import type { Stamps } from './changesNow.ts';
import type { Places } from './places.ts';
import { SearchEngines, type SearchProgram } from './searchEngines.ts';
import type { Permissions } from './searchFacts.ts';
import type { QueryGuard } from './searchFolder.ts';
import { EditorQueries } from './searchQueries.ts';

/** What a machine with a local disk gives to the queries; all of it is absent in a web host. */
export interface QueryPlatform {
  readonly realPaths?: RealPaths;
  readonly links?: Links;
  /** The program that searches, of the VS Code at `appRoot`; undefined where it is not there. */
  readonly searchProgram?: (appRoot: string) => Promise<SearchProgram | undefined>;
  readonly largeFiles?: LargeFileReader;
  readonly permissions?: Permissions;
  readonly stamps?: Stamps;
  readonly repositories?: Repositories;
}

/** The queries, and the parts of the pipeline that tell them what agents read and wrote. */
export interface WiredQueries extends vscode.Disposable {
  queriesFor(call: Call, trail?: ReadTrail): Queries;
  watched(reads: ReadMemory): ReadMemory;
  told(applier: Applier): Applier;
}

export function wireQueries(
  places: Places,
  platform: QueryPlatform,
  guardFor: (call: Call, trail?: ReadTrail) => QueryGuard,
): WiredQueries {
  const { realPaths, links, largeFiles, permissions, stamps, repositories } = platform;
  const engines = new SearchEngines(async () => platform.searchProgram?.(vscode.env.appRoot), platform.repositories);
  const changes = new ChangeLog({ places, engines, stamps });
  const parts = { places, engines, changes, realPaths, links, largeFiles, permissions, repositories };
  return {
    queriesFor: (call, trail) => new EditorQueries(parts, guardFor(call, trail), call.signal),
    watched: (reads) => ({
      lastRead: (at) => reads.lastRead(at),
      remember: (at, content) => {
        reads.remember(at, content);
        changes.know(at, content);
      },
    }),
    told: (applier) => ({
      apply: async (planned, title, call) => {
        const applied = await applier.apply(planned, title, call);
        changes.knowChanges(applied.changes);
        return applied;
      },
    }),
    dispose: forgetOnChange(engines),
  };
}

/** Which files may hold secrets is known until files come or go, or the rules are others. */
function forgetOnChange(engines: SearchEngines): () => void {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
  const forget = (): void => engines.forget();
  const subscriptions = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(forget),
    watcher.onDidDelete(forget),
    vscode.workspace.onDidChangeConfiguration(forget),
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
    vscode.workspace.onDidGrantWorkspaceTrust(forget),
  );
  return () => void subscriptions.dispose();
}
