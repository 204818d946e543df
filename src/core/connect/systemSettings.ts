// Locates the settings of an agent that an organisation manages on a machine. They override the settings of the user.

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
 * Absolute paths of an agent's managed settings: one file, which need not exist, or none for an agent without them.
 * @param platform `process.platform` of Node; any but `darwin` and `win32` has the paths of Linux
 */
export function listSystemSettingsFiles(
  agent: string,
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const paths = pathsByAgent[agent];
  if (paths === undefined) return [];
  const { variable, linux, darwin, win32 } = paths;
  const override = variable === undefined ? '' : (environment[variable] ?? '');
  if (override !== '') return [override];
  if (platform === 'darwin') return [darwin];
  return [platform === 'win32' ? win32 : linux];
}
