import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { shown } from '../shared/shown.ts';
import type { Approval } from '../../core/rules/approval.ts';
import type { Policy } from '../../core/rules/judge.ts';
import { parseProtected } from '../../core/rules/protected.ts';
import { parseRules, type RuleSet } from '../../core/rules/rule.ts';
import { plainText } from '../files/plainText.ts';
import { externalPaths, rulesSetting, writesEnabled } from '../shared/settings.ts';

type Setting = 'rules' | 'workspaceRules' | 'protectedFiles';

/** The policy as the settings, the workspace's trust and the remembered approvals have it now. */
export class SettingsPolicy implements vscode.Disposable {
  readonly #approvals: () => readonly Approval[];
  readonly #subscriptions: vscode.Disposable;
  #common: Omit<Policy, 'workspaceRules' | 'approvals'> | undefined;
  readonly #ofFolder = new Map<string, RuleSet>();
  #told = new Set<string>();

  constructor(approvals: () => readonly Approval[]) {
    this.#approvals = approvals;
    const forget = (): void => {
      this.#common = undefined;
      this.#ofFolder.clear();
      this.#tellProblems();
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(forget),
      vscode.workspace.onDidChangeWorkspaceFolders(forget),
      vscode.workspace.onDidGrantWorkspaceTrust(forget),
    );
    this.#tellProblems();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** What holds for a place that these workspace folders (as URIs) have a say in; for none of them, all have. */
  for(folders: readonly string[]): Policy {
    this.#common ??= readCommon();
    const sets = (folders.length > 0 ? folders : allFolders()).map((folder) => this.#rulesOf(folder));
    const problem = sets.find((set) => set.problem !== undefined)?.problem;
    const workspaceRules: RuleSet = {
      rules: sets.flatMap((set) => set.rules),
      faults: sets.flatMap((set) => set.faults ?? []),
      ...(problem === undefined ? {} : { problem }),
    };
    return { ...this.#common, workspaceRules, approvals: this.#approvals() };
  }

  #rulesOf(folder: string): RuleSet {
    const known = this.#ofFolder.get(folder);
    if (known !== undefined) return known;
    const value = rulesSetting('workspaceRules', vscode.Uri.parse(folder, true));
    const rules = parseRules(value, 'redline.workspaceRules', { tightenOnly: true, fold: true });
    this.#ofFolder.set(folder, rules);
    return rules;
  }

  /** What cannot be used shuts or asks about more than was meant, so the person is told at once, and once, and led to the setting. */
  #tellProblems(): void {
    const { userRules, protectedProblem, workspaceRules } = this.for([]);
    const problems: readonly (readonly [Setting, readonly Phrase[]])[] = [
      ['rules', problemsOf(userRules)],
      ['protectedFiles', protectedProblem === undefined ? [] : [protectedProblem]],
      ['workspaceRules', problemsOf(workspaceRules)],
    ];
    const before = this.#told;
    const words = problems.flatMap(([setting, all]) =>
      all.slice(0, maxTold).map((problem) => [setting, shown(problem)] as const),
    );
    this.#told = new Set(words.map(([, text]) => text));
    for (const [setting, text] of words) if (!before.has(text)) void tell(setting, text);
  }
}

/** Messages about one setting at a time; the next comes up when one of them is mended. */
const maxTold = 3;

function problemsOf({ problem, faults = [] }: RuleSet): readonly Phrase[] {
  return problem === undefined ? faults : [problem, ...faults];
}

async function tell(setting: Setting, problem: string): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const answer = await vscode.window.showErrorMessage(plainText(`Redline: ${problem}`), open);
  if (answer !== open) return;
  const command = setting === 'workspaceRules' ? 'openWorkspaceSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `redline.${setting}` });
}

function readCommon(): Omit<Policy, 'workspaceRules' | 'approvals'> {
  const { files, problem } = parseProtected(rulesSetting('protectedFiles'), 'redline.protectedFiles');
  return {
    userRules: parseRules(rulesSetting('rules'), 'redline.rules', { fold: true }),
    protectedFiles: files,
    ...(problem === undefined ? {} : { protectedProblem: problem }),
    writesEnabled: writesEnabled(),
    trusted: vscode.workspace.isTrusted,
    externalPaths: externalPaths(),
  };
}

function allFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}
