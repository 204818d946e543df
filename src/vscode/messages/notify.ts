// Shows messages to the user, with untrusted text escaped. Lint forbids VS Code's own functions elsewhere.
import * as vscode from 'vscode';
import { plainText } from './plainText.ts';

export type Severity = 'Information' | 'Warning' | 'Error';

/** Shows a notification. Resolves with the pressed button; undefined if there is none, or the host cannot show it. */
export async function notify(severity: Severity, text: string, ...buttons: string[]): Promise<string | undefined> {
  try {
    return await vscode.window[`show${severity}Message`](plainText(text), ...buttons);
  } catch {
    return undefined;
  }
}

/** Shows a message in the status bar. @param icon name of a theme icon before it */
export function showStatus(text: string, durationMs: number, icon?: string): void {
  vscode.window.setStatusBarMessage(`${icon === undefined ? '' : `$(${icon}) `}${plainText(text)}`, durationMs);
}
