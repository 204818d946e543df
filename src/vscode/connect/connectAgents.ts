// Connects and disconnects agents for the user's commands: writes Redline's hooks and server into their settings, or
// removes them.

import * as vscode from 'vscode';
import { connectableAgents } from '../../core/connect/agentSettings.ts';
import { dialectDisplayName } from '../../core/endpoint/agents.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { translate } from '../shared/translate.ts';
import type { AgentStatus } from './agentStatus.ts';
import {
  applySettings,
  connectableFolders,
  namesOf,
  removeSettings,
  reportUnrecorded,
  type ConnectDeps,
} from './settings/settingsCommands.ts';
import { connectParts, disconnectParts, everywhere, type ConnectScope } from './connectParts.ts';
import { allHoldParts, notifyReleased } from './holdAgents.ts';
import { withPart, type SettingsPart, type WrittenParts } from './settings/settingsFiles.ts';
import { recordWritten } from './settings/settingsRecords.ts';
import { describeUntested } from './untestedAgents.ts';
import { notify } from '../messages/notify.ts';
import { pick, pickSeveral } from '../messages/ask.ts';

/** Asks for the agents and the scope, and shows the changes of their settings for approval. */
export async function connectAgents(deps: ConnectDeps): Promise<void> {
  const installed = deps.machine.findAgents();
  const agents = await pickAgents(vscode.l10n.t('Which agents do you use? Redline reviews their edits.'), installed);
  if (agents === undefined || agents.length === 0) return;
  const scope = await pickScope(deps.machine);
  if (scope === undefined) return;
  const parts = normalizePaths(agents.flatMap((agent) => connectParts(agent, scope, deps.machine)));
  if (parts.length === 0) {
    void notify('Warning', vscode.l10n.t('Redline: these agents have user settings only. Connect them everywhere.'));
    return;
  }
  const written: WrittenParts = new Map();
  const files = parts.map((part) => withPart(part, written, deps.machine));
  const applied = await applySettings(phrase('Connect {0}', namesOf(agents)), files, deps);
  reportUnrecorded(await recordWritten(applied.changes, written, deps.machine), deps);
  if (applied.isComplete) await reportConnected(agents, scope, deps.status, { isNew: applied.changes.length > 0 });
}

/** Asks for the agents, and shows their settings without Redline's entries, at every level, for approval. */
export async function disconnectAgents(deps: ConnectDeps): Promise<void> {
  const agents = await pickAgents(vscode.l10n.t('Which agents should work without Redline?'), new Set());
  if (agents === undefined || agents.length === 0) return;
  const scopes: readonly ConnectScope[] = [everywhere, ...(await connectableFolders(deps.machine))];
  const holdParts = await allHoldParts(agents, deps.machine);
  const parts = agents.flatMap((agent) => scopes.flatMap((scope) => disconnectParts(agent, scope, deps.machine)));
  const allParts = [...holdParts, ...normalizePaths(parts)];
  const applied = await removeSettings(phrase('Disconnect {0}', namesOf(agents)), allParts, deps);
  // The user cancelled, or knows what was left as it is.
  if (!applied.isComplete) return void (await deps.status.refresh('quick'));
  const message =
    applied.changes.length > 0
      ? vscode.l10n.t('{0} works without Redline again.', namesOf(agents))
      : vscode.l10n.t('{0} was not connected: nothing was changed.', namesOf(agents));
  await notifyReleased(agents, message, deps, { isDisconnected: true });
}

/** Normalizes paths as `Uri.fsPath` does (such as the case of drive letters), so that parts of one file are joined. */
function normalizePaths(parts: readonly SettingsPart[]): SettingsPart[] {
  return parts.map((part) => ({ ...part, path: vscode.Uri.file(part.path).fsPath }));
}

/** Asks for agents; undefined if the user cancels. @param found ids of the agents on this machine, which are preselected */
async function pickAgents(title: string, found: ReadonlySet<string>): Promise<readonly string[] | undefined> {
  const items = connectableAgents.map((id) => ({
    label: dialectDisplayName(id),
    description: found.has(id) ? vscode.l10n.t('found on this machine') : '',
    // VS Code is always there, but not everybody uses its agent.
    picked: found.has(id) && id !== 'vscode',
    id,
  }));
  return (await pickSeveral(items, { title, ignoreFocusOut: true }))?.map(({ id }) => id);
}

async function pickScope(machine: AgentMachine): Promise<ConnectScope | undefined> {
  const folders = await connectableFolders(machine);
  const items: (vscode.QuickPickItem & { readonly scope: ConnectScope })[] = [
    {
      label: vscode.l10n.t('Everywhere'),
      detail: vscode.l10n.t('Written to your own settings of the agent'),
      scope: everywhere,
    },
    ...folders.map((scope) => ({
      label: vscode.l10n.t('In {0} only', scope.name),
      detail: vscode.l10n.t('Written into the folder. The files name a path of this machine: do not commit them.'),
      scope,
    })),
  ];
  const title = vscode.l10n.t('Where should Redline review their edits?');
  return (await pick(items, { title, ignoreFocusOut: true }))?.scope;
}

/** Tests the hooks where they were written, and reports the results. @param isNew whether anything was written */
async function reportConnected(
  agents: readonly string[],
  { folder }: ConnectScope,
  status: AgentStatus,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const result = await status.refresh('all', folder);
  const lines = result.lines.filter(({ id }) => agents.includes(id));
  const names = namesOf(agents);
  const message = isNew
    ? vscode.l10n.t('{0}: connected. Restart any running session.', names)
    : vscode.l10n.t('{0}: already connected, nothing was changed.', names);
  const warnings = describeUntested(agents, new Set(lines.map(({ id }) => id)));
  const isWell = warnings.length === 0 && lines.every((line) => line.isWell);
  const text = [message, ...lines.map((line) => line.text), ...warnings.map(translate)].join(' · ');
  void notify(isWell ? 'Information' : 'Warning', `Redline: ${text}`);
  if (agents.includes('vscode')) void offerKeepingAtOnce();
}

/** Offers to turn off VS Code's own question whether to keep an edit of its agent mode, which Redline has reviewed. */
async function offerKeepingAtOnce(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('chat.editing');
  const isUserAsked = settings.get<number>('autoAcceptDelay') === 0;
  if (!isUserAsked) return;
  const set = vscode.l10n.t('Keep Them Automatically');
  const message = vscode.l10n.t('VS Code asks once more whether to keep edits that you have approved in Redline.');
  if ((await notify('Information', `Redline: ${message}`, set)) !== set) return;
  const shortestDelaySeconds = 1;
  await settings.update('autoAcceptDelay', shortestDelaySeconds, vscode.ConfigurationTarget.Global);
}
