// Puts agents under Hold (their sandbox write-protects a folder, except exempt folders in it), and releases them.

import * as vscode from 'vscode';
import { holdableAgents, holdFiles, wholeFolderAgents, type HoldScope } from '../../core/connect/holdSettings.ts';
import { dialectDisplayName } from '../../core/endpoint/agents.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor, notifyUntrusted, type AgentHealth } from './agentHealth.ts';
import {
  applySettings,
  connectableFolders,
  namesOf,
  removeSettings,
  reportUnrecorded,
  type ConnectDeps,
} from './settings/settingsCommands.ts';
import type { ExistingFolder } from './existingFolders.ts';
import { describeStillHeld, describeStillHooked } from './remainingHolds.ts';
import { translate } from '../shared/translate.ts';
import { withPart, type SettingsPart, type WrittenParts } from './settings/settingsFiles.ts';
import { recordWritten } from './settings/settingsRecords.ts';
import { notify } from '../messages/notify.ts';
import { pick, pickSeveral } from '../messages/ask.ts';

/**
 * Asks for the folder, the agents and the exempt folders, shows the settings for approval, and tests Hold in the
 * agents' own sandboxes.
 */
export async function holdAgents(deps: ConnectDeps): Promise<void> {
  if (!vscode.workspace.isTrusted) return notifyUntrusted();
  const { machine, status } = deps;
  const picked = await pickFolder(machine);
  if (picked === undefined) return;
  const { folder, realFolder } = picked;
  const healths = await withTestProgress(() => askDoctor(machine, folder, 'all'));
  const agents = await pickAgentsToHold(healths);
  if (agents === undefined || agents.length === 0) return;
  const pickedHealths = healths.filter(({ id }) => agents.includes(id));
  const missingRequirements = pickedHealths.flatMap(missingRequirementsOf);
  if (missingRequirements.length > 0) {
    void notify('Error', `Redline: ${missingRequirements.join(' ')}`);
    return;
  }
  const writable = await pickExemptFolders(agents, await machine.ignoredFolders(realFolder), pickedHealths);
  if (writable === undefined) return;
  const written: WrittenParts = new Map();
  const files = holdPartsIn(agents, folder, { folder: realFolder, writable }).map((part) =>
    withPart(part, written, machine),
  );
  const applied = await applySettings(phrase('Hold {0}', namesOf(agents)), files, deps);
  reportUnrecorded(await recordWritten(applied.changes, written, machine), deps);
  if (applied.isComplete) await reportHold(agents, deps, folder);
  // The user knows why, but some files may have been written.
  else await status.refresh('all');
}

/** Asks for the agents to release, and shows their settings without those of Hold for approval. */
export async function releaseAgents(deps: ConnectDeps): Promise<void> {
  const items = holdableAgents.map((id) => ({ label: dialectDisplayName(id), id }));
  const title = vscode.l10n.t('Which agents should change files by themselves again?');
  const agents = (await pickSeveral(items, { title, ignoreFocusOut: true }))?.map(({ id }) => id);
  if (agents === undefined || agents.length === 0) return;
  const parts = await allHoldParts(agents, deps.machine);
  const applied = await removeSettings(phrase('Release {0}', namesOf(agents)), parts, deps);
  if (!applied.isComplete) return void (await deps.status.refresh('all'));
  const message =
    applied.changes.length > 0
      ? vscode.l10n.t('{0} is no longer held. Restart any running session.', namesOf(agents))
      : vscode.l10n.t('{0} was not held: nothing was changed.', namesOf(agents));
  await notifyReleased(agents, message, deps, { isDisconnected: false });
}

/**
 * Updates the status of agents that were released or disconnected (`isDisconnected`), and notifies the user: by `message`,
 * or of what still holds them or, if they were disconnected, still runs Redline's hook.
 */
export async function notifyReleased(
  agents: readonly string[],
  message: string,
  { status }: ConnectDeps,
  { isDisconnected }: { readonly isDisconnected: boolean },
): Promise<void> {
  const { healths } = await status.refresh(isDisconnected ? 'quick' : 'all');
  const hooked = isDisconnected ? describeStillHooked(agents, healths) : [];
  const warnings = [...describeStillHeld(agents, healths), ...hooked].map(translate);
  if (warnings.length === 0) void notify('Information', `Redline: ${message}`);
  else void notify('Warning', `Redline: ${warnings.join(' ')}`);
}

/** All settings that Hold may have written for these agents, in all folders of the window. */
export async function allHoldParts(agents: readonly string[], machine: AgentMachine): Promise<SettingsPart[]> {
  const folders = await connectableFolders(machine);
  // The entries to remove are found whatever folders they exempt.
  return folders.flatMap(({ folder, realFolder }) => holdPartsIn(agents, folder, { folder: realFolder, writable: [] }));
}

/**
 * The settings that put agents under Hold in one folder.
 * @param folder as VS Code names it; `scope` has its canonical path
 */
function holdPartsIn(agents: readonly string[], folder: string, scope: HoldScope): SettingsPart[] {
  return agents.flatMap((agent) =>
    holdFiles(agent, scope).map((file) => ({
      path: vscode.Uri.joinPath(vscode.Uri.file(folder), file.path).fsPath,
      file,
      kind: 'hold',
    })),
  );
}

