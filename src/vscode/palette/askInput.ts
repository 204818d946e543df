import * as vscode from 'vscode';
import type { InputForm, Property } from './inputSchema.ts';

/** Asks a person for a tool's input, the required properties first; undefined where they gave up. */
export async function askInput(
  form: InputForm,
  title: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown> | undefined> {
  const input: Record<string, unknown> = { ...given };
  for (const [name, property] of form.required) {
    if (name in input) continue;
    const value = await askProperty(name, property, title);
    if (value === undefined) return undefined;
    input[name] = value;
  }
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
  return (await vscode.window.showQuickPick([run, ...options], { title, placeHolder }))?.next;
}

async function askProperty(name: string, property: Property, title: string): Promise<unknown> {
  if (property.enum !== undefined) return vscode.window.showQuickPick(property.enum, { title, placeHolder: name });
  if (property.type === 'boolean') return askBoolean(name, property, title);
  const text = await vscode.window.showInputBox({
    title: `${title}: ${name}`,
    prompt: property.type === 'array' ? `${property.description ?? ''} (JSON)` : (property.description ?? ''),
    ignoreFocusOut: true,
    validateInput: (value) => problemOf(value, property),
  });
  return text === undefined ? undefined : readValue(text, property);
}

async function askBoolean(name: string, property: Property, title: string): Promise<boolean | undefined> {
  const yes = vscode.l10n.t('Yes');
  const answer = await vscode.window.showQuickPick([yes, vscode.l10n.t('No')], {
    title,
    placeHolder: `${name}: ${property.description ?? ''}`,
  });
  return answer === undefined ? undefined : answer === yes;
}

function problemOf(text: string, property: Property): string | undefined {
  try {
    readValue(text, property);
    return undefined;
  } catch {
    return property.type === 'array' ? vscode.l10n.t('This is no JSON.') : vscode.l10n.t('This is no whole number.');
  }
}

function readValue(text: string, property: Property): unknown {
  if (property.type === 'array') return JSON.parse(text);
  if (property.type !== 'integer' && property.type !== 'number') return text;
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) throw new RangeError('no whole number');
  return value;
}
