// Facts about the hooks of agents that Redline relies on: where they are set, and what a failure of a hook does.
/** What is known of an agent's hooks, as seen with the versions of November 2026. */
export interface HookFacts {
  /** The id of the agent's dialect. */
  readonly id: string;
  /** The program's name on the path; absent for the editor itself. */
  readonly program?: string;
  /** Files, and folders of files, that may hold its hooks: relative to the user's home, and to the workspace. */
  readonly home: readonly string[];
  readonly workspace: readonly string[];
  /** Further files in the home with settings that switch hooks off. */
  readonly switches?: readonly string[];
  /** What becomes of an edit whose hook crashes. */
  readonly onCrash: 'written' | 'refused';
  /** What becomes of an edit whose hook has not answered within its time. */
  readonly onTimeout: 'written' | 'refused';
  /** The version with which all this was seen. */
  readonly triedVersion: string;
  /** How long a hook may take where its settings do not say, in seconds. */
  readonly defaultTimeout: number;
  /** Set where the agent asks about an edit once more although it was approved: the setting by which it does not, and its value. */
  readonly ownQuestion?: { readonly setting: string; readonly value: number };
}

const claudeSettings = ['.claude/settings.json', '.claude/settings.local.json'];

export const hookFacts: readonly HookFacts[] = [
  {
    id: 'vscode',
    triedVersion: '1.139.1',
    home: ['.copilot/hooks', '.claude/settings.json'],
    workspace: ['.github/hooks', ...claudeSettings],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeout: 30,
    // Seconds until VS Code keeps an edit by itself; 0, the default, waits for the person.
    ownQuestion: { setting: 'chat.editing.autoAcceptDelay', value: 1 },
  },
  {
    id: 'claude',
    triedVersion: '2.1.330',
    program: 'claude',
    home: ['.claude/settings.json'],
    workspace: claudeSettings,
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeout: 600,
  },
  {
    id: 'codex',
    triedVersion: '0.169.0',
    program: 'codex',
    home: ['.codex/hooks.json', '.codex/config.toml'],
    workspace: ['.codex/hooks.json', '.codex/config.toml'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeout: 600,
  },
  {
    id: 'copilot',
    triedVersion: '1.0.102',
    program: 'copilot',
    home: ['.copilot/hooks'],
    switches: ['.copilot/config.json', '.copilot/settings.json'],
    workspace: ['.github/hooks'],
    onCrash: 'refused',
    onTimeout: 'written',
    defaultTimeout: 30,
  },
  {
    id: 'gemini',
    triedVersion: '0.61.0',
    program: 'gemini',
    home: ['.gemini/settings.json'],
    workspace: ['.gemini/settings.json'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeout: 60,
  },
  {
    id: 'qwen',
    triedVersion: '0.24.4',
    program: 'qwen',
    home: ['.qwen/settings.json'],
    workspace: ['.qwen/settings.json'],
    onCrash: 'written',
    onTimeout: 'written',
    defaultTimeout: 60,
  },
  {
    id: 'opencode',
    triedVersion: '1.18.33',
    program: 'opencode',
    home: ['.config/opencode/plugins', '.config/opencode/plugin', '.config/opencode/opencode.json'],
    workspace: ['opencode.json', '.opencode/plugin', '.opencode/plugins'],
    onCrash: 'refused',
    onTimeout: 'refused',
    defaultTimeout: 600,
  },
];

/**
 * Redline's plugin for OpenCode, which does what a hook does elsewhere; relative to the extension's folder. A copy of it in one of
 * the folders above, under any name with the ending `.js`, is loaded.
 */
export const opencodePlugin = 'resources/opencode.js';
