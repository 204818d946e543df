import * as vscode from 'vscode';
import { changing, onlyFolder, patternFor, type RulePlace } from '../../core/rules/newRule.ts';
import { parseRules, type Action, type Operation } from '../../core/rules/rule.ts';
import { plainText } from '../files/plainText.ts';
import { shown } from '../shared/shown.ts';
import type { ListFiles } from './listFiles.ts';
import { pickPath } from './pickPath.ts';

type Only = 'only one folder';

interface NewRule {
  readonly operations: readonly Operation[];
  readonly paths: readonly string[];
  readonly except?: readonly string[];
  readonly action: Action;
}

interface Answered<T> extends vscode.QuickPickItem {
  readonly answer: T;
}

/** Asks a person in words for a rule, and writes it into their settings or the workspace's. */
export async function addRule(files: ListFiles): Promise<void> {
  const asked = await askRule(files);
  if (asked === undefined) return;
  const setting = await askSetting(asked.rule.action);
  if (setting === undefined) return;
  const [fault] = parseRules([asked.rule], `redline.${setting}`).faults ?? [];
  if (fault !== undefined) return void vscode.window.showErrorMessage(plainText(`Redline: ${shown(fault)}`));
  if (await write(asked.rule, setting)) await tellAdded(asked.words, setting);
}

async function askRule(files: ListFiles): Promise<{ readonly rule: NewRule; readonly words: string } | undefined> {
  const what = await pick(vscode.l10n.t('Add a rule: what may agents do?'), deeds());
  if (what === undefined) return undefined;
  if (what.answer === 'only one folder') {
    const folder = await pickPath(vscode.l10n.t('The only folder that agents may write'), 'subfolder', files);
    if (folder === undefined) return undefined;
    return { rule: onlyFolder(inFolder(folder)), words: vscode.l10n.t('Agents may only write in {0}.', folder) };
  }
  const where = await askPlace(what.label, files);
  if (where === undefined) return undefined;
  const action = await pick(`${what.label} · ${where.words}`, actionsFor(what.answer));
  if (action === undefined) return undefined;
  const rule = { operations: what.answer, paths: [patternFor(where.place)], action: action.answer };
  return { rule, words: `${what.label} · ${where.words} · ${action.label}` };
}

function deeds(): Answered<readonly Operation[] | Only>[] {
  return [
    {
      label: vscode.l10n.t('Only one folder may be written…'),
      detail: vscode.l10n.t('Creating, editing, deleting and moving files is denied everywhere else.'),
      answer: 'only one folder',
    },
    {
      label: vscode.l10n.t('Change files'),
      detail: vscode.l10n.t('Create, edit, delete, move and rename them'),
      answer: changing,
    },
    { label: vscode.l10n.t('Edit existing files'), answer: ['update'] },
    { label: vscode.l10n.t('Create files'), answer: ['create'] },
    { label: vscode.l10n.t('Delete files'), answer: ['delete'] },
    { label: vscode.l10n.t('Move and rename files'), answer: ['move'] },
    { label: vscode.l10n.t('Read files'), answer: ['read'] },
  ];
}

interface WordedPlace {
  readonly place: RulePlace;
  readonly words: string;
}

