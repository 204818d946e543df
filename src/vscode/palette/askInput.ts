// Asks the user for a tool's input, by quick picks and input boxes.

import * as vscode from 'vscode';
import type { InputProperty } from '../shared/contributions/manifest.ts';
import { translate } from '../shared/translate.ts';
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
  const text = await askText(name, property, { ...question, title });
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

interface TextButton extends vscode.QuickInputButton {
  readonly text: () => Thenable<string> | string;
}

/**
 * Asks for a text or a whole number, returned as text; undefined if the user cancels. Buttons insert the clipboard or
 * the selection, since an input box cannot contain several lines.
 */
function askText(name: string, property: InputProperty, question: Question): Promise<string | undefined> {
  const box = createBox(name, property, question);
  const isText = property.type === 'string';
  const buttons = isText ? textButtons() : [];
  box.buttons = buttons;
  // The problem of a text, as `validationMessage` shows it; empty if it is valid.
  const problemOf = (text: string): string => (isText ? '' : numberProblem(text, property));
  return new Promise((resolve) => {
    const finish = (text: string): void => {
      // First, since hiding the box resolves to undefined.
      resolve(text);
      box.hide();
    };
    box.onDidChangeValue((text) => (box.validationMessage = problemOf(text)));
    box.onDidAccept(() => {
      const problem = problemOf(box.value);
      if (problem === '') finish(box.value);
      else box.validationMessage = problem;
    });
    box.onDidTriggerButton((button) => {
      const textButton = buttons.find((candidate) => candidate === button);
      if (textButton === undefined) return;
      void (async () => textButton.text())().then(finish, () => {
        box.validationMessage = vscode.l10n.t('The text could not be read. Type it, or try again.');
      });
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function createBox(name: string, property: InputProperty, { title, knownInput = {} }: Question): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = title;
  if (property.description !== undefined) box.prompt = property.description;
  box.ignoreFocusOut = true;
  box.value = suggestionFor(name, property, knownInput);
  return box;
}

/** Buttons for texts that may have line breaks. The selection is offered only if there is one. */
function textButtons(): TextButton[] {
  const clipboard: TextButton = {
    iconPath: new vscode.ThemeIcon('clippy'),
    tooltip: vscode.l10n.t('Use the Clipboard Text'),
    text: () => vscode.env.clipboard.readText(),
  };
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [clipboard];
  const selected = editor.document.getText(editor.selection);
  const selection: TextButton = {
    iconPath: new vscode.ThemeIcon('selection'),
    tooltip: vscode.l10n.t('Use the Selected Text'),
    text: () => selected,
  };
  return [clipboard, selection];
}

/** Suggests the old path, the selected text or lines of the active editor, or the default. */
function suggestionFor(name: string, property: InputProperty, knownInput: Input): string {
  if (name === 'to' && typeof knownInput['from'] === 'string') return knownInput['from'];
  const editor = vscode.window.activeTextEditor;
  const isFile = editor !== undefined && vscode.workspace.getWorkspaceFolder(editor.document.uri) !== undefined;
  if (isFile && name === 'oldString' && editor.selection.isSingleLine) return editor.document.getText(editor.selection);
  if (isFile && name === 'startLine') return String(editor.selection.start.line + 1);
  if (isFile && name === 'endLine') return String(editor.selection.end.line + 1);
  return typeof property.default === 'number' || typeof property.default === 'string' ? String(property.default) : '';
}

/** The reason why a text is not a valid number for the property; empty if it is. */
function numberProblem(text: string, { minimum = -Infinity, maximum = Infinity }: InputProperty): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) return vscode.l10n.t('Enter a whole number.');
  if (value < minimum) return vscode.l10n.t('Enter {0} or more.', minimum);
  return value > maximum ? vscode.l10n.t('Enter {0} or less.', maximum) : '';
}
