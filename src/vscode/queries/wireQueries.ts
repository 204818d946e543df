// Assembles the queries, and loads their code at first use.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { Applier, Call, ReadMemory } from '../../tools/ports/ports.ts';
import type { ReadTrail } from '../../tools/ports/audit.ts';
import type { Queries } from '../../tools/ports/queryPorts.ts';
import { rememberChanges, rememberContent, KnownFiles } from './knownFiles.ts';
import type { ChangesOfWatch } from './watchedChanges.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import type { QueryPlatform, QueryFactory } from './queryFactory.ts';
import type { QueryGuard } from '../search/searchRoots.ts';

/** The queries, with wrappers that record agents' reads and writes for them. */
export interface WiredQueries extends vscode.Disposable {
  queriesFor(call: Call, trail?: ReadTrail): Queries;
  wrapReadMemory(reads: ReadMemory): ReadMemory;
  wrapApplier(applier: Applier): Applier;
}

export interface QueryParts {
  readonly resolver: PathResolver;
  readonly failures: Failures;
  readonly platform: QueryPlatform;
  readonly gate: { for(call: Call, trail?: ReadTrail): QueryGuard };
  /** Returns Watch if it runs. */
  readonly watch: () => ChangesOfWatch | undefined;
}

export function wireQueries({ resolver, failures, platform, gate, watch }: QueryParts): WiredQueries {
  const knownFiles = new KnownFiles();
  let loaded: QueryFactory | undefined;
  const load = onceUntilFailure(async () => {
    const part = await import('./queryFactory.ts');
    return (loaded = new part.QueryFactory(resolver, platform, knownFiles, watch));
  });
  return {
    queriesFor: (call, trail) => laterQueries(async () => (await load()).create(gate.for(call, trail), call)),
    wrapReadMemory: (reads) => ({
      lastRead: (at) => reads.lastRead(at),
      remember: (at, content, seen) => {
        reads.remember(at, content, seen);
        rememberContent(knownFiles, at, content);
      },
    }),
    wrapApplier: (applier) => ({
      apply: async (planned, title, call) => {
        const applied = await applier.apply(planned, title, call);
        try {
          rememberChanges(knownFiles, applied.changes);
        } catch (cause) {
          // A failure here must not fail the call, whose files are already written.
          failures.unexpected('remembering what was written', cause);
        }
        return applied;
      },
    }),
    dispose: forgetOnChange(() => loaded?.forget()),
  };
}

/** Creates the queries of a call at its first query. */
function laterQueries(make: () => Promise<Queries>): Queries {
  let loaded: Promise<Queries> | undefined;
  const queries = (): Promise<Queries> => (loaded ??= make());
  return {
    readPage: async (...all) => (await queries()).readPage(...all),
    list: async (...all) => (await queries()).list(...all),
    searchText: async (...all) => (await queries()).searchText(...all),
    findFiles: async (...all) => (await queries()).findFiles(...all),
    facts: async (...all) => (await queries()).facts(...all),
    statistics: async (...all) => (await queries()).statistics(...all),
    changes: async (...all) => (await queries()).changes(...all),
  };
}

/** Clears cached answers when files are created or deleted, or settings, folders or trust change. */
function forgetOnChange(forget: () => void): () => void {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
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
