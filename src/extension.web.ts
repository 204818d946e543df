import type * as vscode from 'vscode';
import { activateRedline } from './vscode/activate.ts';
import type { RedlineApi } from './vscode/api.ts';

/** The entry in the browser's worker host: no process, no local disk, and so no links to follow. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  return activateRedline(context, { flavour: { windows: false, caseInsensitive: false } });
}
