// Builds the access policy from settings, trust, team policies and approvals, and tells the user of faulty settings.
import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { translate } from '../shared/translate.ts';
import type { Approval } from '../../core/rules/approval.ts';
import { policyFor } from '../../core/rules/forAgent.ts';
import type { Policy } from '../../core/rules/judge.ts';
import { parseProtected } from '../../core/rules/protected.ts';
import { parseRules, type RuleSet } from '../../core/rules/parse/rule.ts';
import { offerSetting, externalPaths, reviewWhen, setting, writesEnabled } from '../shared/contributions/settings.ts';
import type { TeamPolicies } from './teamPolicy/teamPolicies.ts';
import { notify } from '../messages/notify.ts';

/** Maximum number of messages about one setting at a time; others follow as these are fixed. */
const maxReportedProblems = 3;

/** Builds the policy for a location and an agent, and reports faulty settings to the user. */
export class SettingsPolicy implements vscode.Disposable {
  readonly #approvals: () => readonly Approval[];
  readonly #teams: Pick<TeamPolicies, 'refresh' | 'addTo'>;
  readonly #subscriptions: vscode.Disposable;
  /** Cache of what is the same for all folders; cleared with `#workspaceRules` whenever it may have changed. */
  #sharedSettings: Omit<Policy, 'workspaceRules' | 'approvals'> | undefined;
  /** Cache of `redline.workspaceRules`, by workspace folder. */
  readonly #workspaceRules = new Map<string, RuleSet>();
  /** Problems of the settings that were already reported. */
  #reported = new Set<string>();

  constructor(approvals: () => readonly Approval[], teams: Pick<TeamPolicies, 'refresh' | 'addTo'>) {
    this.#approvals = approvals;
    this.#teams = teams;
    const refresh = (): void => {
      this.#sharedSettings = undefined;
      this.#workspaceRules.clear();
      this.#reportProblems();
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    );
    this.#reportProblems();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * The policy for an agent at a location to which the rules of these workspace folders (URIs) apply; without any, the
   * rules of all folders.
   */
  for(folders: readonly string[], agent: string): Policy {
    const judgedFolders = folders.length > 0 ? folders : allFolders();
    return policyFor(agent, this.#teams.addTo(this.#policyForAnyAgent(judgedFolders), judgedFolders, agent));
  }

  /**
   * Finds the reason why the team policy denies an agent all work in the workspace folder of a path; undefined if it
   * does not. Without a path, or outside the workspace, the policies of all folders must deny it. Rereads the policies
   * first.
   */
  async findDenial(agent: string, path?: string): Promise<Phrase | undefined> {
    await this.#teams.refresh();
    const folder = path === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path));
    const folders = folder === undefined ? allFolders() : [folder.uri.toString()];
    // The agent is denied only if the policies of all folders deny it.
    const reasons = folders.map((uri) => this.for([uri], agent).denials?.reading);
    return reasons.includes(undefined) ? undefined : reasons[0];
  }

  #policyForAnyAgent(folders: readonly string[]): Policy {
    this.#sharedSettings ??= readSharedSettings();
    const workspaceRules = mergeRuleSets(folders.map((folder) => this.#rulesOf(folder)));
    return { ...this.#sharedSettings, workspaceRules, approvals: this.#approvals() };
  }

  /** The rules in `redline.workspaceRules` for a folder. They can only make other rules stricter. */
  #rulesOf(folder: string): RuleSet {
    const cached = this.#workspaceRules.get(folder);
    if (cached !== undefined) return cached;
    const values = vscode.workspace
      .getConfiguration('redline', vscode.Uri.parse(folder, true))
      .inspect<unknown>('workspaceRules');
    // Merges all levels. VS Code would let a folder's list replace a stricter one of the workspace or the user.
    const levels = [values?.globalValue, values?.workspaceValue, values?.workspaceFolderValue];
    const setLevels = levels.filter((value) => value !== undefined);
    // Takes equal values once: if only one folder is open, workspace and folder have the same value.
    const uniqueValues = new Map(setLevels.map((value) => [JSON.stringify(value), value])).values();
    const ruleSets = [...uniqueValues].map((value) =>
      parseRules(value, 'redline.workspaceRules', { tightenOnly: true, fold: true }),
    );
    const rules = mergeRuleSets(ruleSets);
    this.#workspaceRules.set(folder, rules);
    return rules;
  }

  /**
   * Reports each problem of the settings once, and again if it was fixed and comes back, with a button that opens the
   * setting. A faulty rule denies or asks more than the user intended.
   */
  #reportProblems(): void {
    const { userRules, protectedProblem, workspaceRules } = this.#policyForAnyAgent(allFolders());
    const problems: readonly (readonly ['rules' | 'workspaceRules' | 'protectedFiles', readonly Phrase[]])[] = [
      ['rules', problemsOf(userRules)],
      ['protectedFiles', protectedProblem === undefined ? [] : [protectedProblem]],
      ['workspaceRules', problemsOf(workspaceRules)],
    ];
    const reportedBefore = this.#reported;
    const texts = problems.flatMap(([name, phrases]) =>
      phrases.slice(0, maxReportedProblems).map((problem) => [name, translate(problem)] as const),
    );
    this.#reported = new Set(texts.map(([, text]) => text));
    for (const [name, text] of texts)
      if (!reportedBefore.has(text)) void offerSetting(name, (button) => notify('Error', `Redline: ${text}`, button));
  }
}

/** The problem of a setting as a whole, then the faults of single rules. */
function problemsOf({ problem, faults = [] }: RuleSet): readonly Phrase[] {
  return problem === undefined ? faults : [problem, ...faults];
}

/** Joins the rules and faults of several sets. Has the first of their problems, since a set has only one. */
function mergeRuleSets(sets: readonly RuleSet[]): RuleSet {
  const problem = sets.find((set) => set.problem !== undefined)?.problem;
  return {
    rules: sets.flatMap((set) => set.rules),
    faults: sets.flatMap((set) => set.faults ?? []),
    ...(problem === undefined ? {} : { problem }),
  };
}

/**
 * Reads the settings that apply to all folders. `fold` is assumed of every file system, so that another spelling of a
 * path cannot avoid a rule.
 */
function readSharedSettings(): Omit<Policy, 'workspaceRules' | 'approvals'> {
  const { files, problem } = parseProtected(setting('protectedFiles'), 'redline.protectedFiles');
  return {
    userRules: parseRules(setting('rules'), 'redline.rules', { fold: true }),
    protectedFiles: files,
    ...(problem === undefined ? {} : { protectedProblem: problem }),
    writesEnabled: writesEnabled(),
    trusted: vscode.workspace.isTrusted,
    externalPaths: externalPaths(),
    reviewWhen: reviewWhen(),
  };
}

/** URIs of the workspace folders. */
function allFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}
