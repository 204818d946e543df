import type { VSCode } from '../../driver/vscode-api.ts';

/** Sets the user's rules; null for none. Runs in the extension host. */
export async function setRules(vscode: VSCode, rules: readonly object[] | null): Promise<null> {
  await vscode.workspace.getConfiguration('redline').update('rules', rules ?? undefined, true);
  return null;
}
