// Asks the user for a tool's input by quick picks.

import * as vscode from 'vscode';
import type { InputProperty } from '../shared/contributions/manifest.ts';
import { translate } from '../shared/translate.ts';
import { askText } from './askText.ts';
import { choiceLabels, fieldLabels, isApplicable, isRequired } from './inputFields.ts';
import { formOfItems, type InputForm } from './inputSchema.ts';
import { type AskedPathKind, type ListFiles, pickPath } from './pickPath.ts';
import { pick } from '../messages/ask.ts';

type Input = Readonly<Record<string, unknown>>;
type MutableInput = Record<string, unknown>;

export interface Question {
  readonly title: string;
  /** Values of properties that are known, and so are not asked for. */
  readonly knownInput?: Input;
  readonly offersOptions: boolean;
  readonly listFiles: ListFiles;
}

/** Properties that are existing paths, chosen from a list instead of typed. */
const pathKinds: Readonly<Record<string, AskedPathKind>> = {
  filePath: 'file',
  dirPath: 'folderOrWorkspace',
  path: 'any',
  from: 'any',
};

/** Asks a user for a tool's input, the required properties first; undefined if they cancel. */
export async function askInput(form: InputForm, question: Question): Promise<Input | undefined> {
  const input: MutableInput = { ...question.knownInput };
  if (!(await askAll(form.required, input, question))) return undefined;
  // Further required properties depend on the answers.
  const requiredByAnswers = form.optional.filter(([name]) => isRequired(name, input));
  if (!(await askAll(requiredByAnswers, input, question))) return undefined;
  if (question.offersOptions && !(await askOptions(form.optional, input, question))) return undefined;
  return input;
}

/** Asks for properties in order, and sets them in `input`. Returns false if the user cancels. */
async function askAll(properties: InputForm['required'], input: MutableInput, question: Question): Promise<boolean> {
  for (const [name, property] of properties) {
    if (name in input || !isApplicable(name, input)) continue;
    const value = await askProperty(name, property, { ...question, knownInput: input });
    if (value === undefined) return false;
    input[name] = value;
  }
  return true;
}

/** Lets the user set options in `input`, one by one, until they run the tool. Returns false if they cancel. */
async function askOptions(options: InputForm['optional'], input: MutableInput, question: Question): Promise<boolean> {
  const chosenLabels: string[] = [];
  for (;;) {
    const remaining = options.filter(([name]) => !(name in input) && isApplicable(name, input));
    const next = remaining.length === 0 ? 'run' : await askWhatNext(remaining, chosenLabels, question.title);
    if (next === undefined) return false;
    if (next === 'run') return true;
    const [name, property] = next;
    // A boolean option has no value prompt: choosing it sets the opposite of its default.
    const value =
      property.type === 'boolean'
        ? property.default !== true
        : await askProperty(name, property, { ...question, knownInput: input });
    // A cancelled option is not set; the list is shown again.
    if (value === undefined) continue;
    input[name] = value;
    chosenLabels.push(labelOf(name));
  }
}

type Choice = vscode.QuickPickItem & { readonly next: 'run' | readonly [string, InputProperty] };

/** Asks whether to run the tool now, or to set another option first. */
async function askWhatNext(
  remaining: InputForm['optional'],
  chosenLabels: readonly string[],
  title: string,
): Promise<Choice['next'] | undefined> {
  const run: Choice = {
    label: vscode.l10n.t('Run'),
    iconPath: new vscode.ThemeIcon('play'),
    description: chosenLabels.join(', '),
    next: 'run',
  };
  const options = remaining.map((entry): Choice => ({ label: labelOf(entry[0]), next: entry }));
  const placeHolder = vscode.l10n.t('Run it now, or set an option first');
  return (await pick([run, ...options], { title, placeHolder, ignoreFocusOut: true }))?.next;
}

async function askProperty(name: string, property: InputProperty, question: Question): Promise<unknown> {
  const title = `${question.title}: ${labelOf(name)}`;
  const kind = pathKinds[name];
  if (kind !== undefined) return pickPath(title, kind, question.listFiles);
  if (property.enum !== undefined) return askChoice(name, property.enum, title);
  if (property.type === 'array') return askList(name, property, question);
  const text = await askText(name, property, { title, knownInput: question.knownInput ?? {} });
  // All other properties are numbers, which `askText` has checked.
  return text === undefined || property.type === 'string' ? text : Number(text);
}

async function askChoice(name: string, values: readonly string[], title: string): Promise<string | undefined> {
  const items = values.map((value) => {
    const choice = choiceLabels[name]?.[value];
    return { label: choice === undefined ? value : translate(choice), value };
  });
  return (await pick(items, { title, ignoreFocusOut: true }))?.value;
}

/** Asks for the items of a list one by one, at least one; undefined if the user cancels any. */
async function askList(
  name: string,
  property: InputProperty,
  question: Question,
): Promise<readonly Input[] | undefined> {
  const entries: Input[] = [];
  const another = vscode.l10n.t('Add Another');
  const done = vscode.l10n.t('Done');
  for (;;) {
    const title = `${question.title}: ${labelOf(name)} ${entries.length + 1}`;
    const entry = await askInput(formOfItems(property), { title, offersOptions: false, listFiles: question.listFiles });
    if (entry === undefined) return undefined;
    entries.push(entry);
    const next = await pick([done, another], { title, ignoreFocusOut: true });
    if (next === undefined) return undefined;
    if (next === done) return entries;
  }
}

function labelOf(name: string): string {
  const label = fieldLabels[name];
  return label === undefined ? name : translate(label);
}
