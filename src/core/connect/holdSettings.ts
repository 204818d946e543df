// Lists the settings of Hold, which make a folder read-only for an agent's sandbox and its own tools, and reads
// them from an agent's settings.
import type { LocatedFile } from './agentSettings.ts';
import type { JsonEntry, TomlEntry } from './settingsEntry.ts';
import { fieldAt, isRecord, memberOf, parseJsonSettings, valueOf } from './json/jsonNodes.ts';
import { parseToml } from './toml/tomlValues.ts';

/** A folder under Hold, and the subfolders exempt from it. */
export interface HoldScope {
  /** Absolute canonical path, with `/`. */
  readonly folder: string;
  /** Exempt subfolders in which the agent's shell may write, relative to `folder`. */
  readonly writable: readonly string[];
}

/** The folder under Hold of each agent, by agent id. */
export type HoldScopes = ReadonlyMap<string, HoldScope>;

/** Ids of the agents whose sandbox was verified to enforce Hold. */
export const holdableAgents: readonly string[] = ['claude', 'codex'];

/** Agents whose sandbox cannot exempt a subfolder of a write-protected folder. */
export const wholeFolderAgents: readonly string[] = ['claude'];

/**
 * Claude Code's own tools that write, also those that make a worktree or write a list of tasks. Denied tools are not
 * offered to the model.
 */
export const claudeEditTools: readonly string[] = ['Edit', 'Write', 'NotebookEdit', 'EnterWorktree', 'CronCreate'];

/** Name of the Codex permission profile of Hold. */
export const codexProfileName = 'redline';
/** Codex's names of the folders for temporary files, which stay writable. */
export const codexTemporaryFolders: readonly string[] = [':tmpdir', ':slash_tmp'];

/** The one file with the settings of Hold in a workspace folder; none for an agent without a verified sandbox. */
export function holdFiles(agent: string, scope: HoldScope): readonly LocatedFile[] {
  if (agent === 'claude') {
    return [{ in: 'workspace', path: '.claude/settings.local.json', format: 'json', entries: claudeEntries(scope) }];
  }
  if (agent !== 'codex') return [];
  return [{ in: 'workspace', path: '.codex/config.toml', format: 'toml', entries: codexEntries(scope) }];
}

/** Enforces the sandbox for all commands, and makes the folder read-only in it. Denials override all other settings. */
function claudeEntries({ folder }: HoldScope): JsonEntry[] {
  return [
    member(['sandbox', 'enabled'], true),
    member(['sandbox', 'failIfUnavailable'], true),
    member(['sandbox', 'allowUnsandboxedCommands'], false),
    item(['sandbox', 'filesystem', 'denyWrite'], folder),
    ...claudeEditTools.map((tool) => ({ ...item(['permissions', 'deny'], tool), isCommon: true })),
  ];
}

function member(path: readonly string[], value: boolean): JsonEntry {
  return { kind: 'member', path, value, recognized: 'same', isCommon: true };
}

function item(path: readonly string[], value: string): JsonEntry {
  return { kind: 'item', path, value, recognized: 'same' };
}

/** Defines a permission profile. With `approval_policy: never`, Codex cannot ask to leave the sandbox. */
function codexEntries({ folder, writable }: HoldScope): TomlEntry[] {
  const topLevelKeys = { default_permissions: codexProfileName, approval_policy: 'never' };
  const paths = [[folder, 'read'], ...writable.map((subfolder) => [`${folder}/${subfolder}`, 'write'])];
  return [
    { table: [], values: topLevelKeys, recognized: 'same', isCommon: true },
    { table: ['permissions', codexProfileName], values: { extends: ':read-only' }, recognized: 'any' },
    {
      table: ['permissions', codexProfileName, 'filesystem'],
      values: Object.fromEntries([...codexTemporaryFolders.map((name) => [name, 'write']), ...paths]),
      recognized: 'any',
      stale: { prefix: `${folder}/`, value: 'write' },
    },
  ];
}

/**
 * The exempt folders by the settings of an agent, relative to `folder`.
 * @param text of the file in `holdFiles`
 * @returns undefined if Hold is not written for `folder` there, or the text is invalid
 */
export function readExemptFolders(agent: string, text: string, folder: string): readonly string[] | undefined {
  try {
    return agent === 'codex' ? readCodexExemptions(parseToml(text), folder) : readClaudeExemptions(text, folder);
  } catch {
    return undefined;
  }
}

function readCodexExemptions(settings: Readonly<Record<string, unknown>>, folder: string): string[] | undefined {
  const permissions = fieldAt(settings, `permissions.${codexProfileName}.filesystem`);
  if (!isRecord(permissions) || !(folder in permissions)) return undefined;
  const writablePaths = Object.keys(permissions).filter(
    (path) => path.startsWith(`${folder}/`) && permissions[path] === 'write',
  );
  return writablePaths.map((path) => path.slice(folder.length + 1));
}

function readClaudeExemptions(text: string, folder: string): string[] | undefined {
  const root = parseJsonSettings(text);
  const sandbox = memberOf(root, 'sandbox');
  const deniedFolders = fieldAt(sandbox && valueOf(sandbox), 'filesystem.denyWrite');
  return Array.isArray(deniedFolders) && deniedFolders.includes(folder) ? [] : undefined;
}

/** Whether Codex settings define the profile of Hold. Codex merges profiles of one name, which can add permissions. */
export function definesProfile(text: string): boolean {
  // Fast path, since hooks check this before each patch, and parsing megabytes blocks. A name may contain escapes.
  if (!/permissions|\\[uUx]/.test(text)) return false;
  try {
    return fieldAt(parseToml(text), `permissions.${codexProfileName}`) !== undefined;
  } catch {
    return false;
  }
}
