import * as vscode from 'vscode';
import type { Change } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import type { Approval } from '../core/rules/approval.ts';
import { judge, strictest, type Policy, type Verdict } from '../core/rules/judge.ts';
import { parseProtected } from '../core/rules/protected.ts';
import { parseRules, type Operation } from '../core/rules/rule.ts';
import { PlanVoid } from '../tools/run.ts';
import type { Rules } from '../tools/ports.ts';
import type { Place, Places } from './places.ts';
import { externalPaths, rulesSetting, writesEnabled } from './settings.ts';
import type { ReadGuard } from './workspace.ts';

/** One end of a change: where, what is done there, and what that also amounts to. */
export interface End {
  readonly path: string;
  readonly real: string;
  readonly links: 'target' | 'link';
  readonly operation: Operation;
  readonly implied: readonly Operation[];
}

/** The rules as the settings, the workspace's trust and the remembered approvals have them now. */
export class SettingsRules implements Rules, ReadGuard {
  readonly #places: Places;
  readonly #approvals: () => readonly Approval[];
  /** Real places whose reading the person agreed to in this session. */
  readonly #readable = new Set<string>();
  #policy: Policy | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(places: Places, approvals: () => readonly Approval[]) {
    this.#places = places;
    this.#approvals = approvals;
    const forget = (): void => {
      this.#policy = undefined;
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(forget),
      vscode.workspace.onDidGrantWorkspaceTrust(forget),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async allow(place: Place): Promise<void> {
    const { location, subject } = place;
    const verdict = judge('read', subject, this.#current());
    if (verdict.action === 'deny') throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', verdict.reason);
    if (verdict.action === 'allow' || this.#readable.has(location.real)) return;
    await this.#askToRead(location.path, location.real, verdict.reason);
  }

  isVisible(place: Place): boolean {
    return judge('read', place.subject, this.#current()).action !== 'deny';
  }

  /** Every end of every change is located again, so that a link swapped since the plan makes the plan void. */
  async judge(changes: readonly Change[]): Promise<Verdict> {
    const verdicts: Verdict[] = [];
    for (const end of changes.flatMap(endsOf)) {
      const { location, subject } = await this.#places.locate(end.path, end.links);
      if (location.real !== end.real) throw new PlanVoid(end.path);
      verdicts.push(judge(end.operation, subject, this.#current(), end.implied));
    }
    return strictest(verdicts);
  }

  #current(): Policy {
    this.#policy ??= readPolicy();
    return { ...this.#policy, approvals: this.#approvals() };
  }

  async #askToRead(path: string, real: string, reason: string): Promise<void> {
    const once = vscode.l10n.t('Allow Once');
    const session = vscode.l10n.t('Allow in This Session');
    const question = vscode.l10n.t('An agent wants to read {0}.', path);
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail: reason }, once, session);
    if (answer === session) this.#readable.add(real);
    if (answer !== once && answer !== session) {
      throw new ToolError('REJECTED', `The user did not allow ${path} to be read. Do not try again; go on without it.`);
    }
  }
}

function readPolicy(): Policy {
  const { files, problem } = parseProtected(rulesSetting('protectedFiles'), 'redline.protectedFiles');
  return {
    userRules: parseRules(rulesSetting('rules'), 'redline.rules', { fold: true }),
    workspaceRules: parseRules(rulesSetting('workspaceRules'), 'redline.workspaceRules', {
      tightenOnly: true,
      fold: true,
    }),
    protectedFiles: files,
    ...(problem === undefined ? {} : { protectedProblem: problem }),
    approvals: [],
    writesEnabled: writesEnabled(),
    trusted: vscode.workspace.isTrusted,
    externalPaths: externalPaths(),
  };
}

/** Every place a change touches, and what is done there. */
export function endsOf(change: Change): End[] {
  const at = (operation: Operation, implied: readonly Operation[] = []): End => ({
    path: change.at.path,
    real: change.at.real,
    links: operation === 'delete' ? 'link' : 'target',
    operation,
    implied,
  });
  switch (change.kind) {
    case 'create':
    case 'createDirectory':
      return [at('create')];
    case 'update':
      return [at('update')];
    case 'delete':
      return [at('delete')];
    case 'move': {
      const { path, real } = change.from;
      return [{ path, real, links: 'link', operation: 'move', implied: ['delete'] }, at('create', ['move', 'update'])];
    }
    case 'copy': {
      const { path, real } = change.from;
      return [{ path, real, links: 'target', operation: 'read', implied: [] }, at('create', ['update'])];
    }
  }
}