/** Asks for a folder if the window has several; undefined if it has none or the user cancels. */
async function pickFolder(machine: AgentMachine): Promise<ExistingFolder | undefined> {
  const folders = await connectableFolders(machine);
  if (folders.length === 0)
    void notify('Warning', vscode.l10n.t('Redline: open a folder on disk first. Hold is for one folder.'));
  if (folders.length < 2) return folders[0];
  const items = folders.map((each) => ({ label: each.name, description: each.folder, folder: each }));
  const title = vscode.l10n.t('In which folder should the agent change files only through Redline?');
  return (await pick(items, { title, ignoreFocusOut: true }))?.folder;
}

/** Asks for the agents, with those preselected that meet all requirements; undefined if the user cancels. */
async function pickAgentsToHold(healths: readonly AgentHealth[]): Promise<readonly string[] | undefined> {
  const holdable = healths.filter(({ hold }) => hold !== undefined);
  const items = holdable.map((health) => {
    const missingRequirements = missingRequirementsOf(health);
    return {
      label: health.name,
      description: health.hold?.state === 'off' ? '' : vscode.l10n.t('Hold is set'),
      detail: missingRequirements.join(' '),
      picked: missingRequirements.length === 0,
      id: health.id,
    };
  });
  const title = vscode.l10n.t('Which agents should change files only through Redline?');
  const unholdable = healths.filter(({ hold, hookedBy }) => hold === undefined && hookedBy.length > 0);
  const placeHolder = vscode.l10n.t(
    'Cannot be held, "~/.redline/bin/redline doctor" says why: {0}',
    unholdable.map(({ name }) => name).join(', '),
  );
  const options = { title, ...(unholdable.length === 0 ? {} : { placeHolder }), ignoreFocusOut: true };
  return (await pickSeveral(items, options))?.map(({ id }) => id);
}

/** Missing requirements of Hold for an agent, as sentences. */
function missingRequirementsOf({ id, name, isInstalled, hookedBy, hold }: AgentHealth): readonly string[] {
  if (isInstalled !== true) return [vscode.l10n.t('{0}: its program is not on the path.', dialectDisplayName(id))];
  if (hookedBy.length === 0) return [vscode.l10n.t("{0}: connect it first, so that it has Redline's tools.", name)];
  return (hold?.needs ?? []).map((need) => `${name}: ${need}`);
}

/**
 * Asks for the exempt folders, in which agents' shells may write: folders that git ignores, or that were exempt before.
 * Does not ask, and returns none, if there is no such folder or no agent supports exemptions.
 *
 * @param ignored the folders that git ignores, relative to the workspace folder
 * @returns undefined if the user cancels
 */
async function pickExemptFolders(
  agents: readonly string[],
  ignored: readonly string[],
  healths: readonly AgentHealth[],
): Promise<readonly string[] | undefined> {
  const wholeHeldAgents = agents.filter((agent) => wholeFolderAgents.includes(agent));
  const exemptingAgents = agents.filter((agent) => !wholeFolderAgents.includes(agent));
  const holds = healths.filter(({ id }) => exemptingAgents.includes(id)).map(({ hold }) => hold);
  const earlierFolders = holds.flatMap((hold) => hold?.writable ?? []);
  const isFirstHold = holds.every((hold) => hold?.state === 'off');
  const folders = [...new Set([...earlierFolders, ...ignored])].sort((a, b) => (a < b ? -1 : 1));
  if (exemptingAgents.length === 0 || folders.length === 0) return [];
  const items = folders.map((label) => ({
    label,
    picked: isFirstHold ? isBuildFolder(label) : earlierFolders.includes(label),
  }));
  const title = vscode.l10n.t('In which git-ignored folders may the shell of {0} write?', namesOf(exemptingAgents));
  const message = vscode.l10n.t(
    'The shell of {0} cannot write in any: its sandbox closes the whole folder.',
    namesOf(wholeHeldAgents),
  );
  const placeHolder = wholeHeldAgents.length === 0 ? {} : { placeHolder: message };
  const picked = await pickSeveral(items, { title, ...placeHolder, ignoreFocusOut: true });
  return picked?.map(({ label }) => label);
}

/** Whether an ignored folder is preselected: not one of installed packages or tools, whose programs the user runs. */
function isBuildFolder(folder: string): boolean {
  return !folder.split('/').some((name) => name.startsWith('.') || name === 'node_modules' || name === 'vendor');
}

/** Tests in the agents' sandboxes whether they can write in the folder, and reports the results. */
async function reportHold(agents: readonly string[], { status }: ConnectDeps, folder: string): Promise<void> {
  const { healths } = await withTestProgress(() => status.refresh('all', folder));
  const held = healths.filter(({ id }) => agents.includes(id));
  const lines = held.map(({ name, hold }) => {
    if (hold?.state !== 'on') return vscode.l10n.t('{0}: Hold is NOT on. {1}', name, hold?.words ?? '');
    const message = vscode.l10n.t('{0}: Hold is on, its sandbox refused to write. Restart any running session.', name);
    if (hold.writable.length === 0) return message;
    return `${message} ${vscode.l10n.t('Its shell may write in {0}.', hold.writable.join(', '))}`;
  });
  const isHeld = held.every(({ hold }) => hold?.state === 'on');
  void notify(isHeld ? 'Information' : 'Error', `Redline: ${lines.join(' · ')}`);
}

/** Runs a test of the sandboxes, with a progress notification. */
function withTestProgress<T>(work: () => Promise<T>): Thenable<T> {
  const title = vscode.l10n.t('Redline: trying the sandboxes of agents');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);
}
