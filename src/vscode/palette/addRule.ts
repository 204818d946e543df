// Asks the user for an access rule, and adds it to the settings.

import * as vscode from 'vscode';
import {
  onlyFolder,
  patternFor,
  rulePathOf,
  type NamedKind,
  type PathRefusal,
  type RuleScope,
} from '../../core/rules/parse/newRule.ts';
import { parseRules } from '../../core/rules/parse/rule.ts';
import { type Action, type Operation, changeOperations } from '../../core/rules/operation.ts';
import { notify, plainText } from '../messages/notify.ts';
import { translate } from '../shared/translate.ts';
import { appendRule, offerSetting, type RuleSetting } from '../shared/contributions/settings.ts';
import { type ListFiles, pickPath, workspaceFolderNames } from './pickPath.ts';
import { pick } from '../messages/ask.ts';

interface NewRule {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly except?: readonly string[];
  readonly action: Action;
}

interface DescribedRule {
  readonly rule: NewRule;
  readonly description: string;
}

interface Choice<T> extends vscode.QuickPickItem {
  readonly answer: T;
}

/** Asks a user for a rule by quick picks, and adds it to their settings or the workspace's, unless they cancel. */
export async function addRule(listFiles: ListFiles): Promise<void> {
  const newRule = await askRule(listFiles);
  if (newRule === undefined) return;
  const { rule, description } = newRule;
  const setting = await askSetting(rule.action);
  if (setting === undefined) return;
  const [fault] = parseRules([rule], `redline.${setting}`).faults ?? [];
  if (fault !== undefined) return void notify('Error', `Redline: ${translate(fault)}`);
  const { Global, Workspace } = vscode.ConfigurationTarget;
  if (await appendRule(setting, rule, setting === 'rules' ? Global : Workspace)) {
    const added = vscode.l10n.t('Rule added: {0}', description);
    return offerSetting(setting, (button) => notify('Information', added, button));
  }
  const notList = vscode.l10n.t('The setting {0} is not a list of rules. Correct it first.', `redline.${setting}`);
  void offerSetting(setting, (button) => notify('Error', notList, button));
}

async function askRule(listFiles: ListFiles): Promise<DescribedRule | undefined> {
  const operation = await pickChoice(vscode.l10n.t('Add a rule: what may agents do?'), operationChoices());
  if (operation === undefined) return undefined;
  if (operation.answer === 'only one folder') {
    const folder = await askPath(vscode.l10n.t('The only folder agents may write to'), 'folder', listFiles);
    if (folder === undefined) return undefined;
    return {
      rule: onlyFolder(folder.path),
      description: vscode.l10n.t('Agents may only write in {0}.', folder.label),
    };
  }
  const describedScope = await askScope(operation.label, listFiles);
  if (describedScope === undefined) return undefined;
  const { scope, label } = describedScope;
  const action = await pickChoice(`${operation.label} · ${label}`, actionsFor(operation.answer));
  if (action === undefined) return undefined;
  const rule = { operations: operation.answer, paths: [patternFor(scope)], action: action.answer };
  return { rule, description: `${operation.label} · ${label} · ${action.label}` };
}

function operationChoices(): Choice<readonly Operation[] | 'only one folder'>[] {
  return [
    {
      label: vscode.l10n.t('Allow writing in one folder only…'),
      detail: vscode.l10n.t('Creating, editing, deleting and moving files is denied everywhere else.'),
      answer: 'only one folder',
    },
    {
      label: vscode.l10n.t('Change files'),
      detail: vscode.l10n.t('Create, edit, delete, move and rename them'),
      answer: changeOperations,
    },
    { label: vscode.l10n.t('Edit existing files'), answer: ['update'] },
    { label: vscode.l10n.t('Create files'), answer: ['create'] },
    { label: vscode.l10n.t('Delete files'), answer: ['delete'] },
    { label: vscode.l10n.t('Move and rename files'), answer: ['move'] },
    { label: vscode.l10n.t('Read files'), answer: ['read'] },
  ];
}

interface DescribedScope {
  readonly scope: RuleScope;
  readonly label: string;
}

async function askScope(operationLabel: string, listFiles: ListFiles): Promise<DescribedScope | undefined> {
  const extensions = extensionsOf(await listFiles());
  const choices = scopeChoices({ offersTypes: extensions.length > 0 });
  const picked = await pickChoice(vscode.l10n.t('{0}: where?', operationLabel), choices);
  switch (picked?.answer) {
    case undefined:
      return undefined;
    case 'everything':
      return { scope: { kind: 'everything' }, label: vscode.l10n.t('everywhere') };
    case 'type': {
      const extension = await pick(extensions, { title: picked.label, ignoreFocusOut: true });
      return extension === undefined ? undefined : { scope: { kind: 'type', extension }, label: `*.${extension}` };
    }
    case 'pattern': {
      const pattern = await askPattern(picked.label);
      return pattern === undefined ? undefined : { scope: { kind: 'pattern', pattern }, label: pattern };
    }
    case 'file':
    case 'folder': {
      const namedPath = await askPath(picked.label, picked.answer === 'file' ? 'file' : 'folderOrWorkspace', listFiles);
      if (namedPath === undefined) return undefined;
      return { scope: { kind: picked.answer, path: namedPath.path }, label: namedPath.label };
    }
  }
}

