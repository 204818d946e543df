// Registers the commands that connect agents to Redline.

import * as vscode from 'vscode';
import { registerCommands } from '../shared/contributions/commands.ts';
import { AgentStatus } from './agentStatus.ts';
import { connectAgents, disconnectAgents } from './connectAgents.ts';
import { holdAgents, releaseAgents } from './holdAgents.ts';
import type { ConnectDeps } from './settings/settingsCommands.ts';

/** Registers the commands that `startConnect` lists, and shows the connected agents, also when trust is granted. */
export function registerConnect(windowDeps: Omit<ConnectDeps, 'status'>): vscode.Disposable {
  const status = new AgentStatus(windowDeps.machine, () => refresh());
  const deps: ConnectDeps = { ...windowDeps, status };
  const reportFailure = (cause: unknown): void => deps.world.failures.unexpected('trying the hooks of agents', cause);
  const refresh = (): void => {
    // Without a connected agent, there is nothing to show, and the doctor need not run.
    if (deps.machine.isConnected()) status.refresh('quick').catch(reportFailure);
  };
  refresh();
  return vscode.Disposable.from(
    status,
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    registerCommands({
      'redline.checkAgents': () => status.check(),
      'redline.connectAgent': () => connectAgents(deps),
      'redline.disconnectAgent': () => disconnectAgents(deps),
      'redline.holdAgent': () => holdAgents(deps),
      'redline.releaseAgent': () => releaseAgents(deps),
    }),
  );
}
