// Reads Redline's settings, and those of VS Code that decide how cards in the chat are answered.

import * as vscode from 'vscode';
import { bytesPerMebibyte } from '../../../core/text/sizeLimits.ts';
import type { SettingId } from './manifest.ts';

/** The same as the defaults in package.json. */
const defaultHistory = { entries: 1000, megabytes: 200 };
const defaultWriteMegabytes = 50;
/** The same as the `maximum` in package.json, which VS Code does not enforce. */
const maxWriteMegabytes = 500;

/** VS Code's settings that let it answer cards in the chat automatically, or all of a session by one click. */
const cardSettings = ['chat.tools.eligibleForAutoApproval', 'chat.permissions.default', 'chat.defaultConfiguration'];

/**
 * The surface on which a call from the chat can be answered. A workspace that sets how cards are answered, which only
 * the user may decide, gets no cards.
 */
export function reviewSurface(): 'chatAndEditor' | 'editor' {
  const host = vscode.workspace.getConfiguration();
  const isSetByWorkspace = cardSettings.some((name) => host.inspect(name)?.workspaceValue !== undefined);
  return isSetByWorkspace || setting('review.surface') === 'editor' ? 'editor' : 'chatAndEditor';
}

/**
 * Whether the user's settings let VS Code itself answer cards in the chat, which it does at once. If not, an immediate
 * answer comes from a key that was held down as the card appeared, so it must not count.
 */
export function hostMayAnswer(): boolean {
  const host = vscode.workspace.getConfiguration();
  const cards = host.get<Readonly<Record<string, unknown>>>('chat.tools.eligibleForAutoApproval', {});
  // The reference name of the card's tool, perhaps after the extension's id: `redline-tools.redline/redlineConfirm`.
  const isCardEligible = Object.entries(cards).some(
    ([name, eligible]) => name.endsWith('redlineConfirm') && eligible === true,
  );
  return (
    host.get<unknown>('chat.tools.global.autoApprove') === true ||
    ['autoApprove', 'autopilot'].includes(host.get<string>('chat.permissions.default', '')) ||
    isCardEligible
  );
}

/** Whether agents may change anything; any value except `true` means no. */
export function writesEnabled(): boolean {
  return setting('writesEnabled') === true;
}

/** The answer to access to files outside the workspace: denial (the default), or a question to the user. */
export function externalPaths(): 'deny' | 'ask' {
  return setting('externalPaths') === 'ask' ? 'ask' : 'deny';
}

/** `before`: changes that need approval wait for it; `after`: they are applied at once and reviewed later. */
export function reviewWhen(): 'before' | 'after' {
  return setting('review.when') === 'after' ? 'after' : 'before';
}

/** The way to save a changed text: as its exact bytes, with save participants (such as formatting), or not at all. */
export type SaveMode = 'exact' | 'withParticipants' | 'never';

/** The way to save. Protected files are never saved with participants, since a workspace can configure formatters. */
export function saveMode(isProtected: boolean): SaveMode {
  const value = setting('save');
  if (value === 'withParticipants') return isProtected ? 'exact' : value;
  return value === 'never' ? value : 'exact';
}

/** `entries` is the number of calls, `bytes` the total of their contents. */
export function historyLimits(): { readonly entries: number; readonly bytes: number } {
  return {
    entries: numberSetting('history.maxEntries', defaultHistory.entries),
    bytes: numberSetting('history.maxMegabytes', defaultHistory.megabytes) * bytesPerMebibyte,
  };
}

/** Maximum bytes that a call may write to one file. */
export function maxWrittenBytes(): number {
  const megabytes = Math.min(numberSetting('maxWriteMegabytes', defaultWriteMegabytes), maxWriteMegabytes);
  return Math.round(megabytes * bytesPerMebibyte);
}

/** The value of a setting with a number, at least 1; `fallback` for a value that is not a finite number. */
function numberSetting(id: SettingId, fallback: number): number {
  const value = setting(id);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(1, value) : fallback;
}

/**
 * The unchecked value of a setting.
 * @param scope a folder or file, for settings that differ by workspace folder
 */
export function setting(id: SettingId, scope?: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration('redline', scope).get(id);
}
