// What Hold writes into the settings that an agent reads in one folder, so that its sandbox and its own tools change nothing there.
import { parse as parseToml } from 'smol-toml';
import type { PlacedFile } from './agentSettings.ts';
import type { JsonEntry, TomlEntry } from './entry.ts';
import { isRecord, isSame, memberOf, parseSettings, valueOf, type Json } from './jsonNodes.ts';

/** Where Hold is on. */
export interface HoldPlace {
  /** Absolute, with links resolved, with `/`. */
  readonly folder: string;
  /** Folders below it in which the agent's shell may write, relative to it. */
  readonly writable: readonly string[];
}

/** Where agents are held, by their ids. */
export type HeldPlaces = ReadonlyMap<string, HoldPlace>;

/** The ids of the agents whose own sandbox was seen to hold. */
export const holdableAgents: readonly string[] = ['claude', 'codex'];

/** The agents whose sandbox cannot leave a folder writable inside of one that is not. */
export const holdsWholeFolder: readonly string[] = ['claude'];

/** Claude Code's own tools that write. Denied tools are not offered to the model. */
export const claudeEditTools: readonly string[] = ['Edit', 'Write', 'NotebookEdit'];

/** Codex's profile of permissions. */
const profile = 'redline';

/** The settings by which an agent is held, for the workspace folder; none for an agent without a sandbox that was seen to hold. */
export function holdFiles(agent: string, place: HoldPlace): readonly PlacedFile[] {
  if (agent === 'claude') {
    return [{ in: 'workspace', path: '.claude/settings.local.json', format: 'json', entries: claudeEntries(place) }];
  }
  if (agent !== 'codex') return [];
  return [{ in: 'workspace', path: '.codex/config.toml', format: 'toml', entries: codexEntries(place) }];
}

/**
 * The sandbox is required, no command leaves it, and the folder is read-only in it: that beats whatever other settings allow, even
 * for folders below.
 */
function claudeEntries({ folder }: HoldPlace): JsonEntry[] {
  return [
    member(['sandbox', 'enabled'], true),
    member(['sandbox', 'failIfUnavailable'], true),
    member(['sandbox', 'allowUnsandboxedCommands'], false),
    item(['sandbox', 'filesystem', 'denyWrite'], folder),
    ...claudeEditTools.map((tool) => item(['permissions', 'deny'], tool)),
  ];
}

function member(path: readonly string[], value: boolean): JsonEntry {
  return { kind: 'member', path, value, isOwn: (found) => found === value };
}

function item(path: readonly string[], value: string): JsonEntry {
  return { kind: 'item', path, value, isOwn: (found) => found === value };
}

/** A profile of permissions. With `never`, Codex cannot ask to run a command outside of the sandbox. */
function codexEntries({ folder, writable }: HoldPlace): TomlEntry[] {
  const top = { default_permissions: profile, approval_policy: 'never' };
  const paths = [[folder, 'read'], ...writable.map((below) => [`${folder}/${below}`, 'write'])];
  return [
    { table: [], values: top, isOwn: (found) => isSame(found, top) },
    { table: ['permissions', profile], values: { extends: ':read-only' }, isOwn: isRecord },
    {
      table: ['permissions', profile, 'filesystem'],
      values: { ':tmpdir': 'write', ':slash_tmp': 'write', ...Object.fromEntries(paths) },
      isOwn: isRecord,
    },
  ];
}

/** The folders in which the shell may write by these settings, relative to `folder`; undefined if Hold is not written there. */
export function heldIn(agent: string, text: string, folder: string): readonly string[] | undefined {
  try {
    return agent === 'codex' ? heldByCodex(parseToml(text), folder) : heldByClaude(text, folder);
  } catch {
    return undefined;
  }
}

function heldByCodex(settings: Readonly<Record<string, unknown>>, folder: string): string[] | undefined {
  const found = [profile, 'filesystem'].reduce<unknown>(fieldOf, settings['permissions']);
  if (!isRecord(found) || !(folder in found)) return undefined;
  const below = Object.keys(found).filter((path) => path.startsWith(`${folder}/`) && found[path] === 'write');
  return below.map((path) => path.slice(folder.length + 1));
}

function heldByClaude(text: string, folder: string): string[] | undefined {
  const root = parseSettings(text);
  const sandbox = memberOf(root, 'sandbox');
  const denied = ['filesystem', 'denyWrite'].reduce<unknown>(fieldOf, sandbox && valueOf(sandbox));
  return Array.isArray(denied) && denied.includes(folder) ? [] : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** Whether settings of Codex define the profile of Hold: profiles of one name are merged, so it could have more writable folders. */
export function definesProfile(text: string): boolean {
  try {
    return fieldOf(parseToml(text)['permissions'], profile) !== undefined;
  } catch {
    return false;
  }
}

/** Sandbox settings by which commands of Claude Code escape the sandbox or its denials, by their names: `sandbox.…`. */
export function claudeEscapes(settings: Json): string[] {
  const sandbox = fieldOf(settings, 'sandbox');
  const excluded = fieldOf(sandbox, 'excludedCommands');
  const flags = ['enableWeakerNestedSandbox', 'allowNestedUserNamespaces'].filter(
    (name) => fieldOf(sandbox, name) === true,
  );
  const isDisabled = fieldOf(fieldOf(sandbox, 'filesystem'), 'disabled') === true;
  return [
    ...(Array.isArray(excluded) && excluded.length > 0 ? ['excludedCommands'] : []),
    ...flags,
    ...(isDisabled ? ['filesystem.disabled'] : []),
  ].map((name) => `sandbox.${name}`);
}

/** Whether a file of Codex's rules lets a command run outside of the sandbox: a rule whose decision is not stated allows. */
export function allowsByRule(text: string): boolean {
  const [, ...rules] = text.replaceAll(/#.*$/gm, '').split(/\bprefix_rule\b/);
  const count = (rule: string, pattern: RegExp): number => rule.match(pattern)?.length ?? 0;
  return rules.some((rule) => {
    const safe = count(rule, /\bdecision\s*=\s*["'](?:prompt|forbidden)["']/g);
    // One may stand in a text, such as the rule's justification.
    return safe === 0 || safe < count(rule, /\bdecision\s*=/g);
  });
}
