// Finds the settings that an organisation makes for an agent on this machine: they come before those of the user.

/** The paths of a settings file by platform. */
interface SettingsPaths {
  /** Environment variable that names another file instead. */
  readonly variable?: string;
  readonly linux: string;
  readonly darwin: string;
  readonly win32: string;
}

const pathsByAgent: Readonly<Record<string, SettingsPaths>> = {
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
 * The absolute path of an agent's settings file of an organisation, as a list; empty for an agent without one. The file
 * need not exist.
 * @param platform `process.platform` of Node
 */
export function listSystemSettingsFiles(
  agent: string,
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const paths = pathsByAgent[agent];
  if (paths === undefined) return [];
  const { variable = '', linux, darwin, win32 } = paths;
  const override = environment[variable];
  if (override !== undefined && override !== '') return [override];
  if (platform === 'darwin') return [darwin];
  return [platform === 'win32' ? win32 : linux];
}
