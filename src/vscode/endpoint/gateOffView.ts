// Shows in the window that the gate, the review of agents' own edits, is switched off in folders.
import * as vscode from 'vscode';
import { notify } from '../messages/notify.ts';

/** Run only by the status bar item, so it is not in the manifest. */
const turnOnCommand = 'redline.gate.turnOn';
/** Places the item to the right of Redline's others, which have higher priorities. */
const statusPriority = 98;

/**
 * Shows the user where `redline off` has switched the gate off, since any agent with a shell can run it: a notification
 * when it happens, and a status bar item as long as it lasts.
 */
export class GateOffView implements vscode.Disposable {
  readonly #turnOn: (folders: readonly string[]) => Promise<boolean>;
  readonly #registeredCommand: vscode.Disposable;
  #item: vscode.StatusBarItem | undefined;
  #folders: readonly string[] = [];

  /** @param turnOn turns the gate on; resolves to false if agents cannot reach this window, so that nothing was done */
  constructor(turnOn: (folders: readonly string[]) => Promise<boolean>) {
    this.#turnOn = turnOn;
    this.#registeredCommand = vscode.commands.registerCommand(turnOnCommand, () => this.#turnGateOn(this.#folders));
  }

  /** Shows where the gate is off, and notifies of new folders. @param folders those that affect this window */
  show(folders: readonly string[]): void {
    const newFolders = folders.filter((folder) => !this.#folders.includes(folder));
    this.#folders = folders;
    if (folders.length === 0) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    this.#item ??= vscode.window.createStatusBarItem('redline.gateOff', vscode.StatusBarAlignment.Left, statusPriority);
    this.#item.name = 'Redline';
    this.#item.text = `$(shield) ${vscode.l10n.t('Redline: gate off')}`;
    this.#item.tooltip = `${messageOf(folders)}\n${vscode.l10n.t('Click to turn it on.')}`;
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.command = turnOnCommand;
    this.#item.show();
    if (newFolders.length > 0) void this.#notify(newFolders);
  }

  dispose(): void {
    this.#item?.dispose();
    this.#registeredCommand.dispose();
  }

  async #notify(folders: readonly string[]): Promise<void> {
    const turnOnLabel = vscode.l10n.t('Turn On');
    const answer = await notify('Warning', `Redline: ${messageOf(folders)}`, turnOnLabel);
    if (answer === turnOnLabel) await this.#turnGateOn(folders);
  }

  async #turnGateOn(folders: readonly string[]): Promise<void> {
    try {
      if (!(await this.#turnOn(folders)))
        notifyFailure(vscode.l10n.t('agents cannot reach this window. Run "~/.redline/bin/redline on" in a terminal.'));
    } catch (cause) {
      notifyFailure(cause instanceof Error ? cause.message : String(cause));
    }
  }
}

function notifyFailure(reason: string): void {
  void notify('Error', `Redline: ${vscode.l10n.t('The gate could not be turned on: {0}', reason)}`);
}

function messageOf(folders: readonly string[]): string {
  return vscode.l10n.t(
    "Agents' own edits in {0} are not reviewed: the gate was switched off there.",
    folders.join(', '),
  );
}
