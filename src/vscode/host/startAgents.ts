// Makes this window reachable for agents outside the editor, and registers the commands that connect them.

import type { RealPaths } from '../../core/path/realPaths.ts';
import type * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { AgentMachine, AgentWindow, OpenEndpoint } from '../../tools/ports/agentPorts.ts';
import type { World } from '../../tools/ports/world.ts';
import type { History } from '../history/callHistory.ts';
import type { HookedReviewDeps } from '../endpoint/edits/hookedReview.ts';
import type { ChangeSettingsDeps } from '../connect/settings/changeSettings.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { TeamPolicies } from '../gate/teamPolicy/teamPolicies.ts';
import type { Log } from '../shared/log.ts';
import type { LazyWatch } from './lazyWatch.ts';
import { startConnect } from './startConnect.ts';

export interface AgentDeps {
  /** In a web host, where no agents can run, all members but the flavour are undefined. */
  readonly platform: ChangeSettingsDeps['platform'] & {
    readonly flavour: { readonly isWindows: boolean };
    readonly realPaths?: RealPaths | undefined;
    readonly openEndpoint?: OpenEndpoint;
    readonly agentMachine?: () => Promise<AgentMachine>;
  };
  readonly resolver: PathResolver;
  readonly world: World;
  readonly history: History;
  readonly applier: HookedReviewDeps['applier'];
  readonly wrapApplier: HookedReviewDeps['wrapApplier'];
  readonly watch: Pick<LazyWatch, 'start' | 'recordDisconnect'>;
  readonly teamPolicies: Pick<TeamPolicies, 'findHeld'>;
}

/** Milliseconds after activation until agents can connect, so that the editor's start is not slowed down. */
const startDelayMs = 1000;

/** Registers the commands that connect agents now, and opens the endpoint for them after `startDelayMs`. */
export function startAgents(deps: AgentDeps, extension: vscode.Extension<unknown>, log: Log): vscode.Disposable {
  const { platform, resolver, world } = deps;
  const { openEndpoint } = platform;
  const window = lazyAgentWindow(deps);
  const connectCommands = startConnect({ world, resolver, platform }, platform.agentMachine);
  let endpoint: vscode.Disposable | undefined;
  let isDisposed = false;
  const start = async (): Promise<void> => {
    if (openEndpoint === undefined) return;
    const { startEndpoint } = await import('../endpoint/startEndpoint.ts');
    if (isDisposed) return;
    endpoint = startEndpoint({ open: openEndpoint, window, extension, log });
    const machine = await platform.agentMachine?.();
    // Loads the status bar item that shows whether connected agents are reviewed.
    if (machine?.isConnected() === true) await connectCommands.ready();
  };
  const timer = setTimeout(() => {
    start().catch((cause: unknown) => log.error(`Agents outside the editor cannot be let in: ${formatTrace(cause)}`));
  }, startDelayMs);
  return {
    dispose: () => {
      isDisposed = true;
      connectCommands.dispose();
      clearTimeout(timer);
      endpoint?.dispose();
    },
  };
}

/** Answers the calls and hooks of agents; the code is loaded at the first of them. `startEndpoint` adds `gateOff`. */
function lazyAgentWindow(deps: AgentDeps): Omit<AgentWindow, 'gateOff'> {
  const { world, history } = deps;
  const loadTools = onceUntilFailure(async () => {
    const { agentWindow } = await import('../endpoint/agentWindow.ts');
    return agentWindow({
      world,
      failures: world.failures,
      findCall: (toolUse) => history.findCall(toolUse),
      isInEffect: (entry) => history.isInEffect(entry),
    });
  });
  const loadHooks = onceUntilFailure(async () => {
    const { startHooks } = await import('../endpoint/hooks/startHooks.ts');
    return startHooks({ ...deps, watch: deps.watch.start });
  });
  return {
    call: async (...call) => (await loadTools()).call(...call),
    outcomeOf: async (callId) => (await loadTools()).outcomeOf(callId),
    hook: async (...hook) => (await loadHooks()).answer(...hook),
    onAgentLeft: deps.watch.recordDisconnect,
    onFailure: (step, cause) => world.failures.unexpected(step, cause),
  };
}
