// Changes settings files for the commands that connect, hold, release and disconnect agents, and reports failures.

import * as vscode from 'vscode';
import { dialectDisplayName } from '../../../core/endpoint/agents.ts';
import { type Phrase, asSentence } from '../../../core/wording/phrase.ts';
import { translate, translateError } from '../../shared/translate.ts';
import type { AgentStatus } from '../agentStatus.ts';
import { diskFolders } from '../../files/paths/workspaceRoots.ts';
import { changeSettings, type ChangeSettingsDeps, type SettingsOutcome } from './changeSettings.ts';
import type { AgentMachine } from '../../../tools/ports/agentPorts.ts';
import { existingFolders, type ExistingFolder } from '../existingFolders.ts';
import { withoutParts, type KeptRecords, type SettingsPart } from './settingsFiles.ts';
import { recordRemoved } from './settingsRecords.ts';
import type { SettingsFile } from './settingsTool.ts';
import { notify } from '../../messages/notify.ts';

export interface ConnectDeps extends ChangeSettingsDeps {
  readonly machine: AgentMachine;
  readonly status: AgentStatus;
}

/** The changes that were written; none if the user rejected them or the call failed. */
export interface AppliedSettings extends Pick<SettingsOutcome, 'changes'> {
  /** Whether the user approved, and every file was changed or needed no change. */
  readonly isComplete: boolean;
}

/** Changes the files after the user's approval, and reports why files were left unchanged. */
export async function applySettings(
  title: Phrase,
  files: readonly SettingsFile[],
  deps: ConnectDeps,
): Promise<AppliedSettings> {
  /** Reasons by path, since the pipeline may plan the call several times. */
  const reasonsByPath = new Map<string, Phrase>();
  const onLeftUnchanged = (path: string, reason: Phrase): void => void reasonsByPath.set(path, reason);
  const { outcome, changes } = await changeSettings({ title, files, onLeftUnchanged }, deps);
  for (const [path, reason] of reasonsByPath) {
    void notify('Error', `Redline: ${vscode.l10n.t('{0} was left as it is. {1}', path, translate(reason))}`);
  }
  if (outcome.ok) return { changes, isComplete: reasonsByPath.size === 0 };
  // The user's own rejection needs no report.
  if (outcome.error.code !== 'REJECTED') {
    void notify('Error', `Redline: ${translateError(outcome.error)}`);
  }
  return { changes, isComplete: false };
}

/** Removes Redline's entries from files after the user's approval, and updates the records of these files. */
export async function removeSettings(
  title: Phrase,
  parts: readonly SettingsPart[],
  deps: ConnectDeps,
): Promise<AppliedSettings> {
  const partsByPath = Map.groupBy(parts, ({ path }) => path);
  // Files (canonical URIs) without any entry. Their records are deleted, too, else the doctor reports missing entries.
  const cleanFiles: string[] = [];
  const kept: KeptRecords = new Map();
  const files = [...partsByPath].map(([path, ofFile]): SettingsFile => {
    const { edit, ...file } = withoutParts(path, ofFile, deps.machine, kept);
    return {
      ...file,
      edit: async (before, real) => {
        const cleaned = await edit(before, real);
        // Unchanged bytes are the same object.
        if (cleaned.bytes === before) cleanFiles.push(real);
        return cleaned;
      },
    };
  });
  const applied = await applySettings(title, files, deps);
  const kinds = new Set(parts.map(({ kind }) => kind));
  const unchanged = applied.isComplete ? cleanFiles : [];
  reportUnrecorded(await recordRemoved({ changes: applied.changes, unchanged, kinds, kept }, deps.machine), deps);
  return applied;
}

/** Warns of files whose records could not be saved or deleted, and logs why. */
export function reportUnrecorded(failures: readonly unknown[], { world }: ConnectDeps): void {
  if (failures.length === 0) return;
  for (const cause of failures) world.failures.unexpected('recording the settings of agents', cause);
  const why = asSentence(failures.map(messageOf).join('; '));
  const text = vscode.l10n.t(
    "The settings were written, but not Redline's records of them: {0} A later Disconnect may only take out the entries instead of putting the files back exactly.",
    why,
  );
  void notify('Warning', `Redline: ${text}`);
}

/** The workspace folders in which agents can be connected or held. Warns of those that cannot be reached. */
export function connectableFolders(machine: AgentMachine): Promise<ExistingFolder[]> {
  return existingFolders(diskFolders(), machine, (folder, cause) => {
    const text = vscode.l10n.t('{0} cannot be reached, so it is left out: {1}', folder, messageOf(cause));
    void notify('Warning', `Redline: ${text}`);
  });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

export function namesOf(agents: readonly string[]): string {
  return agents.map(dialectDisplayName).join(', ');
}
