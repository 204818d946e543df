// Lists facts about agents: where their settings are, and whether an edit is written if its hook crashes or times out.

/** Properties of an agent, as observed with the releases of November 2026. */
export interface AgentFacts {
  readonly id: string;
  /** Name of the program on PATH; absent for the editor itself. */
  readonly program?: string;
  /** Settings files, or folders of them, relative to the user's home. */
  readonly home: readonly string[];
  /** Settings files, or folders of them, relative to the workspace folder. */
  readonly workspace: readonly string[];
  /** Further files, relative to the user's home, whose settings can switch hooks off. */
  readonly switches?: readonly string[];
  /** The agent's version with which these facts were observed. */
  readonly testedVersion: string;
}

/** Properties of an agent with hooks, which are in its settings files. `id` is also the id of the agent's dialect. */
export interface HookFacts extends AgentFacts {
  /** Result of an edit whose hook crashes. */
  readonly onCrash: 'written' | 'refused';
  /** Result of an edit whose hook times out. */
  readonly onTimeout: 'written' | 'refused';
  /** The timeout of a hook whose settings have none, in seconds. */
  readonly defaultTimeoutSeconds: number;
  /** Set if the agent asks again about an approved edit: the setting, with its value, that prevents this. */
  readonly ownQuestion?: { readonly setting: string; readonly value: number };
}

const claudeSettings = ['.claude/settings.json', '.claude/settings.local.json'];

/** The agents whose hooks Redline supports. */
export const hookFacts: readonly HookFacts[] = [
  {
    id: 'vscode',
    testedVersion: '1.139.1',
    home: ['.copilot/hooks', '.claude/settings.json'],
    workspace: ['.github/hooks', ...claudeSettings],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeoutSeconds: 30,
    // Seconds until VS Code keeps an edit automatically; 0, the default, waits for the user.
    ownQuestion: { setting: 'chat.editing.autoAcceptDelay', value: 1 },
  },
  {
    id: 'claude',
    testedVersion: '2.1.330',
    program: 'claude',
    home: ['.claude/settings.json'],
    workspace: claudeSettings,
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeoutSeconds: 600,
  },
  {
    id: 'codex',
    testedVersion: '0.169.0',
    program: 'codex',
    home: ['.codex/hooks.json', '.codex/config.toml'],
    workspace: ['.codex/hooks.json', '.codex/config.toml'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeoutSeconds: 600,
  },
  {
    id: 'copilot',
    testedVersion: '1.0.102',
    program: 'copilot',
    home: ['.copilot/hooks'],
    switches: ['.copilot/config.json', '.copilot/settings.json'],
    workspace: ['.github/hooks'],
    onCrash: 'refused',
    onTimeout: 'written',
    defaultTimeoutSeconds: 30,
  },
  {
    id: 'gemini',
    testedVersion: '0.61.0',
    program: 'gemini',
    home: ['.gemini/settings.json'],
    workspace: ['.gemini/settings.json'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeoutSeconds: 60,
  },
  {
    id: 'qwen',
    testedVersion: '0.24.4',
    program: 'qwen',
    home: ['.qwen/settings.json'],
    workspace: ['.qwen/settings.json'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeoutSeconds: 60,
  },
  {
    id: 'opencode',
    testedVersion: '1.18.33',
    program: 'opencode',
    home: ['.config/opencode/plugins', '.config/opencode/plugin', '.config/opencode/opencode.json'],
    workspace: ['opencode.json', '.opencode/plugin', '.opencode/plugins'],
    onCrash: 'refused',
    onTimeout: 'refused',
    defaultTimeoutSeconds: 600,
  },
];

/** The agents that can use Redline's tools, but have no hook that Redline supports. */
export const hooklessAgents: readonly AgentFacts[] = [
  { id: 'cline', testedVersion: '3.0.65', program: 'cline', home: ['.cline/data/settings'], workspace: [] },
];

/**
 * Path of Redline's plugin for OpenCode, relative to the extension's folder. It takes the place of a hook: OpenCode
 * loads a copy in one of the plugin folders above, under any name that ends in `.js`.
 */
export const opencodePlugin = 'resources/opencode.js';
