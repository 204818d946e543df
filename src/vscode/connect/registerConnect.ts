// Registers the commands that connect agents to Redline.
import * as vscode from 'vscode';
import { AgentStatus } from './agentStatus.ts';
import { connectAgents, disconnectAgents } from './connectAgents.ts';
import { holdAgents, releaseAgents } from './holdAgents.ts';
import type { ConnectDeps } from './dialogues.ts';

/** Registers the commands, and shows the connected agents. */
export function registerConnect(given: Omit<ConnectDeps, 'status'>): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const status = new AgentStatus(given.machine);
  const deps: ConnectDeps = { ...given, status };
  const failed = (cause: unknown): void => deps.world.failures.unexpected('trying the hooks of agents', cause);
  const refresh = (): void => {
    if (given.machine.isConnected()) status.refresh(true).catch(failed);
  };
  refresh();
  return vscode.Disposable.from(
    status,
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    registerCommand('redline.checkAgents', () => status.check()),
    registerCommand('redline.connectAgent', () => connectAgents(deps)),
    registerCommand('redline.disconnectAgent', () => disconnectAgents(deps)),
    registerCommand('redline.holdAgent', () => holdAgents(deps)),
    registerCommand('redline.releaseAgent', () => releaseAgents(deps)),
  );
}
