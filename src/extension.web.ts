// Entry point in the browser (`browser` of package.json).
import type * as vscode from 'vscode';
import type { RedlineApi } from './vscode/host/api.ts';
import { activateLazily } from './vscode/host/lazyActivation.ts';

/** Activates the extension in the browser's worker host: no process, no local disk, and so no links to follow. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  return activateLazily(context, async () => {
    const { activateRedline } = await import('./vscode/host/activate.ts');
    return () => activateRedline(context, { flavour: { isWindows: false, ignoreCase: false } });
  });
}
