// Stores remembered approvals: what the user has allowed agents to do without being asked again.
import * as vscode from 'vscode';
import { type Approval, readStoredApprovals } from '../../core/rules/approval.ts';

const storageKey = 'redline.approvals';

/**
 * Stores remembered approvals: approvals of the session in memory, all others in the extension's own storage. Stores
 * none in a file of the workspace, which agents could write.
 */
export class Approvals {
  readonly #context: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>;
  #session: readonly Approval[] = [];
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changeEmitter.event;

  constructor(context: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>) {
    this.#context = context;
  }

  /** The approvals that expire with the window. */
  get session(): readonly Approval[] {
    return this.#session;
  }

  /** The approvals of all scopes. */
  get all(): readonly Approval[] {
    const { workspaceState, globalState } = this.#context;
    return [...this.#session, ...readScope(workspaceState, 'workspace'), ...readScope(globalState, 'always')];
  }

  /** Adds an approval, unless an equal one is stored. */
  async add(approval: Approval): Promise<void> {
    const key = approvalKey(approval);
    if (this.all.some((each) => approvalKey(each) === key)) return;
    await this.#write(approval.scope, [...this.all, approval]);
  }

  async revoke(approval: Approval): Promise<void> {
    const key = approvalKey(approval);
    await this.#write(
      approval.scope,
      this.all.filter((each) => approvalKey(each) !== key),
    );
  }

  /** Replaces the stored approvals of a scope by the approvals among `approvals` with that scope. */
  async #write(scope: Approval['scope'], approvals: readonly Approval[]): Promise<void> {
    const inScope = approvals.filter((approval) => approval.scope === scope);
    if (scope === 'session') this.#session = inScope;
    else {
      const state = scope === 'workspace' ? this.#context.workspaceState : this.#context.globalState;
      // Keeps entries that this version cannot read, since a later version may have written them.
      const { invalid } = readStoredApprovals(state.get(storageKey));
      await state.update(storageKey, [...inScope.map(({ scope: _scope, ...stored }) => stored), ...invalid]);
    }
    this.#changeEmitter.fire();
  }
}

/** Identifies an approval: two with the same key count as one. */
export function approvalKey({ scope, operations, glob, folder, agent, readGrant }: Approval): string {
  return JSON.stringify([scope, operations, glob, folder ?? null, agent ?? null, readGrant ?? null]);
}

/** Reads the stored approvals of a scope, which is implied by the memento. */
function readScope(state: vscode.Memento, scope: 'workspace' | 'always'): Approval[] {
  return readStoredApprovals(state.get(storageKey)).valid.map((approval) => ({ ...approval, scope }));
}
