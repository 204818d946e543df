// Stores remembered approvals.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Approval } from '../../core/rules/approval.ts';

const key = 'redline.approvals';
const operation = z.enum(['read', 'create', 'update', 'delete', 'move']);
const stored = z.array(
  z.object({
    operations: z.array(operation),
    glob: z.string(),
    folder: z.optional(z.string()),
    agent: z.optional(z.string()),
  }),
);

/**
 * Stores remembered approvals: those of the session in memory, the others in the extension's own storage. Never in a
 * file of the workspace, which agents could write.
 */
export class Approvals {
  readonly #context: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>;
  #session: readonly Approval[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(context: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>) {
    this.#context = context;
  }

  /** The approvals that expire with the window. */
  get session(): readonly Approval[] {
    return this.#session;
  }

  get all(): readonly Approval[] {
    const { workspaceState, globalState } = this.#context;
    return [...this.#session, ...readScope(workspaceState, 'workspace'), ...readScope(globalState, 'always')];
  }

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

  async #write(scope: Approval['scope'], all: readonly Approval[]): Promise<void> {
    const inScope = all.filter((approval) => approval.scope === scope);
    if (scope === 'session') this.#session = inScope;
    else {
      const state = scope === 'workspace' ? this.#context.workspaceState : this.#context.globalState;
      await state.update(
        key,
        inScope.map(({ scope: _scope, ...approval }) => approval),
      );
    }
    this.#changed.fire();
  }
}

export function approvalKey({ scope, operations, glob, folder, agent, readGrant: leave }: Approval): string {
  return JSON.stringify([scope, operations, glob, folder ?? null, agent ?? null, leave ?? null]);
}

/** Reads stored approvals. An invalid value counts as none. */
function readScope(state: vscode.Memento, scope: 'workspace' | 'always'): Approval[] {
  const parsed = stored.safeParse(state.get<unknown>(key) ?? []);
  return parsed.success ? parsed.data.map((approval) => ({ ...approval, scope })) : [];
}
