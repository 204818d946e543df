// Loads Watch (which lists changes made outside Redline) at its first use: when an agent is first seen, or its view is
// opened. Loads it at the start of a window if it was used in the workspace before.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { AgentSession } from '../../core/watch/agentSession.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import type { OpenWatch, Watch } from '../../tools/ports/watchPort.ts';
import type { StartWatchDeps } from '../watch/startWatch.ts';
import type { WindowWatch } from '../watch/windowWatch.ts';
import { statOf } from '../files/fileSystem.ts';
import { setting } from '../shared/contributions/settings.ts';

export interface LazyWatch extends vscode.Disposable {
  /** Starts Watch on demand. Undefined if there is no local disk, the user has turned it off, or it fails to load. */
  readonly start: () => Promise<WindowWatch | undefined>;
  /** Resolves when Watch has started. Stays pending if Watch never starts. */
  readonly started: Promise<WindowWatch>;
  /** Tells Watch that an agent called one of Redline's tools. Starts Watch if needed. Ignores the user and extensions. */
  readonly recordCall: (caller: Caller) => void;
  /** Tells Watch that an agent's MCP connection has ended; no effect if Watch has not started. */
  readonly recordDisconnect: (agentSession: AgentSession) => void;
  /** Returns Watch if it has started. */
  readonly running: () => Watch | undefined;
  /** Deletes what Watch has stored about reviewed changes, even if the user has turned it off. Throws ToolError IO_ERROR. */
  readonly clearHistory: () => Promise<void>;
  /**
   * Returns an applier that adds the agent's current turn (its work on one message of the user) to each call, so that
   * Watch attributes the call's changes to that turn. Has Watch scan before a call that moves files.
   */
  readonly wrapApplier: (applier: Applier) => Applier;
}

/**
 * Loads Watch at its first use.
 * @param storage parent folder of all stores
 * @param open opens the store of a workspace folder; undefined if there is no local disk
 */
export function lazyWatch(
  { storage: storageRoot, ...parts }: Omit<StartWatchDeps, 'open'>,
  open: OpenWatch | undefined,
): LazyWatch {
  const storage = vscode.Uri.joinPath(storageRoot, 'watch');
  const { promise: started, resolve: resolveStarted } = Promise.withResolvers<WindowWatch>();
  let isDisposed = false;
  let loaded: (vscode.Disposable & { readonly watch: WindowWatch }) | undefined;
  const load = onceUntilFailure(async () => {
    // The setting takes effect after a reload of the window, since the result is cached.
    if (open === undefined || setting('watch.enabled') === false) return undefined;
    const { startWatch } = await import('../watch/startWatch.ts');
    if (isDisposed) return undefined;
    loaded = startWatch({ ...parts, open, storage });
    resolveStarted(loaded.watch);
    return loaded.watch;
  });
  const start = async (): Promise<WindowWatch | undefined> => {
    try {
      return await load();
    } catch (cause) {
      parts.log.error(`Watch could not be started: ${formatTrace(cause)}`);
      return undefined;
    }
  };
  // Watch was used in this workspace before if its storage exists.
  if (open !== undefined) vscode.workspace.fs.stat(storage).then(start, () => undefined);
  return {
    start,
    started,
    recordCall: (caller) =>
      void startForAgent(caller, start).then((watch) => watch?.toolCalled(agentSessionOf(caller))),
    running: () => loaded?.watch,
    clearHistory: () => clearStored(storage, open, load),
    recordDisconnect: (agentSession) => loaded?.watch.sessionEnds(agentSession),
    wrapApplier: (applier) => scanningMoves(withTurn(applier, start), () => loaded?.watch),
    dispose: () => {
      isDisposed = true;
      loaded?.dispose();
    },
  };
}

/**
 * Has Watch scan before a call that moves files: a later scan cannot tell whether a command has made the file, nor what it
 * changed in one that moves with its folder, or into another workspace folder.
 */
function scanningMoves(applier: Applier, running: () => WindowWatch | undefined): Applier {
  return {
    async apply(changes, title, call) {
      if (changes.some(({ kind }) => kind === 'move')) await running()?.refreshInTime();
      return applier.apply(changes, title, call);
    },
  };
}

/** Adds the turn to an agent's call, for Watch to attribute it. */
function withTurn(applier: Applier, start: LazyWatch['start']): Applier {
  return {
    async apply(changes, title, call) {
      const watch = await startForAgent(call.caller, start);
      const inTurn = watch?.turnOfCall(agentSessionOf(call.caller));
      return applier.apply(changes, title, { ...call, caller: { ...call.caller, inTurn } });
    },
  };
}

/** Starts Watch for a call by an agent. Undefined for other callers, and if Watch cannot run. */
async function startForAgent({ via }: Caller, start: LazyWatch['start']): Promise<WindowWatch | undefined> {
  return via === 'palette' || via === 'api' ? undefined : start();
}

/** The agent and session of a call. The session is `''` if the agent's channel has none. */
function agentSessionOf({ agent, session = '' }: Caller): AgentSession {
  return { agent, session };
}

/** Implements `LazyWatch.clearHistory`. @param load starts Watch; its result is undefined if Watch is turned off */
async function clearStored(
  storage: vscode.Uri,
  open: OpenWatch | undefined,
  load: () => Promise<Watch | undefined>,
): Promise<void> {
  // Without storage, Watch was never used.
  if (open === undefined || (await statOf(storage)) === undefined) return;
  const watch = await load();
  if (watch !== undefined) return watch.clearHistory();
  const { clearStores } = await import('../watch/folderStores.ts');
  await clearStores(storage, open);
}