function scopeChoices({ offersTypes }: { readonly offersTypes: boolean }): Choice<RuleScope['kind']>[] {
  const types = { label: vscode.l10n.t('All files of a type…'), answer: 'type' } as const;
  return [
    { label: vscode.l10n.t('Everywhere'), answer: 'everything' },
    { label: vscode.l10n.t('In a folder…'), answer: 'folder' },
    { label: vscode.l10n.t('One file…'), answer: 'file' },
    ...(offersTypes ? [types] : []),
    {
      label: vscode.l10n.t('A pattern…'),
      detail: vscode.l10n.t('Such as **/*.test.ts or docs/**'),
      answer: 'pattern',
    },
  ];
}

/** The extensions of files, sorted, without their dots. */
function extensionsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => /[^/]\.(\w+)$/.exec(path)?.[1] ?? []))].sort();
}

interface NamedPath {
  /** Relative to the workspace folder, as in a rule. */
  readonly path: string;
  readonly label: string;
}

/** Asks for a path in a workspace folder. Tells the user if no rule can name it. */
async function askPath(title: string, kind: NamedKind, listFiles: ListFiles): Promise<NamedPath | undefined> {
  const folderNames = workspaceFolderNames();
  const isOneOfSeveral = folderNames.length > 1;
  // No rule can name one of several workspace folders.
  const pathKind = isOneOfSeveral && kind === 'folderOrWorkspace' ? 'folder' : kind;
  const pickedPath = await pickPath(title, pathKind, listFiles);
  if (pickedPath === undefined) return undefined;
  const rulePath = rulePathOf(pickedPath, pathKind, folderNames);
  if ('refusal' in rulePath) return void notify('Error', refusalText(rulePath.refusal, pickedPath));
  const { path } = rulePath;
  return { path, label: isOneOfSeveral ? vscode.l10n.t('{0} in every workspace folder', path) : path };
}

function refusalText(refusal: PathRefusal, path: string): string {
  switch (refusal) {
    case 'absolute':
      return vscode.l10n.t(
        'No rule was added, since rules apply to paths in the workspace folder. Write {0} as a path from there, such as "src/lib".',
        plainText(path),
      );
    case 'wholeWorkspace':
      return vscode.l10n.t('No rule was added, since that is the whole workspace. Name something in it.');
    case 'oneOfSeveral':
      return vscode.l10n.t(
        'No rule was added, since a rule applies in every workspace folder and cannot name one of them. Name something in it, or write the rule into the setting {0} of that workspace folder.',
        'redline.workspaceRules',
      );
  }
}

function askPattern(title: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Relative to the workspace folder. "*" stands for any name, "**" for any folders.'),
    ignoreFocusOut: true,
    validateInput: (pattern) => {
      const rule = { operations: ['update'], paths: [pattern], action: 'deny' };
      const [fault] = pattern === '' ? [] : (parseRules([rule], 'redline.rules').faults ?? []);
      return fault === undefined ? undefined : plainText(translate(fault));
    },
  });
}

function actionsFor(operations: readonly Operation[]): Choice<Action>[] {
  const allow = {
    label: vscode.l10n.t('Allow'),
    detail: vscode.l10n.t('Without approval. Protected files still need it.'),
    answer: 'allow',
  } as const;
  const later = {
    label: vscode.l10n.t('Review later'),
    detail: vscode.l10n.t('Made immediately, and listed in To Review. Protected files still need your approval first.'),
    answer: 'later',
  } as const;
  return [
    // A rule that allows reading has no effect, and a read cannot be reviewed later.
    ...(operations.includes('read') ? [] : [allow, later]),
    {
      label: vscode.l10n.t('Ask'),
      detail: vscode.l10n.t('You are asked every time, whatever you approved before.'),
      answer: 'ask',
    },
    {
      label: vscode.l10n.t('Deny'),
      detail: vscode.l10n.t('Refused; the agent is told not to try again.'),
      answer: 'deny',
    },
  ];
}

/**
 * Asks for the setting to write the rule to; undefined if the user cancels. A workspace's rules may only restrict, so
 * any other rule goes to the user's settings.
 */
async function askSetting(action: Action): Promise<RuleSetting | undefined> {
  const isLoosening = action === 'allow' || action === 'later';
  if (isLoosening || vscode.workspace.workspaceFolders === undefined) return 'rules';
  const picked = await pickChoice<RuleSetting>(vscode.l10n.t('Where does the rule apply?'), [
    {
      label: vscode.l10n.t('In all my workspaces'),
      detail: vscode.l10n.t('Written to your settings'),
      answer: 'rules',
    },
    {
      label: vscode.l10n.t('In this workspace, for everyone who uses it'),
      detail: vscode.l10n.t("Written to the workspace's settings"),
      answer: 'workspaceRules',
    },
  ]);
  return picked?.answer;
}

function pickChoice<T>(title: string, items: readonly Choice<T>[]): Promise<Choice<T> | undefined> {
  return pick(items, { title, ignoreFocusOut: true });
}
