// Notifies the user once about a new, changed or removed team policy.
import * as vscode from 'vscode';
import { sha256 } from '../../../core/text/bytes.ts';
import { requirementsOf, teamPolicyPath, type TeamPolicy } from '../../../core/rules/teamPolicy.ts';
import type { Phrase } from '../../../core/wording/phrase.ts';
import { translate } from '../../shared/translate.ts';
import { notify } from '../../messages/notify.ts';

/** Key in the memento for the hashes of the shown policies, newest first. */
const shownHashesKey = 'teamPolicies.shown';
/** Maximum number of hashes. More than one, since a switch of branches may bring an older policy back. */
const maxShownHashes = 50;

/** A team policy, with the content of its file, or the reason why it cannot be read. */
export interface KnownPolicy {
  readonly text: string | Phrase;
  readonly policy: TeamPolicy;
}

/**
 * Notifies the user about a workspace folder's policy, once for each content. An unusable policy is notified in each
 * window, and a removed one each time, since it no longer protects the files.
 */
export class TeamPolicyNotes {
  readonly #memory: vscode.Memento;
  /** The version that was last handled in this window, by folder; '' for a missing policy. */
  readonly #shownVersions = new Map<string, string>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Notifies the user if needed. @param known the current policy; undefined if there is none */
  async showIfNew(folder: vscode.Uri, known: KnownPolicy | undefined): Promise<void> {
    // Changes are denied in an untrusted workspace anyway. The policy is shown once the workspace is trusted.
    if (!vscode.workspace.isTrusted) return;
    const id = folder.toString();
    const version = known === undefined ? '' : JSON.stringify([id, known.text]);
    const shownBefore = this.#shownVersions.get(id);
    if (shownBefore === version) return;
    this.#shownVersions.set(id, version);
    if (known !== undefined) await this.#showPolicy(folder, known, version);
    else if (shownBefore !== undefined) showRemoved(folder);
  }

  async #showPolicy(folder: vscode.Uri, { policy }: KnownPolicy, version: string): Promise<void> {
    const { problem, faults = [] } = policy.rules;
    const [fault] = problem === undefined ? faults : [problem];
    if (fault !== undefined) {
      show('Error', folder, translate(fault));
      return;
    }
    const requirements = requirementsOf(policy).map(translate);
    if (requirements.length === 0 || !(await this.#rememberIfNew(version))) return;
    show(
      'Information',
      folder,
      vscode.l10n.t('The team policy of {0}: {1}.', folderNameOf(folder), requirements.join('; ')),
    );
  }

  /** Remembers a version as shown in the workspace. Returns false if it was shown before. */
  async #rememberIfNew(version: string): Promise<boolean> {
    const hash = await sha256(new TextEncoder().encode(version));
    const shownHashes = this.#memory.get<readonly string[]>(shownHashesKey, []);
    if (shownHashes.includes(hash)) return false;
    void this.#memory.update(shownHashesKey, [hash, ...shownHashes].slice(0, maxShownHashes));
    return true;
  }
}

function show(severity: 'Information' | 'Error', folder: vscode.Uri, text: string): void {
  const openButton = vscode.l10n.t('Open Policy');
  void notify(severity, `Redline: ${text}`, openButton).then((button) => {
    if (button === openButton) void vscode.commands.executeCommand('redline.openTeamPolicy', folder);
  });
}

function showRemoved(folder: vscode.Uri): void {
  const text = vscode.l10n.t(
    'The team policy {0} of {1} is gone. What it demanded no longer holds.',
    teamPolicyPath,
    folderNameOf(folder),
  );
  void notify('Warning', `Redline: ${text}`);
}

function folderNameOf(folder: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(folder)?.name ?? folder.path;
}
