// Lists the entries that Redline writes into each agent's settings, as observed with the releases of November 2026.
import { hookFormats } from '../dialects/formats/hookFormats.ts';
import type { FileEntries, JsonEntry, RecognizedValues, TomlEntry, WholeFile } from './settingsEntry.ts';
import { hookCommand, hookPattern, launcherPattern, reviewTimeoutSeconds, type Machine } from './hookCommand.ts';
import type { Json } from './json/jsonNodes.ts';

/** The scope in which settings apply: all folders of the user, or one workspace folder. */
export type Level = 'user' | 'workspace';

/** A settings file: where it is, and the entries to write into it. */
export type LocatedFile = FileEntries & {
  /** The folder to which `path` is relative. */
  readonly in: 'home' | 'workspace';
  /** With `/`. */
  readonly path: string;
  /** In a file with entries for several folders, the path of the folder for which these are; `''` for all folders. */
  readonly scope?: string;
};

/** The facts that the entries depend on: the machine's programs, and the folder and scope to connect. */
export interface Connection extends Machine {
  /** Source code of Redline's plugin for OpenCode. */
  readonly plugin: string;
  readonly level: Level;
  /** Absolute path of the workspace folder, with links resolved as by Claude Code; needed for level `workspace`. */
  readonly folder: string | undefined;
}

/** The settings that connect an agent. */
interface AgentSettings {
  readonly id: string;
  readonly files: (connection: Connection) => readonly LocatedFile[];
}

/** Names of the events on which an agent runs Redline's hook: around each tool and, for Watch, around each turn. */
interface HookEvents {
  readonly tools: readonly string[];
  readonly turns: readonly string[];
}

const basicEvents: HookEvents = { tools: ['PreToolUse', 'PostToolUse'], turns: ['UserPromptSubmit', 'Stop'] };
/** For agents that report a failed tool by another event. Without it, the tool's files stay locked until a timeout. */
const eventsWithToolFailure: HookEvents = { ...basicEvents, tools: [...basicEvents.tools, 'PostToolUseFailure'] };
const geminiEvents: HookEvents = { tools: ['BeforeTool', 'AfterTool'], turns: ['BeforeAgent', 'AfterAgent'] };
/** All events in one list: Copilot's settings have no matchers, so events of tools and of turns are alike. */
const copilotEvents = ['preToolUse', 'postToolUse', 'postToolUseFailure', 'userPromptSubmitted', 'agentStop'];
/** For agents whose settings have timeouts in milliseconds; others have seconds. */
const reviewTimeoutMs = reviewTimeoutSeconds * 1000;
/** Recognizes Redline's servers: they start the launcher. */
const ownServer: RecognizedValues = { field: 'command', matches: launcherPattern };

const agentSettings: readonly AgentSettings[] = [
  { id: 'claude', files: claudeFiles },
  { id: 'codex', files: codexFiles },
  { id: 'copilot', files: copilotFiles },
  { id: 'vscode', files: vscodeFiles },
  {
    id: 'gemini',
    files: (connection) => [createGeminiFile('gemini', '.gemini/settings.json', geminiEvents, connection)],
  },
  {
    id: 'qwen',
    files: (connection) => [createGeminiFile('qwen', '.qwen/settings.json', eventsWithToolFailure, connection)],
  },
  { id: 'opencode', files: opencodeFiles },
  { id: 'cline', files: clineFiles },
];

/** Ids of the agents that can be connected. */
export const connectableAgents: readonly string[] = agentSettings.map(({ id }) => id);

/** Whether Redline supports a hook of the agent. Without one, edits by the agent's own tools are not reviewed. */
export function supportsHook(agent: string): boolean {
  return hookFormats.has(agent);
}

/** The files that connect an agent, in display order; none if it has no settings at this level. */
export function settingsFilesOf(agent: string, connection: Connection): readonly LocatedFile[] {
  return agentSettings.find(({ id }) => id === agent)?.files(connection) ?? [];
}

function rootOf(level: Level): LocatedFile['in'] {
  return level === 'user' ? 'home' : 'workspace';
}

function claudeFiles(connection: Connection): readonly LocatedFile[] {
  const { level, folder = '', launcher } = connection;
  const server = { type: 'stdio', command: launcher, args: ['mcp'], timeout: reviewTimeoutMs };
  // Claude Code stores servers of one folder in the user's settings, where they need no trust prompt.
  const serverPath = level === 'user' ? ['mcpServers', 'redline'] : ['projects', folder, 'mcpServers', 'redline'];
  const entries = [
    ...createHookEntries('claude', eventsWithToolFailure, reviewTimeoutSeconds, connection),
    allowTools('mcp__redline__*'),
  ];
  const settingsPath = level === 'user' ? '.claude/settings.json' : '.claude/settings.local.json';
  return [
    { in: rootOf(level), path: settingsPath, format: 'json', entries },
    {
      in: 'home',
      path: '.claude.json',
      format: 'json',
      entries: [createServerEntry(serverPath, server)],
      scope: level === 'user' ? '' : folder,
    },
  ];
}

function codexFiles(connection: Connection): readonly LocatedFile[] {
  const root = rootOf(connection.level);
  const server: TomlEntry = {
    table: ['mcp_servers', 'redline'],
    values: {
      command: connection.launcher,
      args: ['mcp'],
      tool_timeout_sec: reviewTimeoutSeconds,
      default_tools_approval_mode: 'approve',
    },
    recognized: ownServer,
  };
  const entries = createHookEntries('codex', basicEvents, reviewTimeoutSeconds, connection);
  return [
    { in: root, path: '.codex/hooks.json', format: 'json', entries },
    { in: root, path: '.codex/config.toml', format: 'toml', entries: [server] },
  ];
}

