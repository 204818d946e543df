/** What is known of an agent's hooks, as seen with the versions of November 2026. */
export interface HookFacts {
  /** The id of the agent's dialect. */
  readonly id: string;
  /** The program's name on the path; absent for the editor itself. */
  readonly program?: string;
  /** Files and folders of JSON files that may hold its hooks: relative to the user's home, and to the workspace. */
  readonly home: readonly string[];
  readonly workspace: readonly string[];
  /** What becomes of an edit whose hook crashes or takes too long. */
  readonly onCrash: 'written' | 'refused';
  /** How long a hook may take where its settings do not say, in seconds. */
  readonly defaultTimeout: number;
}

const claudeSettings = ['.claude/settings.json', '.claude/settings.local.json'];

export const hookFacts: readonly HookFacts[] = [
  {
    id: 'vscode',
    home: ['.copilot/hooks', '.claude/settings.json'],
    workspace: ['.github/hooks', ...claudeSettings],
    onCrash: 'written',
    defaultTimeout: 30,
  },
  {
    id: 'claude',
    program: 'claude',
    home: ['.claude/settings.json'],
    workspace: claudeSettings,
    onCrash: 'written',
    defaultTimeout: 600,
  },
  {
    id: 'codex',
    program: 'codex',
    home: ['.codex/hooks.json', '.codex/config.toml'],
    workspace: ['.codex/hooks.json'],
    onCrash: 'written',
    defaultTimeout: 600,
  },
  {
    id: 'copilot',
    program: 'copilot',
    home: ['.copilot/hooks'],
    workspace: ['.github/hooks'],
    onCrash: 'refused',
    defaultTimeout: 30,
  },
  {
    id: 'gemini',
    program: 'gemini',
    home: ['.gemini/settings.json'],
    workspace: ['.gemini/settings.json'],
    onCrash: 'written',
    defaultTimeout: 60,
  },
  {
    id: 'qwen',
    program: 'qwen',
    home: ['.qwen/settings.json'],
    workspace: ['.qwen/settings.json'],
    onCrash: 'written',
    defaultTimeout: 60,
  },
  {
    id: 'opencode',
    program: 'opencode',
    home: ['.config/opencode/opencode.json', '.config/opencode/plugin', '.config/opencode/plugins'],
    workspace: ['opencode.json', '.opencode/plugin', '.opencode/plugins'],
    onCrash: 'refused',
    defaultTimeout: 600,
  },
];
