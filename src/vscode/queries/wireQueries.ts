// Creates the queries of the window, records reads and writes for them, and loads their code at first use.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { afterApplying } from '../../tools/pipeline/afterApplying.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { Applier, Call } from '../../tools/ports/ports.ts';
import type { ReadMemory } from '../../core/change/readMemory.ts';
import type { ReadTrail } from '../../tools/ports/audit.ts';
import type { Queries } from '../../tools/ports/queryPorts.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { rememberChanges, rememberContent, KnownFiles } from './knownFiles.ts';
import type { ChangesOfWatch } from './watchedChanges.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { QueryPlatform, QueryFactory } from './queryFactory.ts';
import type { QueryGuard } from '../search/searchRoots.ts';

/** The queries, with wrappers that record agents' reads and writes for them. */
export interface WiredQueries extends vscode.Disposable {
  /** The queries of one call; `trail` records what it reads. */
  queriesFor(call: Call, trail?: ReadTrail): Queries;
  wrapReadMemory(reads: ReadMemory): ReadMemory;
  wrapApplier(applier: Applier): Applier;
}

export interface QueryParts {
  readonly resolver: PathResolver;
  readonly failures: Failures;
  readonly platform: QueryPlatform;
  readonly gate: { for(call: Call, trail?: ReadTrail): QueryGuard };
  readonly onPolicyChange: vscode.Event<void>;
  readonly watch: {
    /** Returns Watch; undefined while it does not run. */
    readonly running: () => ChangesOfWatch | undefined;
    readonly started: Promise<Pick<Watch, 'onDidChange'>>;
  };
}

/**
 * Creates the queries. Their code is loaded with the first of them, but reads and writes are recorded from the start.
 */
export function wireQueries({ resolver, failures, platform, gate, onPolicyChange, watch }: QueryParts): WiredQueries {
  const knownFiles = new KnownFiles();
  let factory: QueryFactory | undefined;
  const forget = (): void => factory?.forget();
  // Watch looks at the end of an agent's command, before the editor reports what that created, or where it reports nothing.
  void watch.started.then(({ onDidChange }) => onDidChange(forget));
  const loadFactory = onceUntilFailure(async () => {
    const { QueryFactory: Factory } = await import('./queryFactory.ts');
    factory = new Factory(resolver, platform, knownFiles, watch.running);
    return factory;
  });
  return {
    queriesFor: (call, trail) =>
      createLazyQueries(async () => (await loadFactory()).create(gate.for(call, trail), call)),
    wrapReadMemory: (reads) => ({
      lastRead: (at) => reads.lastRead(at),
      remember: (at, content, seen) => {
        reads.remember(at, content, seen);
        rememberContent(knownFiles, at, content);
      },
    }),
    wrapApplier: (applier) =>
      afterApplying(applier, failures, 'remembering what was written', ({ changes }) =>
        rememberChanges(knownFiles, changes),
      ),
    dispose: forgetOnChange(onPolicyChange, forget),
  };
}

/** The queries of a call, created at its first query. */
function createLazyQueries(create: () => Promise<Queries>): Queries {
  let created: Promise<Queries> | undefined;
  const queries = (): Promise<Queries> => (created ??= create());
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

/** Calls `forget` when files are created or deleted, or settings, team policies, folders or trust change. */
function forgetOnChange(onPolicyChange: vscode.Event<void>, forget: () => void): () => void {
  const ignoresCreation = false;
  const ignoresChanges = true;
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', ignoresCreation, ignoresChanges);
  const subscriptions = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(forget),
    watcher.onDidDelete(forget),
    onPolicyChange(forget),
    vscode.workspace.onDidChangeConfiguration(forget),
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
    vscode.workspace.onDidGrantWorkspaceTrust(forget),
  );
  return () => void subscriptions.dispose();
}
