import * as vscode from 'vscode';
import { askText } from './askText.ts';
import { formOfItems, type InputForm, type Property } from './inputSchema.ts';

type Input = Readonly<Record<string, unknown>>;

export interface Question {
  readonly title: string;
  /** What is known already, and not asked. */
  readonly given?: Input;
  /** Whether the optional properties are offered, too. */
  readonly options: boolean;
}

/** Asks a person for a tool's input, the required properties first; undefined where they gave up. */
export async function askInput(form: InputForm, { title, given = {}, options }: Question): Promise<Input | undefined> {
  const input: Record<string, unknown> = { ...given };
  for (const [name, property] of form.required) {
    if (name in input) continue;
    const value = await askProperty(name, property, title);
    if (value === undefined) return undefined;
    input[name] = value;
  }
  if (!options) return input;
  for (;;) {
    const open = form.optional.filter(([name]) => !(name in input));
    const next = open.length === 0 ? 'run' : await askWhatNext(open, title);
    if (next === undefined) return undefined;
    if (next === 'run') return input;
    const [name, property] = next;
    const value = await askProperty(name, property, title);
    if (value !== undefined) input[name] = value;
  }
}

type Choice = vscode.QuickPickItem & { readonly next: 'run' | readonly [string, Property] };

async function askWhatNext(open: InputForm['optional'], title: string): Promise<Choice['next'] | undefined> {
  const run: Choice = { label: `$(play) ${vscode.l10n.t('Run')}`, next: 'run' };
  const options = open.map((entry): Choice => {
    const [name, { description }] = entry;
    return { label: name, ...(description === undefined ? {} : { detail: description }), next: entry };
  });
  const placeHolder = vscode.l10n.t('Run it now, or set an option first');
  return (await vscode.window.showQuickPick([run, ...options], { title, placeHolder, ignoreFocusOut: true }))?.next;
}

async function askProperty(name: string, property: Property, title: string): Promise<unknown> {
  if (property.enum !== undefined) {
    return vscode.window.showQuickPick(property.enum, { title, placeHolder: name, ignoreFocusOut: true });
  }
  if (property.type === 'boolean') return askBoolean(name, property, title);
  if (property.type === 'array') return askList(name, property, title);
  const text = await askText(name, property, title);
  return text === undefined || property.type === 'string' ? text : Number(text);
}

/** Asks for one entry after the other, each property by property; undefined where the person gave up. */
async function askList(name: string, property: Property, title: string): Promise<readonly Input[] | undefined> {
  const entries: Input[] = [];
  const another = vscode.l10n.t('Add Another');
  const done = vscode.l10n.t('Done');
  for (;;) {
    const entry = await askInput(formOfItems(property), {
      title: `${title}: ${name} ${entries.length + 1}`,
      options: false,
    });
    if (entry === undefined) return undefined;
    entries.push(entry);
    const placeHolder = `${name}: ${entries.length}`;
    const next = await vscode.window.showQuickPick([done, another], { title, placeHolder, ignoreFocusOut: true });
    if (next === undefined) return undefined;
    if (next === done) return entries;
  }
}

async function askBoolean(name: string, property: Property, title: string): Promise<boolean | undefined> {
  const yes = vscode.l10n.t('Yes');
  const answer = await vscode.window.showQuickPick([yes, vscode.l10n.t('No')], {
    title,
    placeHolder: `${name}: ${property.description ?? ''}`,
    ignoreFocusOut: true,
  });
  return answer === undefined ? undefined : answer === yes;
}
