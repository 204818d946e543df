// Shows in the status bar whether the edits of the connected agents are reviewed.

import * as vscode from 'vscode';
import { hookFacts } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import {
  askDoctor,
  formatHealths,
  notifyUntrusted,
  type AgentHealth,
  type AgentLine,
  type DoctorChecks,
} from './agentHealth.ts';
import { CheckedFolders, mergeLines } from './checkedFolders.ts';
import { existingFolders } from './existingFolders.ts';
import { diskFolders } from '../files/paths/workspaceRoots.ts';
import { notify } from '../messages/notify.ts';
import { SettingsWatchers } from './settingsWatchers.ts';

/** Priority of the status bar item on the right: a higher one is further left. */
const statusPriority = 50;

/** The results of one check: of each agent in each checked folder, and one line for each connected agent. */
interface CheckResult {
  readonly healths: readonly AgentHealth[];
  readonly lines: readonly AgentLine[];
}

/** Shows in the status bar whether the connected agents are reviewed; one line for each in the tooltip. */
export class AgentStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('redline.agents', vscode.StatusBarAlignment.Right, statusPriority);
  readonly #machine: AgentMachine;
  readonly #checked = new CheckedFolders();
  /** Once a hook is gone or off, the item must not say any more that the agent is reviewed. */
  readonly #watchers: SettingsWatchers;

  /** @param onSettingsChange called after a change of settings on which a hook depends that a check has found */
  constructor(machine: AgentMachine, onSettingsChange: () => void) {
    this.#machine = machine;
    this.#watchers = new SettingsWatchers(onSettingsChange);
    this.#item.name = vscode.l10n.t('Redline: agents');
    this.#item.command = 'redline.checkAgents';
  }

  /**
   * Tests the hooks and Hold, and shows the last results of all folders on disk.
   * @param folder path of the workspace folder to test; undefined for all on disk. Then only the first one gets the slow
   *   checks
   * @returns the results of this check alone
   */
  async refresh(checks: DoctorChecks, folder?: string): Promise<CheckResult> {
    const check = this.#checked.start();
    const folders = folder === undefined ? await this.#listFolders() : [folder];
    // No setting relocates the files of VS Code's agent, so this is the home itself.
    const home = this.#machine.homeFile('vscode', '');
    const results = await Promise.all(
      folders.map(async (each, index) => {
        const healths = await askDoctor(this.#machine, each, index > 0 ? 'quick' : checks);
        return { folder: each, healths, lines: formatHealths(healths, home) };
      }),
    );
    for (const result of results) this.#checked.add(check, result.folder, result.lines);
    this.#draw(this.#checked.linesIn(await this.#listFolders()));
    const healths = results.flatMap((result) => result.healths);
    for (const file of healths.flatMap((health) => this.#listHookFiles(health))) this.#watchers.add(file);
    return {
      healths,
      lines: mergeLines(results.map(({ lines }) => lines)),
    };
  }

  /** Runs all tests, and reports the results to the user. */
  async check(): Promise<void> {
    if (!vscode.workspace.isTrusted) return notifyUntrusted();
    const options = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Redline: trying the hooks of agents'),
    };
    const { lines } = await vscode.window.withProgress(options, () => this.refresh('all'));
    const status =
      lines.length === 0 ? vscode.l10n.t('no agent is connected here.') : lines.map(({ text }) => text).join(' · ');
    void notify(lines.every(({ isWell }) => isWell) ? 'Information' : 'Warning', `Redline: ${status}`);
  }

  dispose(): void {
    this.#item.dispose();
    this.#watchers.dispose();
  }

  /** Draws the item; hides it without a connected agent. */
  #draw(lines: readonly AgentLine[]): void {
    if (lines.length === 0) return this.#item.hide();
    const wellCount = lines.filter(({ isWell }) => isWell).length;
    const areAllWell = wellCount === lines.length;
    this.#item.text = areAllWell
      ? `$(plug) ${vscode.l10n.t('Agents: {0}', lines.length)}`
      : `$(warning) ${vscode.l10n.t('Agents: {0} of {1}', wellCount, lines.length)}`;
    this.#item.backgroundColor = areAllWell ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.tooltip = [vscode.l10n.t('Redline reviews the edits of agents:'), ...lines.map(({ text }) => text)].join(
      '\n',
    );
    this.#item.show();
  }

  /** The files with a hook of an agent, and those in the home that can switch it off; none of an agent without a hook. */
  #listHookFiles({ id, hookedBy }: AgentHealth): readonly string[] {
    const { home = [], switches = [] } = hookFacts.find((facts) => facts.id === id) ?? {};
    const homeFiles = [...home, ...switches].map((file) => this.#machine.homeFile(id, file));
    return hookedBy.length === 0 ? [] : [...hookedBy, ...homeFiles];
  }

  async #listFolders(): Promise<string[]> {
    // A folder that cannot be reached is not tested; the commands that would write there warn of it.
    const folders = await existingFolders(diskFolders(), this.#machine, () => undefined);
    return folders.map(({ folder }) => folder);
  }
}
