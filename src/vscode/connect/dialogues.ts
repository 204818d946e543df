// Contains the common parts of the commands that connect, hold and release agents.
import * as vscode from 'vscode';
import { agentName, agentOfHook } from '../../core/endpoint/agents.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { plainText } from '../files/plainText.ts';
import { shown, shownError } from '../shared/shown.ts';
import type { AgentStatus } from './agentStatus.ts';
import { changeSettings, type ConnectWorldParts } from './connectWorld.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { withoutParts, type SettingsPart } from './settingsFiles.ts';
import type { SettingsFile } from './settingsTool.ts';

export interface ConnectParts extends ConnectWorldParts {
  readonly machine: AgentMachine;
  readonly status: AgentStatus;
}

/** Runs the call, and reports why files were left unchanged. */
export async function change(
  title: Phrase,
  files: readonly SettingsFile[],
  parts: ConnectParts,
): Promise<Pick<Awaited<ReturnType<typeof changeSettings>>, 'changes'> & { readonly isComplete: boolean }> {
  const problems = new Map<string, Phrase>();
  const leftAlone = (path: string, why: Phrase): void => void problems.set(path, why);
  const { outcome, changes } = await changeSettings({ title, files, leftAlone }, parts);
  for (const [path, why] of problems) {
    void vscode.window.showErrorMessage(
      plainText(`Redline: ${vscode.l10n.t('{0} was left as it is. {1}', path, shown(why))}`),
    );
  }
  if (outcome.ok) return { changes, isComplete: problems.size === 0 };
  if (outcome.error.code !== 'REJECTED') {
    void vscode.window.showErrorMessage(plainText(`Redline: ${shownError(outcome.error)}`));
  }
  return { changes, isComplete: false };
}

/**
 * Shows files without Redline's entries, and writes them.
 * @param settings parts of one file, the last written first
 */
export async function takeOut(
  title: Phrase,
  settings: readonly SettingsPart[],
  parts: ConnectParts,
): ReturnType<typeof change> {
  const byPath = Map.groupBy(settings, ({ path }) => path);
  // Files without anything of Redline's, although it may have been recorded: the doctor would miss it there.
  const clean: string[] = [];
  const files = [...byPath].map(([path, all]): SettingsFile => {
    const { next } = withoutParts(path, all, parts.machine);
    return {
      path,
      next: async (before, real) => {
        const left = await next(before, real);
        if (left.bytes === before) clean.push(real);
        return left;
      },
    };
  });
  const done = await change(title, files, parts);
  const kinds = new Set(settings.map(({ kind }) => kind));
  for (const real of [...(done.isComplete ? clean : []), ...done.changes.map(({ at }) => at.real)]) {
    for (const kind of kinds) await parts.machine.deleteRecord(real, kind);
  }
  return done;
}

/** The workspace folders on disk. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

export function namesOf(agents: readonly string[]): string {
  return agents.map(nameOf).join(', ');
}

export function nameOf(id: string): string {
  return agentName(agentOfHook(id));
}
