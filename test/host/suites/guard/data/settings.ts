import type { Policy } from '../../../../../src/core/rules/judge.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../ground.ts';

export const every = ['read', 'create', 'update', 'delete', 'move'];
export const allowAll = [{ operations: every, paths: ['**'], action: 'allow' }];

/** The open folder's path. */
export function rootPath(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** Sets user settings; undefined takes one away. */
export async function setUser(settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  }
}

/** Takes all of these user settings away. */
export function unsetUser(settings: Readonly<Record<string, unknown>>): Promise<void> {
  return setUser(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])));
}

/**
 * Puts a `.vscode/settings.json` into the open folder, as a hostile workspace brings one along, and waits until the
 * editor has read it. With undefined, takes it away.
 */
export async function setWorkspace(settings: Readonly<Record<string, unknown>> | undefined): Promise<void> {
  mark++;
  const folder = path.join(rootPath(), '.vscode');
  mkdirSync(folder, { recursive: true });
  // A setting that a workspace may set tells when the file has been read.
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ ...settings, 'editor.rulers': [mark] }));
  await eventually('the editor to read the settings of the workspace', () => {
    const [ruler] = vscode.workspace.getConfiguration('editor').get<readonly number[]>('rulers') ?? [];
    return ruler === mark;
  });
  if (settings === undefined) rmSync(folder, { recursive: true, force: true });
}
let mark = 0;

/** The rules of a workspace without team policies. */
export const noTeams = { refresh: async () => undefined, addTo: (policy: Policy): Policy => policy };
