// Locates the files of agents: those in a user's home folder, or where an environment variable moves them, and the
// settings that an organisation manages on a machine, which override the user's.

/** An environment variable by which an agent moves some of its files. */
interface Relocation {
  readonly agent: string;
  /** Start of the paths to relocate, relative to the home folder. */
  readonly defaultPath: string;
  /** Replaces `defaultPath`: a path relative to the value of the variable. */
  readonly newSuffix: string;
  readonly variable: string;
}

/**
 * Of an agent's rows, the first with a set variable and a matching path applies, so longer paths come first. VS Code
 * reads the files of other agents, but ignores their variables.
 */
const relocations: readonly Relocation[] = [
  { agent: 'claude', defaultPath: '.claude.json', newSuffix: '/.claude.json', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'claude', defaultPath: '.claude', newSuffix: '', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'codex', defaultPath: '.codex', newSuffix: '', variable: 'CODEX_HOME' },
  { agent: 'copilot', defaultPath: '.copilot', newSuffix: '', variable: 'COPILOT_HOME' },
  { agent: 'gemini', defaultPath: '.gemini', newSuffix: '/.gemini', variable: 'GEMINI_CLI_HOME' },
  { agent: 'qwen', defaultPath: '.qwen', newSuffix: '', variable: 'QWEN_HOME' },
  { agent: 'opencode', defaultPath: '.config', newSuffix: '', variable: 'XDG_CONFIG_HOME' },
  {
    agent: 'cline',
    defaultPath: '.cline/data/settings/cline_mcp_settings.json',
    newSuffix: '',
    variable: 'CLINE_MCP_SETTINGS_PATH',
  },
  { agent: 'cline', defaultPath: '.cline/data', newSuffix: '', variable: 'CLINE_DATA_DIR' },
  { agent: 'cline', defaultPath: '.cline', newSuffix: '', variable: 'CLINE_DIR' },
];

/**
 * Absolute path of an agent's file or folder.
 * @param path relative to the home folder, with `/`
 * @param home absolute
 * @param variables of the environment; a value that is not an absolute path is ignored
 */
export function resolveHomeFile(
  agent: string,
  path: string,
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const agentRelocations = relocations.filter((relocation) => relocation.agent === agent);
  for (const { defaultPath, newSuffix, variable } of agentRelocations) {
    const location = variables[variable]?.trim() ?? '';
    const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(location);
    const isAffected = path === defaultPath || path.startsWith(`${defaultPath}/`);
    // Drops slashes at the end, except for the root alone.
    if (isAbsolute && isAffected)
      return `${location.replace(/(?<=.)[\\/]+$/, '')}${newSuffix}${path.slice(defaultPath.length)}`;
  }
  return `${home}/${path}`;
}

/** The paths of a managed settings file by platform. */
interface ManagedSettingsPaths {
  /** Environment variable that names another file instead. */
  readonly variable?: string;
  readonly linux: string;
  readonly darwin: string;
  readonly win32: string;
}

const managedSettingsByAgent: Readonly<Record<string, ManagedSettingsPaths>> = {
  claude: {
    linux: '/etc/claude-code/managed-settings.json',
    darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
    win32: String.raw`C:\Program Files\ClaudeCode\managed-settings.json`,
  },
  gemini: {
    variable: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    linux: '/etc/gemini-cli/settings.json',
    darwin: '/Library/Application Support/GeminiCli/settings.json',
    win32: String.raw`C:\ProgramData\gemini-cli\settings.json`,
  },
  qwen: {
    variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    linux: '/etc/qwen-code/settings.json',
    darwin: '/Library/Application Support/QwenCode/settings.json',
    win32: String.raw`C:\ProgramData\qwen-code\settings.json`,
  },
};

/**
 * Absolute paths of an agent's managed settings: one file, which need not exist, or none for an agent without them.
 * @param platform `process.platform` of Node; any but `darwin` and `win32` has the paths of Linux
 */
export function listSystemSettingsFiles(
  agent: string,
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const paths = managedSettingsByAgent[agent];
  if (paths === undefined) return [];
  const { variable, linux, darwin, win32 } = paths;
  const override = variable === undefined ? '' : (environment[variable] ?? '');
  if (override !== '') return [override];
  if (platform === 'darwin') return [darwin];
  return [platform === 'win32' ? win32 : linux];
}
