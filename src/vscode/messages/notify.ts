// Escapes untrusted text for the user interface, and shows messages with it. Lint forbids VS Code's own functions for
// messages elsewhere.

import * as vscode from 'vscode';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';

/**
 * Escapes untrusted text for notifications, lists and the status bar. VS Code would turn `[text](command:…)` into a
 * link that runs a command, and `$(name)` into an icon.
 */
export function plainText(text: string): string {
  return text.split('\n').map(escapeForDisplay).join('\n').replaceAll('](', '] (').replaceAll('$(', '$ (');
}

export type Severity = 'Information' | 'Warning' | 'Error';

/** Shows a notification. Resolves with the pressed button; undefined if there is none, or the host cannot show it. */
export async function notify(severity: Severity, text: string, ...buttons: string[]): Promise<string | undefined> {
  try {
    return await vscode.window[`show${severity}Message`](plainText(text), ...buttons);
  } catch {
    return undefined;
  }
}

/** Minimum interval between equal announcements, in milliseconds: a held key repeats its own many times a second. */
const minRepeatMs = 1000;
/** The last announcement, with the time at which it was last asked for, by `performance.now`. */
let lastAnnounced = { text: '', atMs: Number.NEGATIVE_INFINITY };

/**
 * Tells a user of a screen reader by a notification, since VS Code does not read the status bar aloud. Extensions see
 * only the setting, which VS Code offers to turn on when it detects a screen reader.
 */
export function announce(text: string): void {
  const isOn = vscode.workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
  if (!isOn) return;
  const atMs = performance.now();
  const isRepeated = text === lastAnnounced.text && atMs - lastAnnounced.atMs < minRepeatMs;
  lastAnnounced = { text, atMs };
  if (isRepeated) return;
  // One of progress is read aloud as well, but closes by itself; any other one stays in the notification centre.
  const options = { location: vscode.ProgressLocation.Notification, title: plainText(text) };
  void vscode.window.withProgress(options, () => Promise.resolve()).then(undefined, () => undefined);
}

/**
 * Shows a message in the status bar, and announces it.
 * @param icon name of a theme icon before it
 */
export function showStatus(text: string, durationMs: number, icon?: string, isAnnounced = true): void {
  if (isAnnounced) announce(text);
  vscode.window.setStatusBarMessage(`${icon === undefined ? '' : `$(${icon}) `}${plainText(text)}`, durationMs);
}
