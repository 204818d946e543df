// Shows the status item of the connected agents.
import * as vscode from 'vscode';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { askDoctor, formatHealths, type AgentHealth, type AgentLine } from './agentHealth.ts';
import { mergeLines } from './mergeLines.ts';
import { diskFolders } from './diskFolders.ts';
import { notify } from '../files/notify.ts';

/** Shows in the status bar whether the connected agents are reviewed; one line for each in the tooltip. */
export class AgentStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('redline.agents', vscode.StatusBarAlignment.Right, 50);
  readonly #machine: AgentMachine;

  constructor(machine: AgentMachine) {
    this.#machine = machine;
    this.#item.name = vscode.l10n.t('Redline: agents');
    this.#item.command = 'redline.checkAgents';
  }

  /**
   * Tests the hooks, and shows the results; nothing without a folder on disk or a connected agent.
   * @param quick skips asking the agents whether they trust the hook, which takes seconds
   * @param folder path of the workspace folder; without it, all on disk, of which only the first is asked slowly
   */
  async refresh(quick: boolean, folder?: string): Promise<readonly AgentLine[]> {
    const folders = folder === undefined ? diskFolders().map(({ uri }) => uri.fsPath) : [folder];
    const healths = folders.map((each, index) => askDoctor(this.#machine, each, quick || index > 0));
    return this.show(...(await Promise.all(healths)));
  }

  /** Shows the results of a health check in each folder, and returns them as lines. */
  show(...healthsByFolder: readonly (readonly AgentHealth[])[]): readonly AgentLine[] {
    const home = this.#machine.homeFile('vscode', '');
    const lines = mergeLines(healthsByFolder.map((healths) => formatHealths(healths, home)));
    if (lines.length === 0) {
      this.#item.hide();
      return lines;
    }
    const well = lines.filter(({ isWell }) => isWell).length;
    const isWell = well === lines.length;
    this.#item.text = isWell
      ? `$(plug) ${vscode.l10n.t('Agents: {0}', lines.length)}`
      : `$(warning) ${vscode.l10n.t('Agents: {0} of {1}', well, lines.length)}`;
    this.#item.backgroundColor = isWell ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.tooltip = [vscode.l10n.t('Redline reviews the edits of agents:'), ...lines.map(({ text }) => text)].join(
      '\n',
    );
    this.#item.show();
    return lines;
  }

  /** Runs all tests, and reports the results to the user. */
  async check(): Promise<void> {
    if (!vscode.workspace.isTrusted) return tellUntrusted();
    const options = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Redline: trying the hooks of agents'),
    };
    const lines = await vscode.window.withProgress(options, () => this.refresh(false));
    const status =
      lines.length === 0 ? vscode.l10n.t('no agent is connected here.') : lines.map(({ text }) => text).join(' · ');
    void notify(lines.every(({ isWell }) => isWell) ? 'Information' : 'Warning', `Redline: ${status}`);
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Says why no agent is tried. */
export function tellUntrusted(): void {
  void notify(
    'Warning',
    vscode.l10n.t('Redline: trust this workspace first. Trying agents may run programs that its settings name.'),
  );
}
