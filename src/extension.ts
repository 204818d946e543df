// Entry point on desktop and remote machines (`main` of package.json). The editor waits only for this file to load;
// `activateLazily` imports the rest afterwards.
import type * as vscode from 'vscode';
import type { RedlineApi } from './vscode/host/api.ts';
import { activateLazily } from './vscode/host/lazyActivation.ts';

/** Activates the extension on desktop and remote machines. */
export function activate(context: vscode.ExtensionContext): RedlineApi {
  return activateLazily(context, async () => {
    const { activateOnNode } = await import('./extension.node.ts');
    // Called once everything is loaded. Runs synchronously, so that a failed activation can be undone.
    return () => activateOnNode(context);
  });
}
