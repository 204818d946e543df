// Watches for team policies (`.redline/policy.json`) in the workspace folders, and adds them to the rules.
import * as vscode from 'vscode';
import { onceUntilFailure } from '../../../core/async/onceUntilFailure.ts';
import type { Policy } from '../../../core/rules/judge.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import type { Failures } from '../../../tools/ports/failures.ts';
import type { FindHeldAgents, KnownPolicies } from './knownPolicies.ts';
import { hasTeamPolicy } from './teamPolicyFile.ts';

/**
 * The team policies of the workspace folders, reread when a file changes. Until `refresh` has read a folder, everything
 * is denied there. The code that reads policies is loaded once a folder has one.
 */
export class TeamPolicies implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  /** Fires as soon as a new, changed or removed policy applies. */
  readonly onDidChange = this.#changeEmitter.event;
  readonly #load: () => Promise<KnownPolicies>;
  /** Reads and caches the policies; undefined until a folder has one. */
  #known: KnownPolicies | undefined;
  /** Finds the agents under Hold, for policies that require it. Public, since agents' hooks use it too. */
  readonly findHeld: FindHeldAgents;
  /** URIs of the folders whose policies were read. In any other folder, `addTo` denies everything. */
  #readFolders = new Set<string>();

  /** Starts to read the policies. @param memory stores which policies the user was notified of */
  constructor(memory: vscode.Memento, findHeld: FindHeldAgents, failures: Failures) {
    this.findHeld = findHeld;
    this.#load = onceUntilFailure(async () => {
      const { KnownPolicies: Known } = await import('./knownPolicies.ts');
      return new Known(memory, findHeld, () => this.#changeEmitter.fire());
    });
    const refresh = (): void =>
      void this.refresh().catch((cause: unknown) => failures.unexpected('reading the team policies', cause));
    const watcher = vscode.workspace.createFileSystemWatcher('**/{.redline,.redline/policy.json}');
    this.#subscriptions = vscode.Disposable.from(
      this.#changeEmitter,
      watcher,
      watcher.onDidCreate(refresh),
      watcher.onDidChange(refresh),
      watcher.onDidDelete(refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    );
    refresh();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Rereads the policies. Calls share a read that has not started yet. Never rejects on disk errors: an unreadable
   * policy denies all changes, and asks before reading. Rejects if the code that reads policies cannot be loaded;
   * folders that were not read before then stay denied.
   */
  async refresh(): Promise<void> {
    const folders = openFolders();
    if (this.#known === undefined) {
      const havePolicy = await Promise.all(folders.map(hasTeamPolicy));
      if (havePolicy.includes(true)) this.#known = await this.#load();
    }
    // A refresh of other folders may have overtaken this one, so this reads and keeps the folders that are open by now.
    await this.#known?.refresh(openFolders());
    const open = new Set(openFolders().map(String));
    this.#readFolders = new Set([...this.#readFolders, ...folders.map(String)].filter((folder) => open.has(folder)));
  }

  /**
   * Adds the policies of these workspace folders (URIs) to the rules for an agent; denies all if one was not read yet.
   */
  addTo(policy: Policy, folders: readonly string[], agent: string): Policy {
    if (folders.every((folder) => this.#readFolders.has(folder)))
      return this.#known?.addTo(policy, folders, agent) ?? policy;
    const unread = phrase('The workspace folder was opened just now. Try again.');
    return { ...policy, denials: { reading: unread, changing: unread } };
  }
}

function openFolders(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}
