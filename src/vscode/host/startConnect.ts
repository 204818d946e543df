// Loads, at first use, the commands that connect agents and the check of which agents are under Hold.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import type { FindHeldAgents } from '../gate/teamPolicy/knownPolicies.ts';
import type { CommandId } from '../shared/contributions/manifest.ts';
import { lazyCommands, type LazyCommands } from '../shared/contributions/commands.ts';
import type { ChangeSettingsDeps } from '../connect/settings/changeSettings.ts';

/** Exactly the commands that `registerConnect` registers. */
const connectCommands: readonly CommandId[] = [
  'redline.connectAgent',
  'redline.disconnectAgent',
  'redline.checkAgents',
  'redline.holdAgent',
  'redline.releaseAgent',
];

/**
 * Creates the function that finds the agents under Hold (their sandbox write-protects the folder), for team policies.
 * It finds none if no agents can run here, the folder is not on a local disk, the workspace is untrusted, or the code
 * fails to load; a policy that requires Hold then denies all agents.
 */
export function createHeldAgentsFinder(machine: (() => Promise<AgentMachine>) | undefined): FindHeldAgents {
  const load = onceUntilFailure(async () => {
    const [{ HeldAgents }, agentMachine] = await Promise.all([import('../connect/heldAgents.ts'), machine?.()]);
    return agentMachine && new HeldAgents(agentMachine);
  });
  return async ({ scheme, fsPath }) => {
    const canFind = scheme === 'file' && vscode.workspace.isTrusted;
    const heldAgents = canFind ? await load().catch(() => undefined) : undefined;
    // `findIn` never rejects, which policies rely on.
    return (await heldAgents?.findIn(fsPath)) ?? new Map();
  };
}

/** Registers the commands that connect agents; `machine` is undefined in a web host, where no agents can run. */
export function startConnect(
  deps: ChangeSettingsDeps,
  machine: (() => Promise<AgentMachine>) | undefined,
): LazyCommands<vscode.Disposable> {
  let registered: vscode.Disposable | undefined;
  const commands = lazyCommands(connectCommands, async () => {
    if (machine === undefined)
      throw new Error(vscode.l10n.t('Agents can be connected only on a local or remote machine: open a folder there.'));
    const [{ registerConnect }, agentMachine] = await Promise.all([import('../connect/registerConnect.ts'), machine()]);
    // `lazyCommands` calls this once it has disposed its stand-ins for the commands.
    return () => {
      registered = registerConnect({ ...deps, machine: agentMachine });
      return registered;
    };
  });
  const dispose = (): void => {
    commands.dispose();
    registered?.dispose();
  };
  return { ready: commands.ready, dispose };
}
