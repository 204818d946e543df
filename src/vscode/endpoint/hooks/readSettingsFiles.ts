// Reads an agent's settings files, since they decide what its own tools write.
import * as vscode from 'vscode';
import { isRecord, maxSettingsChars, parseJsonSettings, valueOf } from '../../../core/connect/json/jsonNodes.ts';
import { hookFacts } from '../../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../../tools/ports/agentPorts.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { fileSystem, statOf } from '../../files/fileSystem.ts';

/**
 * Reads an agent's settings, in ascending precedence: the user's, the settings of the folder where the agent works, the
 * organisation's. Undefined for a file that is absent; an empty list for an unknown agent.
 * @param machine undefined in a browser, where only the folder's settings can be read
 * @throws ToolError VALIDATION_ERROR for a file that Redline cannot read, although the agent might
 */
export async function readSettingsFiles(
  agent: string,
  cwd: string | undefined,
  machine: Pick<AgentMachine, 'homeFile' | 'systemSettingsFiles'> | undefined,
): Promise<readonly unknown[]> {
  const facts = hookFacts.find(({ id }) => id === agent);
  // The agents with `Dialect.configure`, to which the settings are passed, have one file each.
  const inHome = facts?.home[0];
  const inFolder = facts?.workspace[0];
  if (inHome === undefined || inFolder === undefined) return [];
  const files = [
    ...(machine === undefined ? [] : [vscode.Uri.file(machine.homeFile(agent, inHome))]),
    ...(cwd === undefined ? [] : [vscode.Uri.joinPath(vscode.Uri.file(cwd), inFolder)]),
    ...(machine?.systemSettingsFiles(agent) ?? []).map((file) => vscode.Uri.file(file)),
  ];
  return Promise.all(files.map(readSettings));
}

/** Reads and parses one settings file; undefined if it is absent. */
async function readSettings(file: vscode.Uri): Promise<unknown> {
  try {
    const stat = await statOf(file);
    // A broken link counts as an absent file, as it does for the agents.
    if (stat === undefined || (stat.type === 'symlink' && stat.targetType === undefined)) return undefined;
    // A text has at most as many characters as bytes.
    if (stat.size > maxSettingsChars) throw new Error('It is too large.');
    return parseFast(new TextDecoder().decode(await fileSystem.readFile(file)));
  } catch (cause) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `Redline cannot read ${file.fsPath}, which decides what this tool writes: it is damaged or too large. Nothing was written. Ask the user to mend that file.`,
      { cause },
    );
  }
}

/**
 * Tries `JSON.parse` first, which reads megabytes without blocking the window; `parseJsonSettings` also reads comments.
 */
function parseFast(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The text has comments, or is invalid: `parseJsonSettings` decides.
  }
  return isRecord(value) ? value : valueOf(parseJsonSettings(text));
}
