// Asks the user by dialogs and lists, with untrusted text escaped; tells whether a command shall ask at all. Lint forbids
// VS Code's own functions elsewhere.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { plainText, type Severity } from './notify.ts';

/**
 * Asks in a modal dialog. Resolves with the pressed button; undefined if the user closes the dialog, or the host cannot
 * show dialogs: callers must take that as the safe answer.
 * @param buttons the first one is the default, which Enter presses
 */
export async function askInDialog(
  severity: Severity,
  question: string,
  details: readonly string[],
  ...buttons: readonly string[]
): Promise<string | undefined> {
  // A modal dialog shows text without Markdown or icons, so escaping invisible characters is enough.
  const options = { modal: true, detail: details.map(escapeForDisplay).join('\n') };
  try {
    return await vscode.window[`show${severity}Message`](escapeForDisplay(question), options, ...buttons);
  } catch {
    return undefined;
  }
}

/**
 * Lets the user pick an item; undefined if the user cancels. `$(…)` is escaped in all texts, so an item's icon must be
 * its `iconPath`.
 */
export async function pick<T extends vscode.QuickPickItem | string>(
  items: readonly T[],
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items.map(toPlainItem), toPlainOptions(options)))?.item;
}

/** Lets the user pick any number of items, like `pick`; empty if the user confirms none. */
export async function pickSeveral<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  const picked = await vscode.window.showQuickPick(items.map(toPlainItem), {
    ...toPlainOptions(options),
    canPickMany: true,
  });
  return picked?.map(({ item }) => item);
}

/** Options with their texts escaped. VS Code shows titles and placeholders as they are, without icons. */
function toPlainOptions<T extends vscode.QuickPickOptions>(options: T): T {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: escapeForDisplay(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: escapeForDisplay(placeHolder) }),
  };
}

/** Escapes the texts; `item` is the original. Exported for lists made by `createQuickPick`. */
export function toPlainItem<T extends vscode.QuickPickItem | string>(
  item: T,
): vscode.QuickPickItem & { readonly item: T } {
  if (typeof item === 'string') return { label: plainText(item), item };
  const { label, description, detail } = item;
  return {
    ...item,
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
    item,
  };
}

/** Whether a command was called with `{ ask: false }`: its caller has already put the question. */
export function skipsQuestion(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'ask' in options && options.ask === false;
}
