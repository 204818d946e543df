// Reads the settings of an agent that decide what its tools write.
import * as vscode from 'vscode';
import { parseSettings, valueOf } from '../../core/connect/jsonNodes.ts';
import { hookFacts } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { fileSystem } from '../files/fileSystem.ts';

/** Reads an agent's settings: the user's, then those of the folder where it works. What is absent or invalid is undefined. */
export async function readSettingsFiles(
  agent: string,
  cwd: string | undefined,
  machine: Pick<AgentMachine, 'homeFile'> | undefined,
): Promise<readonly unknown[]> {
  const facts = hookFacts.find(({ id }) => id === agent);
  const [inHome, inFolder] = [facts?.home[0], facts?.workspace[0]];
  if (inHome === undefined || inFolder === undefined) return [];
  const files = [
    ...(machine === undefined ? [] : [vscode.Uri.file(machine.homeFile(agent, inHome))]),
    ...(cwd === undefined ? [] : [vscode.Uri.joinPath(vscode.Uri.file(cwd), inFolder)]),
  ];
  return Promise.all(files.map(read));
}

async function read(file: vscode.Uri): Promise<unknown> {
  try {
    return valueOf(parseSettings(new TextDecoder().decode(await fileSystem.readFile(file))));
  } catch {
    return undefined;
  }
}