function copilotFiles(connection: Connection): readonly LocatedFile[] {
  const { level, launcher, windows } = connection;
  const shell = windows ? 'powershell' : 'bash';
  const command = hookCommand(connection, 'copilot');
  // PowerShell calls a quoted path only after `&`.
  const hook = { type: 'command', [shell]: windows ? `& ${command}` : command, timeoutSec: reviewTimeoutSeconds };
  const hookFile = createWholeFile('copilot', {
    version: 1,
    hooks: Object.fromEntries(copilotEvents.map((event) => [event, [hook]])),
  });
  if (level === 'workspace') return [{ in: 'workspace', path: '.github/hooks/redline-copilot.json', ...hookFile }];
  const server = {
    type: 'local',
    command: launcher,
    args: ['mcp'],
    tools: ['*'],
    timeout: reviewTimeoutMs,
  };
  return [
    { in: 'home', path: '.copilot/hooks/redline-copilot.json', ...hookFile },
    {
      in: 'home',
      path: '.copilot/mcp-config.json',
      format: 'json',
      entries: [createServerEntry(['mcpServers', 'redline'], server)],
    },
  ];
}

/** VS Code's agent mode has Redline's tools without a server. It ignores matchers: hooks run around all tools. */
function vscodeFiles(connection: Connection): readonly LocatedFile[] {
  const hook = { type: 'command', command: hookCommand(connection, 'vscode'), timeout: reviewTimeoutSeconds };
  const events = [...basicEvents.tools, ...basicEvents.turns];
  const hookFile = createWholeFile('vscode', { hooks: Object.fromEntries(events.map((event) => [event, [hook]])) });
  return connection.level === 'user'
    ? [{ in: 'home', path: '.copilot/hooks/redline-vscode.json', ...hookFile }]
    : [{ in: 'workspace', path: '.github/hooks/redline-vscode.json', ...hookFile }];
}

/** The settings file of Gemini CLI or Qwen Code. `trust` turns off the agent's own approval, since Redline asks. */
function createGeminiFile(agent: string, path: string, events: HookEvents, connection: Connection): LocatedFile {
  const server = { command: connection.launcher, args: ['mcp'], trust: true, timeout: reviewTimeoutMs };
  return {
    in: rootOf(connection.level),
    path,
    format: 'json',
    entries: [
      ...createHookEntries(agent, events, reviewTimeoutMs, connection),
      createServerEntry(['mcpServers', 'redline'], server),
    ],
  };
}

/** OpenCode has plugins instead of hooks. */
function opencodeFiles({ level, launcher, plugin }: Connection): readonly LocatedFile[] {
  const server = { type: 'local', command: [launcher, 'mcp'], enabled: true, timeout: reviewTimeoutMs };
  const entries = [createServerEntry(['mcp', 'redline'], server)];
  const pluginFile: WholeFile = {
    format: 'whole',
    text: plugin,
    recognized: { in: 'text', matches: /^\/\/ Redline's plugin for OpenCode/ },
  };
  return level === 'user'
    ? [
        { in: 'home', path: '.config/opencode/plugins/redline.js', ...pluginFile },
        { in: 'home', path: '.config/opencode/opencode.json', format: 'json', entries },
      ]
    : [
        { in: 'workspace', path: '.opencode/plugins/redline.js', ...pluginFile },
        { in: 'workspace', path: 'opencode.json', format: 'json', entries },
      ];
}

/** Cline has only user settings; its hooks are not supported. */
function clineFiles({ level, launcher }: Connection): readonly LocatedFile[] {
  if (level === 'workspace') return [];
  const server = { type: 'stdio', command: launcher, args: ['mcp'], timeout: reviewTimeoutSeconds };
  const entries = [createServerEntry(['mcpServers', 'redline'], server)];
  return [{ in: 'home', path: '.cline/data/settings/cline_mcp_settings.json', format: 'json', entries }];
}

/**
 * Creates an entry with Redline's hook for each event; around tools, restricted to those that Redline handles.
 * @param agentTimeout in the unit of the agent's settings
 */
function createHookEntries(
  agent: string,
  { tools, turns }: HookEvents,
  agentTimeout: number,
  machine: Machine,
): JsonEntry[] {
  const format = hookFormats.get(agent);
  const matcher = [...(format?.tools ?? []), ...(format?.shells ?? [])].join('|');
  const hookGroup = { hooks: [{ type: 'command', command: hookCommand(machine, agent), timeout: agentTimeout }] };
  const createEntry = (event: string, value: Json): JsonEntry => ({
    kind: 'item',
    path: ['hooks', event],
    value,
    recognized: { field: 'command', matches: hookPattern(agent) },
    group: 'hooks',
  });
  return [
    ...tools.map((event) => createEntry(event, { matcher, ...hookGroup })),
    ...turns.map((event) => createEntry(event, hookGroup)),
  ];
}

/** Turns off Claude Code's own approval for Redline's tools, since Redline asks. */
function allowTools(tools: string): JsonEntry {
  return { kind: 'item', path: ['permissions', 'allow'], value: tools, recognized: 'same' };
}

function createServerEntry(path: readonly string[], value: Json): JsonEntry {
  return { kind: 'member', path, value, recognized: ownServer };
}

function createWholeFile(agent: string, value: Json): WholeFile {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  return { format: 'whole', text, recognized: { in: 'strings', matches: hookPattern(agent) } };
}
