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
  /** Resolves when Watch has started, which may be never. */
  readonly started: Promise<WindowWatch>;
  /** Reports an agent's call of one of Redline's tools to Watch, which it starts; ignores other callers. */
  readonly recordCall: (caller: Caller) => void;
  /** Reports the end of an agent's MCP connection to Watch; no effect if Watch has not started. */
  readonly onAgentLeft: (agentSession: AgentSession) => void;
  /** Returns Watch if it has started. */
  readonly running: () => Watch | undefined;
  /** Deletes what Watch stored of reviewed changes, even if the user has turned it off. Throws ToolError IO_ERROR. */
  readonly clearHistory: () => Promise<void>;
  /** Wraps an applier, to record the turn of an agent's call. */
  readonly wrapApplier: (applier: Applier) => Applier;
}

/**
 * Loads Watch at its first use.
 * @param storage parent folder of all stores
 * @param open undefined if there is no local disk
 */
export function lazyWatch(
  { storage: parentFolder, ...parts }: Omit<StartWatchDeps, 'open'>,
  open: OpenWatch | undefined,
): LazyWatch {
  const storage = vscode.Uri.joinPath(parentFolder, 'watch');
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
    onAgentLeft: (agentSession) => loaded?.watch.sessionEnds(agentSession),
    wrapApplier: (applier) => scanningMoves(withTurn(applier, start), () => loaded?.watch),
    dispose: () => {
      isDisposed = true;
      loaded?.dispose();
    },
  };
}

/**
 * Has Watch scan before a call moves files. A scan after a move into another workspace folder cannot tell what was changed
 * in the file before.
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

/** Agents whose channel has no sessions have the session `''`. */
function agentSessionOf({ agent, session = '' }: Caller): AgentSession {
  return { agent, session };
}

/** As `LazyWatch.clearHistory`. @param load starts Watch; undefined if it is turned off */
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