async function askPlace(deed: string, files: ListFiles): Promise<WordedPlace | undefined> {
  const types = [...new Set((await files()).flatMap((path) => /[^/]\.(\w+)$/.exec(path)?.[1] ?? []))].sort();
  const picked = await pick<'everything' | 'file' | 'folder' | 'type' | 'pattern'>(vscode.l10n.t('{0}: where?', deed), [
    { label: vscode.l10n.t('Everywhere'), answer: 'everything' },
    { label: vscode.l10n.t('In a folder…'), answer: 'folder' },
    { label: vscode.l10n.t('One file…'), answer: 'file' },
    ...(types.length === 0 ? [] : [{ label: vscode.l10n.t('All files of a type…'), answer: 'type' as const }]),
    { label: vscode.l10n.t('A pattern…'), detail: vscode.l10n.t('Such as **/*.test.ts or docs/**'), answer: 'pattern' },
  ]);
  switch (picked?.answer) {
    case undefined:
      return undefined;
    case 'everything':
      return { place: { kind: 'everything' }, words: vscode.l10n.t('everywhere') };
    case 'type': {
      const extension = await vscode.window.showQuickPick(types, { title: picked.label, ignoreFocusOut: true });
      return extension === undefined ? undefined : { place: { kind: 'type', extension }, words: `*.${extension}` };
    }
    case 'pattern': {
      const pattern = await askPattern(picked.label);
      return pattern === undefined ? undefined : { place: { kind: 'pattern', pattern }, words: pattern };
    }
    case 'file':
    case 'folder': {
      const path = await pickPath(picked.label, picked.answer, files);
      return path === undefined ? undefined : { place: { kind: picked.answer, path: inFolder(path) }, words: path };
    }
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
      return fault === undefined ? undefined : plainText(shown(fault));
    },
  });
}

function actionsFor(operations: readonly Operation[]): Answered<Action>[] {
  const allow = {
    label: vscode.l10n.t('Allow'),
    detail: vscode.l10n.t('Without approval. Protected files still need it.'),
    answer: 'allow',
  } as const;
  return [
    // Reading is allowed anyway, and the strictest rule wins.
    ...(operations.includes('read') ? [] : [allow]),
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

/** Rules that come with a workspace may only tighten. */
async function askSetting(action: Action): Promise<'rules' | 'workspaceRules' | undefined> {
  if (action === 'allow' || vscode.workspace.workspaceFolders === undefined) return 'rules';
  const picked = await pick<'rules' | 'workspaceRules'>(vscode.l10n.t('Where does the rule apply?'), [
    { label: vscode.l10n.t('Wherever I work'), detail: vscode.l10n.t('Written to your settings'), answer: 'rules' },
    {
      label: vscode.l10n.t('In this workspace, for everybody'),
      detail: vscode.l10n.t("Written to the workspace's settings"),
      answer: 'workspaceRules',
    },
  ]);
  return picked?.answer;
}

/** Adds the rule to those that are there; a setting that is no list is left for the person to correct. */
async function write(rule: NewRule, setting: 'rules' | 'workspaceRules'): Promise<boolean> {
  const settings = vscode.workspace.getConfiguration('redline');
  const { ConfigurationTarget } = vscode;
  const target = setting === 'rules' ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  const found = settings.inspect<unknown>(setting);
  const before = (setting === 'rules' ? found?.globalValue : found?.workspaceValue) ?? [];
  if (!Array.isArray(before)) {
    const words = vscode.l10n.t('The setting {0} is not a list of rules. Correct it first.', `redline.${setting}`);
    void openSetting(setting, vscode.window.showErrorMessage(words, vscode.l10n.t('Open Setting')));
    return false;
  }
  await settings.update(setting, [...before, rule], target);
  return true;
}

async function tellAdded(words: string, setting: 'rules' | 'workspaceRules'): Promise<void> {
  const added = plainText(vscode.l10n.t('Rule added: {0}', words));
  await openSetting(setting, vscode.window.showInformationMessage(added, vscode.l10n.t('Open Setting')));
}

/** Opens the setting where the person wants to see it. */
async function openSetting(setting: 'rules' | 'workspaceRules', wanted: Thenable<string | undefined>): Promise<void> {
  if ((await wanted) === undefined) return;
  const command = setting === 'workspaceRules' ? 'openWorkspaceSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `redline.${setting}` });
}

/** Rules name paths from each workspace folder on; with several of them, paths begin with the name of one. */
function inFolder(path: string): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [name = '', ...rest] = path.split('/');
  return folders.length > 1 && folders.some((folder) => folder.name === name) ? rest.join('/') || '.' : path;
}

function pick<T>(title: string, items: readonly Answered<T>[]): Thenable<Answered<T> | undefined> {
  return vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
}
