// Entry point on desktop and remote machines: `main` of package.json. Only this part is loaded while the editor waits
// for the activation; `activateLazily` imports the rest in the turns after.
import type * as vscode from 'vscode';
import type { RedlineApi } from './vscode/host/api.ts';
import { activateLazily } from './vscode/host/lazyActivation.ts';

/** Activates the extension on desktop and remote machines. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  return activateLazily(context, async () => {
    const { activateOnNode } = await import('./extension.node.ts');
    return () => activateOnNode(context);
  });
}
