// Registers the commands that connect agents to Redline.
import * as vscode from 'vscode';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { connectAgents, disconnectAgents } from './connectAgents.ts';
import type { ConnectWorldParts } from './connectWorld.ts';

export interface ConnectParts extends ConnectWorldParts {
  readonly machine: AgentMachine;
}

export function registerConnect(parts: ConnectParts): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('redline.connectAgent', () => connectAgents(parts)),
    registerCommand('redline.disconnectAgent', () => disconnectAgents(parts)),
  );
}
