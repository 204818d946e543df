import type * as vscode from 'vscode';
import type { RedlineApi } from './vscode/api.ts';
import { activateLazily } from './vscode/lazyActivation.ts';

/** The entry in the browser's worker host: no process, no local disk, and so no links to follow. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  return activateLazily(context, async () => {
    const { activateRedline } = await import('./vscode/activate.ts');
    return () => activateRedline(context, { flavour: { windows: false, caseInsensitive: false } });
  });
}
